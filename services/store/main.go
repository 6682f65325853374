// Command store owns the reviews: it validates, keeps, numbers, indexes and
// searches them, derives insights, and tells the other services of changes. It
// speaks gRPC.
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
// which asks a running store whether it is ready.
func run(ctx context.Context, args []string, getenv func(string) string, stderr io.Writer) (err error) {
	args, probe := service.Probe(args)
	c, err := parseConfig(args, getenv)
	if err != nil {
		return err
	}
	if probe {
		return service.Healthcheck(ctx, c.OpsListen)
	}
	logger := service.NewLogger(stderr, "store", c.LogLevel)
	tracer, err := tracing.Open(ctx, "store", getenv, logger)
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
