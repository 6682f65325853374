// Package acceptance holds the tests over the real binaries: a whole stack of
// processes is started as `make run` starts it, and used the way consumers and
// operators use it. Everything is in its tests.
package acceptance
