// Package change is the event that tells the services about a committed
// change: where it is published and what it looks like on the wire. It knows
// nothing of the broker that carries it.
package change

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// Where events are published.
const (
	// Subject is the NATS subject of change events.
	Subject = "reviews.changed"
	// Stream is the JetStream stream that keeps the latest of them.
	Stream = "REVIEWS"
)

// Event says that a revision was committed. Whoever hears it asks the store
// for what changed; missing one is harmless as long as a later one arrives.
type Event struct {
	Revision        review.Revision
	ChangedAt       time.Time // when it was committed, UTC
	Upserted        int       // reviews added or changed
	Deleted         int       // reviews deleted
	BusinessChanged bool

	// Trace is the traceparent (W3C Trace Context) of the commit, empty when it
	// was not traced. It is no part of the encoded event: it travels in the
	// header of the message, from where tracing.Extract reads it.
	Trace string
}

// MessageID identifies the event of a revision, so that a broker can drop one
// that is sent twice.
func MessageID(revision review.Revision) string {
	return strconv.FormatUint(uint64(revision), 10)
}

// Encode writes an event.
func Encode(e Event) ([]byte, error) {
	b, err := proto.Marshal(&pb.ReviewsChanged{
		Revision:        uint64(e.Revision),
		ChangedAt:       timestamppb.New(e.ChangedAt),
		Upserted:        int64(e.Upserted),
		Deleted:         int64(e.Deleted),
		BusinessChanged: e.BusinessChanged,
	})
	if err != nil {
		return nil, fmt.Errorf("encode change event: %w", err)
	}
	return b, nil
}

// Decode reads an event.
func Decode(b []byte) (Event, error) {
	var m pb.ReviewsChanged
	if err := proto.Unmarshal(b, &m); err != nil {
		return Event{}, fmt.Errorf("decode change event: %w", err)
	}
	if m.GetRevision() == 0 {
		return Event{}, errors.New("decode change event: no revision")
	}
	return Event{
		Revision:        review.Revision(m.GetRevision()),
		ChangedAt:       m.GetChangedAt().AsTime(),
		Upserted:        int(m.GetUpserted()),
		Deleted:         int(m.GetDeleted()),
		BusinessChanged: m.GetBusinessChanged(),
	}, nil
}
