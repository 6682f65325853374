package command

import (
	"context"
	"errors"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// clients are the connections of one call, made when they are needed.
type clients struct {
	store  *storeclient.Client
	admin  *storeclient.Admin
	tracer *tracing.Tracer
}

// store returns the client that reads.
func (c *cli) store() (*storeclient.Client, error) {
	var err error
	if c.clients.store == nil {
		c.clients.store, err = storeclient.Dial(c.storeAddr, c.clients.tracer.DialOption())
	}
	return c.clients.store, err
}

// admin returns the client that changes.
func (c *cli) admin() (*storeclient.Admin, error) {
	var err error
	if c.clients.admin == nil {
		c.clients.admin, err = storeclient.DialAdmin(c.adminAddr, c.token, c.clients.tracer.DialOption())
	}
	return c.clients.admin, err
}

func (c *cli) close(ctx context.Context) {
	var problems []error
	if c.clients.store != nil {
		problems = append(problems, c.clients.store.Close())
	}
	if c.clients.admin != nil {
		problems = append(problems, c.clients.admin.Close())
	}
	if err := errors.Join(problems...); err != nil {
		c.say("reviewctl: %v", err)
	}
	c.clients.tracer.Close(ctx)
}

// limited returns the context of one question to the store.
func (c *cli) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, c.limit)
}

// snapshot returns the current state of the store.
func (c *cli) snapshot(ctx context.Context) (*review.Snapshot, error) {
	store, err := c.store()
	if err != nil {
		return nil, err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	s, err := store.Snapshot(ctx, 0, 0)
	return s, reading(err)
}
