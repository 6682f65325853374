package deliver

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	end := now.Add(time.Hour)
	r := subscription.Record{ExpiresAt: end}
	with := func(change func(*subscription.Record)) subscription.Record {
		c := r
		change(&c)
		return c
	}
	old, fresh := subscription.State{Tag: "old"}, subscription.State{Tag: "new"}
	for name, c := range map[string]struct {
		record subscription.Record
		state  subscription.State
		tag    string
		want   decision
	}{
		"new content":              {r, old, "new", decision{what: post}},
		"first content":            {r, subscription.State{}, "new", decision{what: post}},
		"has it":                   {r, fresh, "new", decision{at: end}},
		"content is not known":     {r, old, "", decision{at: end}},
		"failed, and not due":      {with(func(r *subscription.Record) { r.NextAttemptAt = now.Add(time.Minute) }), old, "new", decision{at: now.Add(time.Minute)}},
		"failed, and due":          {with(func(r *subscription.Record) { r.NextAttemptAt = now }), old, "new", decision{what: post}},
		"due after the lease":      {with(func(r *subscription.Record) { r.NextAttemptAt = end.Add(1) }), old, "new", decision{at: end}},
		"lease over":               {with(func(r *subscription.Record) { r.ExpiresAt = now }), old, "new", decision{what: remove, reason: subscription.Expired}},
		"removal was not finished": {with(func(r *subscription.Record) { r.Ended, r.ExpiresAt = subscription.Gone, now }), old, "new", decision{what: remove, reason: subscription.Gone}},
	} {
		if diff := cmp.Diff(c.want, decide(c.record, c.state, c.tag, now), cmp.AllowUnexported(decision{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
