// Command reviewctl is the operator's command line: it brings reviews into the
// store, takes them out, and shows what is there.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills at once
	os.Exit(command.Run(ctx, os.Args[1:], os.Getenv, command.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
