package subscription

import (
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// State is how far a subscription is with deliveries. It is written twice for
// each delivery; should it be lost, the newest content is delivered again.
type State struct {
	Delivered review.Revision `json:"delivered_revision,omitempty"` // of the content the subscriber has
	Tag       string          `json:"delivered_tag,omitempty"`      // of that content
	Claim     Claim           `json:"claim,omitzero"`
	Last      Outcome         `json:"last,omitzero"`
}

// Claim is the right of one attempt to deliver. While it lasts nobody else
// delivers, so that two contents never overtake each other.
type Claim struct {
	Attempt string    `json:"attempt"`
	Until   time.Time `json:"until"`
}

// Outcome is how an attempt ended.
type Outcome struct {
	At         time.Time       `json:"at"`
	Attempt    string          `json:"attempt"`
	Revision   review.Revision `json:"revision"`
	Result     string          `json:"result"`           // delivered, or what went wrong: one of the classes of package egress
	Status     int             `json:"status,omitempty"` // 0 when there was no answer
	Bytes      int             `json:"bytes"`
	DurationMS int64           `json:"duration_ms"`
}

// Claimed returns how long the claim of another attempt still lasts at the
// time now, 0 if there is none.
func (s State) Claimed(now time.Time) time.Duration {
	return max(0, s.Claim.Until.Sub(now))
}

// Has reports whether the subscriber has the content of a revision, or the
// same content in a later one.
func (s State) Has(revision review.Revision, tag string) bool {
	return s.Tag != "" && s.Tag == tag || s.Delivered > revision
}

// Take returns the state with a claim of attempt.
func (s State) Take(attempt string, until time.Time) State {
	s.Claim = Claim{Attempt: attempt, Until: until}
	return s
}

// Release returns the state without a claim, after an attempt that ended so.
func (s State) Release(o Outcome) State {
	s.Claim, s.Last = Claim{}, o
	return s
}

// Deliver returns the state after an attempt that the subscriber accepted.
func (s State) Deliver(o Outcome, tag string) State {
	s = s.Release(o)
	s.Delivered, s.Tag = o.Revision, tag
	return s
}
