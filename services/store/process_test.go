package main

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
	"github.com/reviewdata/reviewdata/services/store/internal/grpcserver"
)

// process under test, inside of the test's process.
type running struct {
	t                *testing.T
	read, admin, ops string
	env              map[string]string
	stop             func() error // ends it and returns how it ended
}

// start runs a store until the test ends, which must be a clean end of the
// store too. Nobody is at its broker's address.
func start(t *testing.T, settings map[string]string) *running {
	t.Helper()
	r := launch(t, settings)
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("the store ended with %v", err)
		}
	})
	return r
}

// launch runs a store that may come to a bad end.
func launch(t *testing.T, settings map[string]string) *running {
	t.Helper()
	r := &running{t: t, read: servicetest.FreeAddress(t), admin: servicetest.FreeAddress(t), ops: servicetest.FreeAddress(t)}
	r.env = map[string]string{
		"REVIEWS_STORE_LISTEN":       r.read,
		"REVIEWS_STORE_ADMIN_LISTEN": r.admin,
		"REVIEWS_STORE_OPS_LISTEN":   r.ops,
		"REVIEWS_NATS_URL":           "nats://" + servicetest.FreeAddress(t),
		"REVIEWS_DATA_DIR":           t.TempDir(),
	}
	maps.Copy(r.env, settings)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, nil, r.getenv, io.Discard) }()
	r.stop = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { _ = r.stop() })
	for deadline := time.Now().Add(20 * time.Second); run(ctx, []string{"healthcheck"}, r.getenv, io.Discard) != nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the store is not ready")
		}
	}
	return r
}

func (r *running) getenv(name string) string { return r.env[name] }

// send imports one review.
func (r *running) send(key string) error {
	admin, err := storeclient.DialAdmin(r.admin, "")
	if err != nil {
		return err
	}
	defer func() { _ = admin.Close() }()
	i, err := admin.Import(r.t.Context(), review.ImportOptions{Strict: true}, storeclient.ImportEvents{})
	if err != nil {
		return err
	}
	_ = i.Add(1, review.Record{Source: "google", SourceID: key, Rating: 5, Date: "2026-03-01"}) // Finish says why
	_, err = i.Finish()
	return err
}

func (r *running) metrics() string {
	r.t.Helper()
	res, err := http.Get("http://" + r.ops + "/metrics")
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// A store without its broker is ready, takes changes, and tells what waits.
func TestWithoutBroker(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	if err := r.send("a"); err != nil {
		t.Fatal(err)
	}
	text := r.metrics()
	for _, want := range []string{
		"reviews_store_revision 1", "reviews_store_reviews 1", "reviews_store_event_revision 0",
		"reviews_store_broker_connected 0", "reviews_store_database_away 0", "reviews_store_commit_duration_seconds_count 1",
	} {
		if !strings.Contains(text, "\n"+want+"\n") {
			t.Errorf("the metrics lack %q", want)
		}
	}
}

// Each listener answers for its service by the standard health protocol.
func TestHealth(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	for address, names := range map[string][]string{
		r.read:  {"", grpcserver.ReadService},
		r.admin: {"", grpcserver.AdminService},
	} {
		conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		for _, name := range names {
			answer, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: name})
			if err != nil || answer.GetStatus() != healthpb.HealthCheckResponse_SERVING {
				t.Errorf("%q: %v, %v", name, answer.GetStatus(), err)
			}
		}
	}
}

// Stopping under load cuts nothing off: what was acknowledged is there after
// the restart, and what was not has an error.
func TestStopUnderLoad(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	acknowledged := make(chan string, 10_000)
	var writers sync.WaitGroup
	for i := range 4 {
		writers.Go(func() {
			for n := 0; ; n++ {
				key := string(rune('a'+i)) + strings.Repeat("x", n)
				if err := r.send(key); err != nil {
					return
				}
				acknowledged <- key
			}
		})
	}
	time.Sleep(200 * time.Millisecond)
	if err := r.stop(); err != nil {
		t.Errorf("the store ended with %v", err)
	}
	writers.Wait()
	close(acknowledged)
	again := start(t, map[string]string{"REVIEWS_DATA_DIR": r.env["REVIEWS_DATA_DIR"]})
	client, err := storeclient.Dial(again.read)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	if len(acknowledged) == 0 {
		t.Error("nothing was written")
	}
	for key := range acknowledged {
		if _, err := client.Review(t.Context(), review.NewID("google", key), 0); err != nil {
			t.Fatalf("%.20s: %v", key, err)
		}
	}
}

// What keeps a store from starting is told in one sentence, and an address
// that is taken leaves nothing open behind it.
func TestCannotStart(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	for name, test := range map[string]struct {
		settings map[string]string
		want     string
	}{
		"the same database": {map[string]string{"REVIEWS_DATA_DIR": r.env["REVIEWS_DATA_DIR"]}, "another process has the database open"},
		"a taken address":   {map[string]string{"REVIEWS_STORE_ADMIN_LISTEN": r.admin}, "admin-listen"},
		"no broker's URL":   {map[string]string{"REVIEWS_NATS_URL": "://"}, "nats"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := map[string]string{
				"REVIEWS_STORE_LISTEN": "127.0.0.1:0", "REVIEWS_STORE_ADMIN_LISTEN": "127.0.0.1:0", "REVIEWS_STORE_OPS_LISTEN": "127.0.0.1:0",
				"REVIEWS_DATA_DIR": filepath.Join(t.TempDir(), "data"),
			}
			maps.Copy(env, test.settings)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			err := run(ctx, nil, func(name string) string { return env[name] }, io.Discard)
			if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}
