package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/ratelimit"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/gateway/internal/board"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
	"github.com/reviewdata/reviewdata/services/gateway/internal/discovery"
	"github.com/reviewdata/reviewdata/services/gateway/internal/openapi"
	"github.com/reviewdata/reviewdata/services/gateway/internal/proxy"
	"github.com/reviewdata/reviewdata/services/gateway/internal/rest"
)

// process is a gateway that is ready to run.
type process struct {
	config   config
	logger   *slog.Logger
	registry *prometheus.Registry
	tracer   *tracing.Tracer
	proxies  []netip.Prefix

	ready      *service.Readiness
	components []service.Component
	closers    []func() error // in the order of opening
}

// open opens everything the gateway needs. Neither the store nor the broker
// need be there.
func open(ctx context.Context, c config, logger *slog.Logger, tracer *tracing.Tracer) (_ *process, err error) {
	p := &process{config: c, logger: logger, registry: service.NewRegistry("gateway"), tracer: tracer, ready: service.NewReadiness(logger)}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	if p.proxies, err = c.proxies(); err != nil {
		return nil, err
	}
	store, err := storeclient.Dial(c.StoreAddr, tracer.DialOption())
	if err != nil {
		return nil, err
	}
	p.closers = append(p.closers, store.Close)
	encoder, err := coding.NewEncoder()
	if err != nil {
		return nil, err
	}
	pages, err := discovery.New()
	if err != nil {
		return nil, err
	}
	shown, err := p.board(store, encoder, pages)
	if err != nil {
		return nil, err
	}
	return p, p.serve(ctx, rest.Options{
		Board:        shown,
		Store:        store,
		StoreTimeout: c.StoreTimeout,
		Encoder:      encoder,
		CacheControl: c.CacheControl,
		HomePolicy:   pages.HomePolicy(),
	})
}

// board returns the board with all its pages.
func (p *process) board(store *storeclient.Client, encoder *coding.Encoder, pages *discovery.Pages) (*board.Board, error) {
	description, err := openapi.New()
	if err != nil {
		return nil, err
	}
	b := board.New(board.Options{
		Source: store,
		Pages: []board.Page{
			{Path: discovery.PathHome, Render: pages.Home},
			{Path: discovery.PathRobots, Render: pages.Robots},
			{Path: document.PathLLMs, Render: pages.LLMs},
			{Path: document.PathOpenAPI, Render: description.Document},
		},
		CacheControl: p.config.CacheControl,
		Encoder:      encoder,
		Logger:       p.logger,
		Registry:     p.registry,
		Tracer:       p.tracer,
	})
	p.ready.Register("snapshot", func(context.Context) error {
		if b.Current() == nil {
			return errors.New("the store has not answered yet")
		}
		return nil
	})
	p.ready.RegisterDegrading("store", b.Away)
	return b, nil
}

// serve takes the listeners and lists the components.
func (p *process) serve(ctx context.Context, o rest.Options) error {
	streams, stopStreams := context.WithCancel(context.Background())
	p.closers = append(p.closers, func() error { stopStreams(); return nil })
	o.MCP = p.proxy(proxy.Options{Name: "mcp", MaxBody: int64(p.config.MCPMaxBody), Stream: true, Stopping: streams.Done()}, p.config.MCPURL)
	o.Hub = p.proxy(proxy.Options{Name: "hub", MaxBody: int64(p.config.HubMaxBody)}, p.config.HubURL)
	o.Limiter = ratelimit.New(p.config.Rate, p.config.Burst)
	o.TrustedProxies, o.Logger, o.Registry = p.proxies, p.logger, p.registry
	handler, err := rest.New(o)
	if err != nil {
		return err
	}
	server := service.NewHTTPServer(p.tracer.Public(handler, nil), p.logger, service.HTTPLimits{})
	server.RegisterOnShutdown(stopStreams)
	return p.listen(ctx, server, o.Board)
}

func (p *process) listen(ctx context.Context, server *http.Server, shown *board.Board) error {
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
		{Name: "compress", Run: shown.Compress},
		{Name: "follow", Run: shown.Follow},
		{Name: "events", Run: func(ctx context.Context) error { return shown.Listen(ctx, p.config.NATSURL) }},
		service.HTTP("public", public, server),
	}
	p.logger.InfoContext(ctx, "serving",
		slog.String("listen", public.Addr().String()),
		slog.String("ops_listen", ops.Addr().String()),
		slog.String("store_addr", p.config.StoreAddr))
	return nil
}

// proxy returns the way to a service at the origins of its replicas, which were
// checked.
func (p *process) proxy(o proxy.Options, text string) http.Handler {
	o.Targets, _ = origins(text)
	o.Timeout, o.TrustedProxies, o.Logger, o.Tracer = p.config.ProxyTimeout, p.proxies, p.logger, p.tracer
	to := proxy.New(o)
	p.closers = append(p.closers, func() error { to.Close(); return nil })
	return to
}

// close lets go of everything in reverse order.
func (p *process) close() error {
	var errs []error
	for _, closer := range slices.Backward(p.closers) {
		errs = append(errs, closer())
	}
	return errors.Join(errs...)
}
