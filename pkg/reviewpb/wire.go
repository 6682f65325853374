package reviewpb

import (
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// ErrMalformed says that a message is not the wire form of a domain value.
var ErrMalformed = errors.New("malformed message")

// reader reads members of a message and remembers the first that is malformed.
type reader struct{ err error }

func (r *reader) fail(member, value string) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s %q", ErrMalformed, member, value)
	}
}

// date reads a date, the empty string as "no date".
func (r *reader) date(member, s string) review.Date {
	if s == "" {
		return 0
	}
	d, err := review.ParseDate(s)
	if err != nil {
		r.fail(member, s)
	}
	return d
}

func (r *reader) id(member, s string) review.ID {
	id, err := review.ParseID(s)
	if err != nil {
		r.fail(member, s)
	}
	return id
}

func (r *reader) ids(member string, from []string) []review.ID {
	return convert(from, func(s string) review.ID { return r.id(member, s) })
}

// fromTime writes an instant; the zero time is absent.
func fromTime(t time.Time) *timestamppb.Timestamp {
	if t.IsZero() {
		return nil
	}
	return timestamppb.New(t)
}

// toTime reads an instant in UTC; an absent one is the zero time.
func toTime(t *timestamppb.Timestamp) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.AsTime()
}

// convert maps each element; nil stays nil, which has the same wire form as
// the empty list.
func convert[A, B any](from []A, each func(A) B) []B {
	if len(from) == 0 {
		return nil
	}
	out := make([]B, len(from))
	for i, a := range from {
		out[i] = each(a)
	}
	return out
}

// toList maps each element of a message list, stopping at the first malformed.
func toList[A, B any](from []A, each func(A) (B, error)) ([]B, error) {
	out := make([]B, 0, len(from))
	for _, a := range from {
		b, err := each(a)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func idStrings(ids []review.ID) []string {
	return convert(ids, func(id review.ID) string { return string(id) })
}
