package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
	"github.com/reviewdata/reviewdata/services/store/internal/grpcserver"
	"github.com/reviewdata/reviewdata/services/store/internal/llm"
	"github.com/reviewdata/reviewdata/services/store/internal/outbox"
	"github.com/reviewdata/reviewdata/services/store/internal/postgres"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/sqlite"
)

// process is a store that is ready to run.
type process struct {
	config   config
	logger   *slog.Logger
	registry *prometheus.Registry
	tracer   *tracing.Tracer

	ready      *service.Readiness
	components []service.Component
	closers    []func() error // in the order of opening
}

// open opens everything the store needs. The broker need not be there; the
// database must.
func open(ctx context.Context, c config, logger *slog.Logger, tracer *tracing.Tracer) (_ *process, err error) {
	p := &process{config: c, logger: logger, registry: service.NewRegistry("store"), tracer: tracer, ready: service.NewReadiness(logger)}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	db, err := openDatabase(ctx, c)
	if err != nil {
		return nil, err
	}
	p.closers = append(p.closers, db.Close)
	broker, err := connect(c.NATSURL, logger)
	if err != nil {
		return nil, err
	}
	p.closers = append(p.closers, func() error { broker.Close(); return nil })
	assistant, err := p.assistant()
	if err != nil {
		return nil, err
	}
	reviews, err := catalog.Open(ctx, db, catalog.Options{
		BaseURL:   c.BaseURL,
		Now:       time.Now,
		Logger:    logger,
		Assistant: asInsights(assistant),
		Committed: p.histogram("reviews_store_commit_duration_seconds", "Time from the start of a commit until its revision can be read."),
		Indexed:   p.histogram("reviews_store_index_duration_seconds", "Time to make reviews searchable and derive their insights, at the start and after a change."),
	})
	if err != nil {
		return nil, err
	}
	relay, err := outbox.New(outbox.Options{
		Database: db,
		DataSet:  reviews.DataSet(),
		Next:     reviews.NextChange,
		Broker:   broker,
		Replicas: c.NATSReplicas,
		Logger:   logger,
		Tracer:   tracer,
	})
	if err != nil {
		return nil, err
	}
	p.registerMetrics(db, reviews, relay, broker) //nolint:contextcheck // a scrape has no context to hand on
	if err := p.serve(ctx, reviews, relay); err != nil {
		return p, err
	}
	if assistant != nil {
		p.components = append(p.components, service.Component{Name: "llm", Run: func(ctx context.Context) error { return assistant.Run(ctx, reviews) }})
	}
	return p, nil
}

// assistant opens the help of a language model; nil when there is none.
func (p *process) assistant() (*llm.Assistant, error) {
	if p.config.LLM.Provider == "" {
		return nil, nil //nolint:nilnil // having none is no failure
	}
	a, err := llm.Open(p.config.LLM, time.Now, p.logger)
	if err == nil {
		p.closers = append(p.closers, a.Close)
	}
	return a, err
}

// asInsights keeps a nil pointer from becoming an interface that is not nil.
func asInsights(a *llm.Assistant) insights.Assistant {
	if a == nil {
		return nil
	}
	return a
}

// openDatabase opens the database with the engine its URL names.
func openDatabase(ctx context.Context, c config) (reviewdb.Database, error) {
	if c.onPostgres() {
		return postgres.Open(ctx, c.DatabaseURL)
	}
	return sqlite.Open(ctx, strings.TrimPrefix(c.DatabaseURL, sqliteScheme))
}

// maxMessage bounds one answer: the 100 largest reviews fit.
const maxMessage = 32 << 20

// serve takes the listeners and lists the components.
func (p *process) serve(ctx context.Context, reviews *catalog.Catalog, relay *outbox.Relay) error {
	calls := service.NewGRPCMetrics(p.registry)
	reader := service.NewGRPCServer(p.logger, calls, service.GRPCLimits{Send: maxMessage}, p.tracer.ServerOption())
	grpcserver.RegisterReader(reader, reviews)
	reader.SetServing(grpcserver.ReadService, true)
	admin := service.NewGRPCServer(p.logger, calls, service.GRPCLimits{}, append(grpcserver.RequireToken(p.config.Admin.Token), p.tracer.ServerOption())...) //nolint:contextcheck // each call has its own
	grpcserver.RegisterAdmin(admin, reviews, grpcserver.AdminOptions{
		Logger:     p.logger,
		MaxRecords: p.config.MaxImport,
		Imported:   p.countImports(),
	})
	admin.SetServing(grpcserver.AdminService, true)

	ops, err := p.listen(ctx, "ops-listen", p.config.OpsListen)
	if err != nil {
		return err
	}
	read, err := p.listen(ctx, "listen", p.config.Listen)
	if err != nil {
		return err
	}
	write, err := p.listen(ctx, "admin-listen", p.config.Admin.Listen)
	if err != nil {
		return err
	}
	if err := errors.Join(p.wantServing("read", grpcserver.ReadService, read), p.wantServing("admin", grpcserver.AdminService, write)); err != nil {
		return err
	}
	p.components = []service.Component{
		service.Ops(ops, p.logger, p.registry, p.ready),
		{Name: "follow", Run: reviews.Follow},
		{Name: "relay", Run: relay.Run},
		service.GRPC("read", read, reader),
		service.GRPC("admin", write, admin),
	}
	p.logger.InfoContext(ctx, "serving",
		slog.String("listen", read.Addr().String()),
		slog.String("admin_listen", write.Addr().String()),
		slog.String("ops_listen", ops.Addr().String()),
		slog.String("database", p.config.databaseName()),
		slog.Uint64("revision", uint64(reviews.State().Revision)))
	return nil
}

// listen takes an address. Whoever serves it closes it too: closing it again
// at the end is for a start that goes no further.
func (p *process) listen(ctx context.Context, flag, address string) (net.Listener, error) {
	l, err := p.config.Common.Listen(ctx, flag, address)
	if err != nil {
		return nil, err
	}
	p.closers = append(p.closers, func() error { _ = l.Close(); return nil })
	return l, nil
}

// close lets go of everything in reverse order.
func (p *process) close() error {
	var errs []error
	for _, closer := range slices.Backward(p.closers) {
		errs = append(errs, closer())
	}
	return errors.Join(errs...)
}
