package verify

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/url"
	"strconv"
	"time"

	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// How a callback is asked.
const askTimeout = 10 * time.Second

// delays returns the waits before a callback that could not be reached is
// asked again. An answer is final, whatever it is.
func delays() []time.Duration { return []time.Duration{5 * time.Second, 30 * time.Second} }

// What may come of asking, beside consent.
var (
	errUnconfirmed = errors.New("the callback did not confirm the request")
	errReplaced    = errors.New("a later request counts")
)

// confirm asks the callback whether it wants what was asked for in its name
// (W3C WebSub §5.3), and returns when it was asked: the lease runs from then.
func (w *Worker) confirm(ctx context.Context, r subscription.Request, news <-chan struct{}) (time.Time, error) {
	for _, pause := range append(delays(), -1) {
		began, outcome, err := w.ask(ctx, r)
		if err != nil {
			return time.Time{}, err
		}
		w.outcomes.WithLabelValues(string(r.Mode), outcome).Inc()
		w.Logger.LogAttrs(ctx, slog.LevelInfo, "verification",
			slog.String("subscription", r.Key().String()), slog.String("mode", string(r.Mode)),
			slog.String("outcome", outcome), slog.Float64("duration_ms", float64(time.Since(began).Microseconds())/1000))
		if outcome == confirmed {
			return began, nil
		}
		if outcome == refused || outcome == blocked || pause < 0 {
			break
		}
		select {
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		case <-news:
			return time.Time{}, errReplaced
		case <-time.After(pause):
		}
	}
	return time.Time{}, errUnconfirmed
}

// The outcomes of asking, beside the classes of package egress.
const (
	confirmed = "confirmed"
	refused   = "refused"
	blocked   = "blocked"
)

// ask asks the callback once. An error means that it was not asked.
func (w *Worker) ask(ctx context.Context, r subscription.Request) (began time.Time, outcome string, err error) {
	select {
	case <-ctx.Done():
		return began, "", ctx.Err()
	case w.slots <- struct{}{}:
		defer func() { <-w.slots }()
	}
	challenge := rand.Text() // 130 random bits
	ask, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	began = time.Now()
	answer, err := w.Client.Get(ask, r.Callback, w.parameters(r, challenge))
	switch {
	case err != nil && ctx.Err() != nil:
		return began, "", ctx.Err()
	case err != nil:
		return began, egress.Class(err), nil
	case answer.OK() && answer.Whole && string(answer.Body) == challenge:
		return began, confirmed, nil
	default:
		return began, refused, nil
	}
}

func (w *Worker) parameters(r subscription.Request, challenge string) string {
	return "hub.mode=" + string(r.Mode) +
		"&hub.topic=" + url.QueryEscape(r.Topic.URL(w.BaseURL())) +
		"&hub.challenge=" + challenge +
		"&hub.lease_seconds=" + strconv.FormatInt(int64(r.Lease/time.Second), 10)
}
