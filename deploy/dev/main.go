// Command dev runs the whole system on this machine without containers: it
// starts NATS and the services as processes on loopback, each when the one it
// needs is ready, puts their logs on one output, starts again what crashes,
// imports the demo business into an empty store, and stops everything in
// reverse order on Ctrl-C or SIGTERM. A second Ctrl-C kills. The data directory
// also gets a certificate authority, good for this machine only, so that the hub
// can push to subscribers here, such as reviewctl listen.
//
// It builds nothing: the binaries stand beside its own. What it runs is the
// table in programs.go; a service joins the system with a row there.
//
// All REVIEWS_ variables reach the services. Addresses come from the same
// variables, so that two systems can run beside each other; -port-offset moves
// all default ports at once.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// The exit codes of the supervisor.
const (
	exitClean   = 0
	exitFailure = 1
	exitUsage   = 2
)

func main() {
	ctx, kill := signals()
	os.Exit(run(ctx, kill, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// signals returns a context that the first signal ends, and one that the
// second ends.
func signals() (stop, kill context.Context) {
	received := make(chan os.Signal, 2)
	signal.Notify(received, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(received, syscall.SIGHUP)
	}
	stop, first := context.WithCancel(context.Background())
	kill, second := context.WithCancel(context.Background())
	go func() {
		<-received
		first()
		<-received
		second()
	}()
	return stop, kill
}

// run runs the system until ctx ends and returns the exit code; the end of
// kill makes it stop at once.
func run(ctx, kill context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	cfg, err := parseConfig(args, getenv, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitClean
	}
	if err != nil {
		_, _ = fmt.Fprintf(stderr, "dev: %v\n", err)
		return exitUsage
	}
	out := newOutput(stdout, cfg.widest())
	s := &stack{cfg: cfg, out: out, own: out.writer("dev")}
	if err := s.run(ctx, kill); err != nil {
		_, _ = fmt.Fprintf(stderr, "dev: %v\n", err)
		return exitFailure
	}
	return exitClean
}
