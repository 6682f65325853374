// Command gateway is the public origin of the service: it publishes the
// documents, feeds, searches and changes over HTTP, and hands on what is for
// the MCP server and the WebSub hub.
package main

import (
	"context"
	"errors"
	"io"

	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

func main() { service.Main(run) }

// run serves until ctx ends. The only argument that is no flag is healthcheck,
// which asks a running gateway whether it is ready.
func run(ctx context.Context, args []string, getenv func(string) string, stderr io.Writer) (err error) {
	args, probe := service.Probe(args)
	c, err := parseConfig(args, getenv)
	if err != nil {
		return err
	}
	if probe {
		return service.Healthcheck(ctx, c.OpsListen)
	}
	logger := service.NewLogger(stderr, "gateway", c.LogLevel)
	tracer, err := tracing.Open(ctx, "gateway", getenv, logger)
	if err != nil {
		return err
	}
	defer tracer.Close(ctx)
	p, err := open(ctx, c, logger, tracer)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	return service.Run(ctx, p.ready, c.Drain, p.components...)
}
