package subscription

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Mode is what a request asks for.
type Mode string

// The modes. The first two are those of W3C WebSub §5.1, the others are the
// operator's.
const (
	Subscribe   Mode = "subscribe"
	Unsubscribe Mode = "unsubscribe"
	Remove      Mode = "remove"    // end a subscription, and tell the subscriber
	Redeliver   Mode = "redeliver" // send the newest content again
)

// Request is what somebody has asked for and the hub has accepted: it survives
// a power cut until it is carried out. Of several about one subscription only
// the last counts.
type Request struct {
	Mode     Mode          `json:"mode"`
	Topic    Topic         `json:"topic"`
	Callback string        `json:"callback"`         // exactly as given
	Secret   string        `json:"secret,omitempty"` // empty for none
	Lease    time.Duration `json:"lease,omitempty"`  // as granted, of Subscribe
}

// Key returns the subscription that the request is about.
func (r Request) Key() Key { return NewKey(r.Topic, r.Callback) }

// EncodeRequest writes a request.
func EncodeRequest(r Request) ([]byte, error) { return encode("request", r) }

// DecodeRequest reads a request.
func DecodeRequest(b []byte) (Request, error) {
	var r Request
	if err := json.Unmarshal(b, &r); err != nil {
		return Request{}, fmt.Errorf("decode request: %w", err)
	}
	if !slices.Contains([]Mode{Subscribe, Unsubscribe, Remove, Redeliver}, r.Mode) || r.Callback == "" || r.Topic.Path() == "" {
		return Request{}, fmt.Errorf("decode request: %q of nothing", r.Mode)
	}
	return r, nil
}
