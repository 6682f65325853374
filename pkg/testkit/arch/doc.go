// Package arch holds the layers of the house: which package may import what,
// and what every package owes its readers. Its tests check the whole workspace;
// they need nothing but the go command.
package arch
