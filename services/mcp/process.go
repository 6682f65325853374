package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/follow"
	"github.com/reviewdata/reviewdata/pkg/ratelimit"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
	"github.com/reviewdata/reviewdata/services/mcp/internal/events"
	"github.com/reviewdata/reviewdata/services/mcp/internal/front"
	"github.com/reviewdata/reviewdata/services/mcp/internal/protocol"
	"github.com/reviewdata/reviewdata/services/mcp/internal/session"
)

// process is an MCP server that is ready to run.
type process struct {
	config   config
	logger   *slog.Logger
	registry *prometheus.Registry
	tracer   *tracing.Tracer

	shelf    *edition.Shelf
	follower *follow.Follower
	events   *events.Listener
	sessions *session.Registry

	ready      *service.Readiness
	components []service.Component
	closers    []func() error // in the order of opening
}

// open opens everything the server needs. Neither the store nor the broker
// need be there.
func open(ctx context.Context, c config, logger *slog.Logger, tracer *tracing.Tracer) (_ *process, err error) {
	p := &process{config: c, logger: logger, registry: service.NewRegistry("mcp"), tracer: tracer, ready: service.NewReadiness(logger)}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	store, err := storeclient.Dial(c.StoreAddr, tracer.DialOption())
	if err != nil {
		return nil, err
	}
	p.closers = append(p.closers, store.Close)
	p.follow(store)
	p.begin(ctx)
	handler, err := p.handler(store)
	if err != nil {
		return nil, err
	}
	return p, p.listen(ctx, service.NewHTTPServer(handler, logger, service.HTTPLimits{}))
}

// follow prepares what keeps the newest snapshot at hand.
func (p *process) follow(store *storeclient.Client) {
	p.shelf = edition.NewShelf(p.logger)
	p.follower = follow.New(store, p.logger, p.timed(p.shelf.Take))
	p.ready.Register("snapshot", func(context.Context) error {
		if p.shelf.Current() == nil {
			return errors.New("the store has not answered yet")
		}
		return nil
	})
}

// begin prepares the sessions, and what tells the other replicas of them.
func (p *process) begin(ctx context.Context) {
	keys := p.config.keys()
	if len(keys) == 0 {
		p.logger.InfoContext(ctx, "no session key is set: sessions end with the process, and other replicas do not know them")
	}
	p.sessions = session.New(session.Options{Secrets: keys, Lifetime: p.config.SessionLifetime})
	p.events = events.New(events.Options{
		URL:      p.config.NATSURL,
		Revision: p.follower.Hear,
		Ended:    p.sessions.Hear,
		Logger:   p.logger,
		Tracer:   p.tracer,
	})
	p.sessions.Announce(p.events.Tell)
	p.measure()
}

// handler returns what serves the public port.
func (p *process) handler(store *storeclient.Client) (http.Handler, error) {
	speaker, err := protocol.New(protocol.Options{
		Current:      p.shelf.Current,
		Store:        store,
		StoreTimeout: p.config.StoreTimeout,
		Logger:       p.logger,
	})
	if err != nil {
		return nil, err
	}
	proxies, err := p.config.proxies()
	if err != nil {
		return nil, err
	}
	f := front.New(front.Options{
		Protocol:       speaker,
		Sessions:       p.sessions,
		BaseURL:        p.baseURL,
		Revision:       p.revision,
		AllowedOrigins: p.config.AllowedOrigins,
		AllowedHosts:   p.config.AllowedHosts,
		MaxBody:        int64(p.config.MaxBody),
		Limiter:        ratelimit.New(p.config.Rate, p.config.Burst),
		TrustedProxies: proxies,
		Logger:         p.logger,
		Registry:       p.registry,
	})
	return p.tracer.Public(f, service.Proxies(proxies).Sent), nil
}

// baseURL returns the public origin, empty before the first snapshot.
func (p *process) baseURL() string {
	if e := p.shelf.Current(); e != nil {
		return e.Snapshot.BaseURL
	}
	return ""
}

// revision returns the revision that is answered from, 0 before the first.
func (p *process) revision() uint64 {
	if e := p.shelf.Current(); e != nil {
		return uint64(e.Snapshot.Revision)
	}
	return 0
}

// changedAt returns when that was committed, the zero time before the first.
func (p *process) changedAt() time.Time {
	if e := p.shelf.Current(); e != nil {
		return e.Snapshot.ChangedAt
	}
	return time.Time{}
}

// listen takes the listeners and lists the components.
func (p *process) listen(ctx context.Context, server *http.Server) error {
	ops, err := p.config.Common.Listen(ctx, "ops-listen", p.config.OpsListen)
	if err != nil {
		return err
	}
	public, err := p.config.Common.Listen(ctx, "listen", p.config.Listen)
	if err != nil {
		return errors.Join(err, ops.Close())
	}
	p.components = []service.Component{
		service.Ops(ops, p.logger, p.registry, p.ready),
		{Name: "follow", Run: p.follower.Run},
		{Name: "events", Run: p.events.Run},
		p.whenFilled(service.HTTP("public", public, server)),
	}
	p.logger.InfoContext(ctx, "serving",
		slog.String("listen", public.Addr().String()),
		slog.String("ops_listen", ops.Addr().String()),
		slog.String("store_addr", p.config.StoreAddr))
	return nil
}

// firstWait is how long callers wait for the first snapshot at most.
const firstWait = 2 * time.Second

// whenFilled returns the component that begins when there is something to
// answer from. Who calls before waits in the queue of the listener: a gateway
// with a list of replicas does not know which of them has just been started.
func (p *process) whenFilled(c service.Component) service.Component {
	return service.Component{Name: c.Name, Run: func(ctx context.Context) error {
		p.shelf.Await(ctx, firstWait)
		return c.Run(ctx)
	}}
}

// close lets go of everything in reverse order.
func (p *process) close() error {
	var errs []error
	for _, closer := range slices.Backward(p.closers) {
		errs = append(errs, closer())
	}
	return errors.Join(errs...)
}
