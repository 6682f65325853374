package service

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// The exit codes of a process.
const (
	exitClean   = 0
	exitFailure = 1
	exitUsage   = 2
)

// Exit reports how the process ended on stderr and returns its exit code: 0
// after a clean stop and after help that was asked for, 2 for settings that
// cannot be used, 1 for every other error.
func Exit(err error, stderr io.Writer) int {
	if err == nil {
		return exitClean
	}
	_, _ = fmt.Fprintln(stderr, err)
	if errors.Is(err, flag.ErrHelp) {
		return exitClean
	}
	if _, ok := errors.AsType[*UsageError](err); ok {
		return exitUsage
	}
	return exitFailure
}
