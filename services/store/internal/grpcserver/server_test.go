package grpcserver_test

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
	"github.com/reviewdata/reviewdata/services/store/internal/grpcserver"
	"github.com/reviewdata/reviewdata/services/store/internal/sqlite"
)

// maxRecords is what an import of these tests may have.
const maxRecords = 3000

// server is both services on a loopback port, on an empty database.
type server struct {
	t       *testing.T
	addr    string
	token   string
	catalog *catalog.Catalog
	grpc    *grpc.Server
}

// start serves until the test ends. The admin service wants the token, if
// there is one.
func start(t *testing.T, token string) *server {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "reviews.db"))
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.DiscardHandler)
	reviews, err := catalog.Open(t.Context(), db, catalog.Options{BaseURL: "https://reviews.example.com", Now: time.Now, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	options := append(grpcserver.RequireToken(token), grpc.MaxSendMsgSize(32<<20),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: time.Second, PermitWithoutStream: true})) // pings are permitted, as by the store
	s := &server{t: t, addr: l.Addr().String(), token: token, catalog: reviews, grpc: grpc.NewServer(options...)}
	grpcserver.RegisterReader(s.grpc, reviews)
	grpcserver.RegisterAdmin(s.grpc, reviews, grpcserver.AdminOptions{Logger: logger, MaxRecords: maxRecords})
	served := make(chan error, 1)
	go func() { served <- s.grpc.Serve(l) }()
	t.Cleanup(func() {
		s.grpc.Stop()
		<-served
		_ = db.Close()
	})
	return s
}

func (s *server) client() *storeclient.Client {
	s.t.Helper()
	c, err := storeclient.Dial(s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

func (s *server) admin(token string) *storeclient.Admin {
	s.t.Helper()
	a, err := storeclient.DialAdmin(s.addr, token)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = a.Close() })
	return a
}

func record(key string, rating int, text string) review.Record {
	return review.Record{Source: "google", SourceID: key, Rating: rating, Date: "2026-03-01", Text: text}
}

// records returns so many records, all of a day.
func records(count int, text string) []review.Record {
	out := make([]review.Record, count)
	for i := range out {
		out[i] = record(strconv.Itoa(i), i%5+1, text)
	}
	return out
}

// outcome is what an import did and told.
type outcome struct {
	result   review.ImportResult
	err      error
	rejected []review.Rejection
	progress int
}

// send imports records to the end, whatever comes of it.
func send(ctx context.Context, t *testing.T, a *storeclient.Admin, strict bool, records ...review.Record) outcome {
	t.Helper()
	var out outcome
	i, err := a.Import(ctx, review.ImportOptions{Strict: strict}, storeclient.ImportEvents{
		Rejected: func(r review.Rejection) { out.rejected = append(out.rejected, r) },
		Progress: func(n int) { out.progress = n },
	})
	if err != nil {
		return outcome{err: err}
	}
	for n, r := range records {
		if err := i.Add(n+1, r); err != nil {
			break // Finish says why
		}
	}
	out.result, out.err = i.Finish()
	return out
}

// mustSend imports records, all of which must be accepted.
func mustSend(t *testing.T, a *storeclient.Admin, records ...review.Record) {
	t.Helper()
	if out := send(t.Context(), t, a, true, records...); out.err != nil || len(out.rejected) > 0 {
		t.Fatalf("import: %v, rejected %v", out.err, out.rejected)
	}
}
