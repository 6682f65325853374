package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
	"github.com/reviewdata/reviewdata/services/store/internal/grpcserver"
	"github.com/reviewdata/reviewdata/services/store/internal/outbox"
	"github.com/reviewdata/reviewdata/services/store/internal/postgres"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
	"github.com/reviewdata/reviewdata/services/store/internal/sqlite"
)

// process is a store that is ready to run.
type process struct {
	ready      *service.Readiness
	components []service.Component
	closers    []func() error // in the order of opening
}

// open opens everything the store needs. The broker need not be there; the
// database must.
func open(ctx context.Context, c config, logger *slog.Logger) (_ *process, err error) {
	p := &process{ready: service.NewReadiness(logger)}
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
	conn, err := connect(c.NATSURL)
	if err != nil {
		return nil, err
	}
	p.closers = append(p.closers, func() error { conn.Close(); return nil })
	registry := service.NewRegistry("store")
	reviews, err := catalog.Open(ctx, db, catalog.Options{
		BaseURL:   c.BaseURL,
		Now:       time.Now,
		Logger:    logger,
		Committed: newCommitMetric(registry),
	})
	if err != nil {
		return nil, err
	}
	relay, err := outbox.New(db, reviews.DataSet(), reviews.NextChange, conn, logger)
	if err != nil {
		return nil, err
	}
	registerMetrics(registry, reviews, relay, conn)
	return p, p.serve(ctx, c, logger, registry, reviews, relay)
}

// openDatabase opens the database with the engine its URL names.
func openDatabase(ctx context.Context, c config) (reviewdb.Database, error) {
	if c.onPostgres() {
		return postgres.Open(ctx, c.DatabaseURL)
	}
	return sqlite.Open(ctx, strings.TrimPrefix(c.DatabaseURL, sqliteScheme))
}

// serve takes the listeners and lists the components.
func (p *process) serve(
	ctx context.Context, c config, logger *slog.Logger, registry *prometheus.Registry, reviews *catalog.Catalog, relay *outbox.Relay,
) error {
	calls := service.NewGRPCMetrics(registry)
	reader := service.NewGRPCServer(logger, calls, service.GRPCLimits{Send: maxMessage})
	grpcserver.RegisterReader(reader, reviews)
	reader.SetServing(grpcserver.ReadService, true)
	admin := service.NewGRPCServer(logger, calls, service.GRPCLimits{}, grpcserver.RequireToken(c.AdminToken)...) //nolint:contextcheck // each call has its own
	grpcserver.RegisterAdmin(admin, reviews, logger, c.MaxImport)
	admin.SetServing(grpcserver.AdminService, true)

	ops, err := service.Listen(ctx, "ops-listen", c.OpsListen)
	if err != nil {
		return err
	}
	read, err := service.Listen(ctx, "listen", c.Listen)
	if err != nil {
		return errors.Join(err, ops.Close())
	}
	write, err := service.Listen(ctx, "admin-listen", c.AdminListen)
	if err != nil {
		return errors.Join(err, ops.Close(), read.Close())
	}
	p.components = []service.Component{
		service.Ops(ops, logger, registry, p.ready),
		{Name: "follow", Run: reviews.Follow},
		{Name: "relay", Run: relay.Run},
		service.GRPC("read", read, reader),
		service.GRPC("admin", write, admin),
	}
	logger.InfoContext(ctx, "serving",
		slog.String("listen", read.Addr().String()),
		slog.String("admin_listen", write.Addr().String()),
		slog.String("ops_listen", ops.Addr().String()),
		slog.String("database", c.databaseName()),
		slog.Uint64("revision", uint64(reviews.State().Revision)))
	return nil
}

// maxMessage bounds one answer: the 100 largest reviews fit.
const maxMessage = 32 << 20

// close lets go of everything in reverse order.
func (p *process) close() error {
	var errs []error
	for _, closer := range slices.Backward(p.closers) {
		errs = append(errs, closer())
	}
	return errors.Join(errs...)
}

// connect prepares a connection to the broker, which is made and made again in
// the background for as long as it takes.
func connect(url string) (*nats.Conn, error) {
	conn, err := nats.Connect(url,
		nats.Name("reviews store"),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(500*time.Millisecond),
		nats.PingInterval(10*time.Second),
		nats.ReconnectBufSize(-1)) // what cannot be sent fails at once and is tried again
	if err != nil {
		return nil, fmt.Errorf("nats %s: %w", url, err)
	}
	return conn, nil
}
