package subscription

import (
	"errors"
	"time"
)

// MaxFailures is how many deliveries in a row may fail: the last of them
// removes the subscription.
const MaxFailures = 3

// Record is what was agreed on with a subscriber, and what puts the agreement
// at risk. It is written rarely and must survive a power cut.
type Record struct {
	Callback   string    `json:"callback"` // exactly as it was given
	Topic      Topic     `json:"topic"`
	Secret     string    `json:"secret,omitempty"` // signs deliveries; empty for none
	Lease      int64     `json:"lease_seconds"`
	VerifiedAt time.Time `json:"verified_at"`
	ExpiresAt  time.Time `json:"expires_at"`

	Failures      int       `json:"failures,omitempty"`       // deliveries in a row that failed
	NextAttemptAt time.Time `json:"next_attempt_at,omitzero"` // nothing is sent before, after a failure
	Ended         Reason    `json:"ended,omitempty"`          // why it is about to be removed
}

// Reason says why a subscription was removed. It is also the label of the
// metric, and the word in the subscriber's denial.
type Reason string

// The reasons.
const (
	Unsubscribed Reason = "unsubscribed"
	Expired      Reason = "expired"
	Failed       Reason = "failed" // three deliveries in a row
	Gone         Reason = "gone"   // the callback answered 410
	Operator     Reason = "operator"
)

// Denial says what a subscriber is told of a removal, empty when it is not
// told: it asked for it, or the lease it knows of is over.
func (r Reason) Denial() string {
	switch r {
	case Failed:
		return "three deliveries in a row failed; subscribe again when the callback answers"
	case Gone:
		return "the callback answered 410 Gone"
	case Operator:
		return "the operator removed the subscription"
	case Unsubscribed, Expired:
		return ""
	default:
		return ""
	}
}

// Active reports whether deliveries may go out at the time now.
func (r Record) Active(now time.Time) bool { return r.Ended == "" && now.Before(r.ExpiresAt) }

// Due returns how long a delivery has to wait at the time now, 0 if it need
// not.
func (r Record) Due(now time.Time) time.Duration {
	return max(0, r.NextAttemptAt.Sub(now))
}

// Fail returns the record after an attempt failed. Wait is how long to wait for
// the next try, given how many have failed by then.
func (r Record) Fail(now time.Time, wait func(failures int) time.Duration) Record {
	r.Failures++
	if r.Failures >= MaxFailures {
		r.Ended = Failed
		return r
	}
	r.NextAttemptAt = now.Add(wait(r.Failures))
	return r
}

// Succeed returns the record after a delivery.
func (r Record) Succeed() Record {
	r.Failures, r.NextAttemptAt = 0, time.Time{}
	return r
}

// check reports what cannot be in a record.
func (r Record) check() error {
	if r.Callback == "" || r.Topic.Path() == "" || r.ExpiresAt.IsZero() {
		return errors.New("record without callback, topic or lease")
	}
	return nil
}
