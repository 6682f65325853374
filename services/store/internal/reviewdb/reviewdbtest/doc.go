// Package reviewdbtest is what every engine of the store must do: a suite to
// run against each, and a model in memory that says what is right.
package reviewdbtest
