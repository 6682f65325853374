package front

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Status is what a subscriber learns of its subscription.
type Status struct {
	State         string                 `json:"state"` // active, or pending while the callback has not confirmed it
	Topic         string                 `json:"topic"`
	LeaseSeconds  int64                  `json:"lease_seconds"`
	VerifiedAt    *time.Time             `json:"verified_at"`
	ExpiresAt     *time.Time             `json:"expires_at"`
	Delivered     review.Revision        `json:"delivered_revision"` // 0 when it is not known
	Failures      int                    `json:"failures"`           // deliveries in a row that failed
	NextAttemptAt *time.Time             `json:"next_attempt_at"`
	Outcomes      []subscription.Outcome `json:"outcomes"` // of the last deliveries, the newest first
}

// status tells a subscriber how its subscription is. Who knows topic and
// callback is taken for the subscriber; a form keeps them out of logs.
func (f *Front) status(ctx context.Context, body []byte) answer {
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return plain(http.StatusBadRequest, "The form is malformed.")
	}
	topic, ok := subscription.TopicAt(f.BaseURL(), values.Get("hub.topic"))
	if !ok || values.Get("hub.callback") == "" {
		return plain(http.StatusBadRequest, "Send hub.callback and hub.topic as you did when you subscribed.")
	}
	key := subscription.NewKey(topic, values.Get("hub.callback"))
	s, err := f.find(ctx, key)
	switch {
	case errors.Is(err, broker.ErrNotFound):
		return plain(http.StatusNotFound, "There is no such subscription.")
	case err != nil:
		f.Logger.WarnContext(ctx, "cannot tell a status", slog.Any("error", err))
		return away()
	}
	s.Topic = topic.URL(f.BaseURL())
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return away()
	}
	return answer{status: http.StatusOK, contentType: "application/json", body: append(text, '\n')}
}

func (f *Front) find(ctx context.Context, key subscription.Key) (Status, error) {
	entry, err := f.Ledger.Find(ctx, key)
	if errors.Is(err, broker.ErrNotFound) {
		r, _, err := f.Ledger.NextRequest(ctx, key)
		return Status{State: "pending", LeaseSeconds: int64(r.Lease / time.Second), Outcomes: []subscription.Outcome{}}, err
	}
	if err != nil {
		return Status{}, err
	}
	history, err := f.Ledger.History(ctx, key)
	s := Describe(entry.Record, history)
	if err == nil && !entry.Record.Active(time.Now()) {
		err = broker.ErrNotFound
	}
	return s, err
}

// Describe returns what there is to tell of a subscription, except for its
// topic.
func Describe(r subscription.Record, history []subscription.State) Status {
	s := Status{
		State: "active", LeaseSeconds: r.Lease, VerifiedAt: &r.VerifiedAt, ExpiresAt: &r.ExpiresAt,
		Failures: r.Failures, Outcomes: []subscription.Outcome{},
	}
	if !r.NextAttemptAt.IsZero() {
		s.NextAttemptAt = &r.NextAttemptAt
	}
	for i, state := range history {
		if i == 0 {
			s.Delivered = state.Delivered
		}
		isNew := len(s.Outcomes) == 0 || s.Outcomes[len(s.Outcomes)-1].Attempt != state.Last.Attempt
		if state.Last.Attempt != "" && isNew && len(s.Outcomes) < broker.Outcomes {
			s.Outcomes = append(s.Outcomes, state.Last)
		}
	}
	return s
}
