package deliver

import (
	"time"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// verdict is what is to be done about a subscription.
type verdict int

const (
	wait   verdict = iota // nothing before decision.at
	post                  // deliver the newest content
	remove                // for decision.reason
)

// decision is what is to be done about a subscription, and when to ask again.
type decision struct {
	what   verdict
	reason subscription.Reason
	at     time.Time
}

// decide says what is to be done at the time now about a subscription whose
// topic has the content with a tag; an empty tag is content nobody knows yet.
// The same state always gives the same answer: it does not matter how often it
// is asked, nor whether somebody else was about to act and died.
func decide(r subscription.Record, s subscription.State, tag string, now time.Time) decision {
	switch {
	case r.Ended != "":
		return decision{what: remove, reason: r.Ended}
	case !now.Before(r.ExpiresAt):
		return decision{what: remove, reason: subscription.Expired}
	case tag == "" || s.Has(tag): // superseded, or nothing new
		return decision{what: wait, at: r.ExpiresAt}
	case r.Due(now) > 0:
		return decision{what: wait, at: earlier(r.NextAttemptAt, r.ExpiresAt)}
	default:
		return decision{what: post}
	}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
