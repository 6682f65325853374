package main

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
)

// lacks returns the first of the lines that the metrics do not have.
func (r *running) lacks(lines ...string) string {
	r.t.Helper()
	text := r.metrics()
	for _, line := range lines {
		if !strings.Contains(text, "\n"+line+"\n") {
			return line
		}
	}
	return ""
}

// await waits until the metrics have some lines.
func (r *running) await(lines ...string) {
	r.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		missing := r.lacks(lines...)
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			r.t.Fatalf("the metrics lack %q", missing)
		}
	}
}

// A broker that comes late gets every event, and so does one that was away for
// a while; the metrics tell what waits, and the store is ready all along.
func TestBrokerComesAndGoes(t *testing.T) {
	t.Parallel()
	broker := natstest.Start(t)
	broker.Stop()
	r := start(t, map[string]string{"REVIEWS_NATS_URL": broker.URL()})
	for _, key := range []string{"a", "b", "c"} {
		if err := r.send(key); err != nil {
			t.Fatal(err)
		}
	}
	r.await("reviews_store_broker_connected 0", "reviews_store_events_pending 3", "reviews_store_revision 3")
	broker.Restart()
	r.await("reviews_store_broker_connected 1", "reviews_store_events_pending 0", "reviews_store_event_revision 3")
	awaitEvents(t, broker, 3)

	broker.Stop()
	r.await("reviews_store_broker_connected 0")
	if err := r.send("d"); err != nil {
		t.Fatal(err)
	}
	r.await("reviews_store_events_pending 1")
	if err := run(t.Context(), []string{"healthcheck"}, r.getenv, io.Discard); err != nil {
		t.Errorf("without a broker: %v", err)
	}
	broker.Restart()
	r.await("reviews_store_broker_connected 1", "reviews_store_events_pending 0")
	awaitEvents(t, broker, 4)
}

// The metrics count what became of each record, and how often states were
// made: at the start and with each change.
func TestMetricsOfImports(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	if line := r.lacks(`reviews_store_import_records_total{outcome="rejected"} 0`, "reviews_store_index_duration_seconds_count 1"); line != "" {
		t.Errorf("at the start there is no %q", line)
	}
	record := func(key string, rating int) review.Record {
		return review.Record{Source: "google", SourceID: key, Rating: rating, Date: "2026-03-01"}
	}
	withheld := record("w", 5)
	withheld.Unverified = true
	admin, err := storeclient.DialAdmin(r.admin, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close() }()
	for _, records := range [][]review.Record{
		{record("a", 5), record("b", 4)},
		{record("a", 1), record("b", 4), record("c", 3), record("d", 9), withheld},
	} {
		i, err := admin.Import(t.Context(), review.ImportOptions{}, storeclient.ImportEvents{})
		if err != nil {
			t.Fatal(err)
		}
		for n, record := range records {
			if err := i.Add(n+1, record); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := i.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	if line := r.lacks(
		`reviews_store_import_records_total{outcome="added"} 3`,
		`reviews_store_import_records_total{outcome="changed"} 1`,
		`reviews_store_import_records_total{outcome="unchanged"} 1`,
		`reviews_store_import_records_total{outcome="withheld"} 1`,
		`reviews_store_import_records_total{outcome="rejected"} 1`,
		"reviews_store_commit_duration_seconds_count 2",
		"reviews_store_index_duration_seconds_count 3",
		"reviews_store_events_pending 2",
		"reviews_store_revision 2",
		"reviews_store_reviews 3",
		"reviews_store_tombstones 0",
	); line != "" {
		t.Errorf("the metrics lack %q", line)
	}
}

// A broker's address that cannot be one is told without the password in it.
func TestBrokerAddress(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"nats://me:secret@broker:port", "nats://me:secret@%zz", "nats://me:secret@a:4222,ws://me:secret@b"} {
		conn, err := connect(address, slog.New(slog.DiscardHandler))
		if err == nil {
			conn.Close()
			t.Errorf("%s: no error", address)
			continue
		}
		if !strings.HasPrefix(err.Error(), "-nats-url: ") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := withoutURL(io.EOF); !errors.Is(err, io.EOF) {
		t.Errorf("another error became %v", err)
	}
}
