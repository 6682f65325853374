// Command mcp serves the reviews to AI agents as a read-only MCP server over
// Streamable HTTP, behind the gateway or on a port of its own.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/reviewdata/reviewdata/pkg/service"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal kills at once
	os.Exit(service.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stderr), os.Stderr))
}

// run serves until ctx ends. The only argument that is no flag is healthcheck,
// which asks a running server whether it is ready.
func run(ctx context.Context, args []string, getenv func(string) string, stderr io.Writer) (err error) {
	probe := len(args) > 0 && args[0] == "healthcheck"
	if probe {
		args = args[1:]
	}
	c, err := parseConfig(args, getenv)
	if err != nil {
		return err
	}
	if probe {
		return service.Healthcheck(ctx, c.OpsListen)
	}
	p, err := open(ctx, c, service.NewLogger(stderr, "mcp", c.LogLevel))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	return service.Run(ctx, p.ready, c.Drain, p.components...)
}
