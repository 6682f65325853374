package main

import (
	"context"
	"crypto/rand"
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
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/content"
	"github.com/reviewdata/reviewdata/services/hub/internal/deliver"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/front"
	"github.com/reviewdata/reviewdata/services/hub/internal/operator"
	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
	"github.com/reviewdata/reviewdata/services/hub/internal/verify"
)

// process is a hub that is ready to run.
type process struct {
	config   config
	logger   *slog.Logger
	registry *prometheus.Registry
	tracer   *tracing.Tracer

	follower *follow.Follower
	shelf    *content.Shelf
	broker   *broker.Broker
	guard    *egress.Guard
	outlook  *egress.Outlook
	client   *egress.Client
	engine   *deliver.Engine
	keeper   *shard.Keeper
	worker   *verify.Worker

	ready      *service.Readiness
	components []service.Component
	closers    []func() error // in the order of opening
}

// open opens everything the hub needs. Neither the store nor the broker need
// be there.
func open(ctx context.Context, c config, logger *slog.Logger, tracer *tracing.Tracer) (_ *process, err error) {
	p := &process{config: c, logger: logger, registry: service.NewRegistry("hub"), tracer: tracer, ready: service.NewReadiness(logger)}
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
	p.shelf = content.NewShelf(c.Debounce, p.offer)
	p.follower = follow.New(store, logger, p.timed(p.shelf.Take))
	if err := p.connect(); err != nil {
		return nil, err
	}
	if err := p.deliver(); err != nil {
		return nil, err
	}
	p.register()
	return p, p.listen(ctx)
}

// connect prepares the connection with the broker.
func (p *process) connect() (err error) {
	p.broker, err = broker.Connect(broker.Options{
		URL:      p.config.NATSURL,
		Replicas: p.config.NATSReplicas,
		Commit:   p.follower.Hear,
		Lost:     func() { p.engine.Resave() },
		Logger:   p.logger,
		Tracer:   p.tracer,
	})
	if p.broker != nil {
		p.closers = append(p.closers, p.broker.Close)
	}
	return err
}

// deliver prepares what carries requests out and delivers.
func (p *process) deliver() error {
	allowed, err := p.config.allowed()
	if err != nil {
		return err
	}
	roots, err := p.config.roots()
	if err != nil {
		return err
	}
	delays, err := p.config.delays()
	if err != nil {
		return err
	}
	p.guard, p.outlook = egress.NewGuard(allowed), egress.NewOutlook()
	p.client = egress.New(egress.Options{Guard: p.guard, Roots: roots, UserAgent: p.userAgent, Trace: p.tracer.Transport})
	p.engine = deliver.New(deliver.Options{
		Ledger: p.broker, Client: p.client, Outlook: p.outlook,
		Delays: delays, Deadline: p.config.Deadline, Concurrency: p.config.Concurrency, PerHost: p.perHost,
		Newest: p.shelf.Newest, Metrics: deliver.NewMetrics(p.registry), Logger: p.logger, Tracer: p.tracer,
	}, func() bool { return p.keeper.Valid() }, func() { p.keeper.Kick() })
	p.keeper = shard.NewKeeper(rand.Text(), p.broker, p.engine, p.logger)
	p.worker = verify.New(verify.Options{
		Requests: p.broker, Engine: p.engine, Client: p.client, BaseURL: p.baseURL, Registry: p.registry, Logger: p.logger,
	})
	return nil
}

// offer takes a new edition to where it is delivered from.
func (p *process) offer(e *content.Edition) {
	p.engine.SetEdition(e)
	p.keeper.Offer(e.Revision)
}

// baseURL returns the public origin, empty before the first snapshot.
func (p *process) baseURL() string {
	if e := p.shelf.Newest(); e != nil {
		return e.BaseURL
	}
	return ""
}

func (p *process) userAgent() string {
	return "reviewdata-hub/" + service.Version() + " (+" + p.baseURL() + ")"
}

// perHost returns how many deliveries may go on at the host of a callback.
func (p *process) perHost(callback string) int {
	if p.guard.Trusts(front.HostOf(callback)) {
		return 0
	}
	return p.config.HostConcurrency
}

// register declares what readiness depends on.
func (p *process) register() {
	p.ready.Register("snapshot", func(context.Context) error {
		if p.shelf.Newest() == nil {
			return errors.New("the store has not answered yet")
		}
		return nil
	})
	p.ready.Register("shards", func(context.Context) error {
		if !p.keeper.Valid() {
			return errors.New("the broker does not answer")
		}
		return nil
	})
	p.ready.Register("egress", func(context.Context) error {
		if p.outlook.Broken(time.Now()) {
			return errors.New("hardly any callback can be reached: failures do not count")
		}
		return nil
	})
	p.measure()
}

// handler returns what serves the public port.
func (p *process) handler() (http.Handler, error) {
	proxies, err := p.config.proxies()
	if err != nil {
		return nil, err
	}
	const minute = 60
	perMinute := func(n int) float64 { return float64(n) / minute }
	f := front.New(front.Options{
		Ledger: p.broker, BaseURL: p.baseURL, Guard: p.guard,
		Leases:   front.Leases{Min: p.config.LeaseMin, Default: p.config.LeaseDefault, Max: p.config.LeaseMax},
		MaxTotal: p.config.MaxSubscriptions, MaxPerHost: p.config.HostSubscriptions,
		Clients:        ratelimit.New(perMinute(p.config.Rate), p.config.Rate),
		Hosts:          ratelimit.NewKeyed[string](perMinute(p.config.HostVerifications), p.config.HostVerifications),
		TrustedProxies: proxies, Logger: p.logger,
	})
	return p.tracer.Public(f, service.Proxies(proxies).Sent), nil
}

// listen takes the listeners and lists the components. They stop in reverse
// order: the shards are given back when nothing is delivered any more.
func (p *process) listen(ctx context.Context) error {
	handler, err := p.handler()
	if err != nil {
		return err
	}
	ops, err := p.config.Common.Listen(ctx, "ops-listen", p.config.OpsListen)
	if err != nil {
		return err
	}
	admin, err := p.config.Common.Listen(ctx, "admin-listen", p.config.Admin.Listen)
	if err != nil {
		return errors.Join(err, ops.Close())
	}
	public, err := p.config.Common.Listen(ctx, "listen", p.config.Listen)
	if err != nil {
		return errors.Join(err, admin.Close(), ops.Close())
	}
	p.components = []service.Component{
		service.Ops(ops, p.logger, p.registry, p.ready),
		{Name: "follow", Run: p.follower.Run},
		{Name: "shards", Run: p.keep},
		{Name: "deliver", Run: func(ctx context.Context) error { return p.engine.Run(ctx, service.Draining) }},
		{Name: "verify", Run: p.worker.Run},
		service.HTTP("admin", admin, service.NewHTTPServer(operator.New(p.broker, p.config.Admin.Token, p.logger), p.logger, service.HTTPLimits{})),
		service.HTTP("public", public, service.NewHTTPServer(handler, p.logger, service.HTTPLimits{})),
	}
	p.logger.InfoContext(ctx, "serving",
		slog.String("listen", public.Addr().String()),
		slog.String("admin_listen", admin.Addr().String()),
		slog.String("ops_listen", ops.Addr().String()),
		slog.String("store_addr", p.config.StoreAddr))
	return nil
}

// keep holds shards until ctx ends, and then gives them to the other replicas.
func (p *process) keep(ctx context.Context) error {
	if err := p.keeper.Run(ctx); err != nil {
		return err
	}
	drain, cancel := service.Draining(ctx)
	defer cancel()
	if err := p.keeper.Leave(drain); err != nil {
		p.logger.WarnContext(ctx, "the other replicas find out later that this one is gone", slog.Any("error", err))
	}
	return nil
}

// close lets go of everything in reverse order.
func (p *process) close() error {
	var errs []error
	for _, closer := range slices.Backward(p.closers) {
		errs = append(errs, closer())
	}
	return errors.Join(errs...)
}
