package service

import (
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestRegisterFreshness(t *testing.T) {
	t.Parallel()
	registry := NewRegistry("hub")
	var revision uint64
	var at time.Time
	RegisterFreshness(registry, "hub", Freshness{
		Revision:  func() uint64 { return revision },
		ChangedAt: func() time.Time { return at },
		Confirmed: func() time.Time { return at },
		Away:      func() bool { return revision == 0 },
	})
	handler := OpsHandler(registry, NewReadiness(slog.New(slog.DiscardHandler)))
	expect := func(lines ...string) {
		t.Helper()
		_, body := get(t, handler, "GET", "/metrics")
		for _, line := range lines {
			if !strings.Contains(body, "\n"+line+"\n") {
				t.Errorf("there is no %q", line)
			}
		}
	}
	expect("reviews_hub_revision 0", "reviews_hub_changed_timestamp_seconds 0", "reviews_hub_confirmed_timestamp_seconds 0", "reviews_hub_degraded 1")
	revision, at = 7, time.Unix(1000, 500_000_000)
	expect("reviews_hub_revision 7", "reviews_hub_changed_timestamp_seconds 1000.5", "reviews_hub_confirmed_timestamp_seconds 1000.5", "reviews_hub_degraded 0")
}
