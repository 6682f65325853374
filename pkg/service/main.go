package service

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Main is the main function of a service: it runs until it is interrupted or
// terminated, and exits with the code that Exit gives. A second signal kills at
// once.
func Main(run func(ctx context.Context, args []string, getenv func(string) string, stderr io.Writer) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(Exit(run(ctx, os.Args[1:], os.Getenv, os.Stderr), os.Stderr))
}

// Probe tells the healthcheck subcommand of a service from a start of it, and
// returns the arguments that are flags.
func Probe(args []string) (flags []string, probe bool) {
	if len(args) > 0 && args[0] == "healthcheck" {
		return args[1:], true
	}
	return args, false
}
