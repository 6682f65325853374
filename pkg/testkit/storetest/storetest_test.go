package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

func TestMain(m *testing.M) { Main(m) }

func TestStore(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{})
	client := s.Client()
	if got := s.Apply(reviewtest.Business()); got != 1 {
		t.Errorf("revision %d after the profile, want 1", got)
	}
	record := review.Record{Source: "google", SourceID: "jane", Rating: 5, Date: "2026-03-01"}
	if got := s.Import(record); got != 2 {
		t.Errorf("revision %d after the import, want 2", got)
	}

	s.Kill()
	if _, err := client.Revision(t.Context()); !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("killed: error %v, want %v", err, review.ErrUnavailable)
	}
	s.Restart()
	client = s.Client() // the other one waits for a moment before it dials again
	snapshot, err := client.Snapshot(t.Context(), 2, 0)
	if err != nil || len(snapshot.Reviews) != 1 || snapshot.BaseURL != "https://reviews.example.com" {
		t.Errorf("restarted: snapshot %+v, error %v", snapshot, err)
	}

	s.Freeze()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := client.Revision(ctx); !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("frozen: error %v, want %v", err, review.ErrUnavailable)
	}
	s.Thaw()
	if got := s.Remove(review.NewID("google", "jane")); got != 3 {
		t.Errorf("revision %d after the removal, want 3", got)
	}
}
