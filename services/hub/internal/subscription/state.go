package subscription

import (
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// State is how far a subscription is with deliveries. It is written after each
// attempt, and nobody waits for it; should it be lost, the newest content is
// delivered again.
type State struct {
	Delivered review.Revision `json:"delivered_revision,omitempty"` // of the content the subscriber has
	Tag       string          `json:"delivered_tag,omitempty"`      // of that content
	Last      Outcome         `json:"last,omitzero"`
}

// Outcome is how an attempt ended.
type Outcome struct {
	At         time.Time       `json:"at"`
	Attempt    string          `json:"attempt"`
	Revision   review.Revision `json:"revision"`
	Result     string          `json:"result"`           // delivered, refused, or one of the classes of package egress
	Status     int             `json:"status,omitempty"` // 0 when there was no answer
	Bytes      int             `json:"bytes"`
	DurationMS int64           `json:"duration_ms"`
}

// Has reports whether the subscriber has the content with a tag.
func (s State) Has(tag string) bool { return s.Tag != "" && s.Tag == tag }

// Release returns the state after an attempt that ended so.
func (s State) Release(o Outcome) State {
	s.Last = o
	return s
}

// Deliver returns the state after an attempt that the subscriber accepted.
func (s State) Deliver(o Outcome, tag string) State {
	s = s.Release(o)
	s.Delivered, s.Tag = o.Revision, tag
	return s
}
