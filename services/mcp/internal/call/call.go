// Package call keeps what is worth knowing of one request while it goes
// through the layers: what was asked for, and how it went.
package call

import (
	"context"
	"errors"
)

// Outcome says how a request went, for the log and the metrics.
type Outcome string

// The outcomes of a request.
const (
	OK       Outcome = "ok"
	Refused  Outcome = "refused"  // by the transport: the request is no good
	Invalid  Outcome = "invalid"  // the arguments are wrong, or name what is not there
	Away     Outcome = "away"     // the store cannot answer now
	Failed   Outcome = "failed"   // the fault is ours
	Canceled Outcome = "canceled" // the client did not wait
)

// Record is what is known of a request so far. It belongs to the goroutine
// that serves the request.
type Record struct {
	Method  string  // JSON-RPC method; empty until it is known to be one of ours
	Target  string  // the tool, prompt or resource, once it is known to be there
	Outcome Outcome // empty means OK
	Err     error   // for the log; never sent
	Problem *Problem
}

// Problem is what is wrong with a request that the library has no error for.
type Problem struct {
	Text     string // for the client
	URI      string // of the resource that is not there, if that is the problem
	TryAgain bool   // the same request may succeed later
}

// Refuse notes a problem and returns it as the error that a handler must
// return. The front answers with it.
func (r *Record) Refuse(p Problem) error {
	r.Problem = &p
	if r.Outcome = Invalid; p.TryAgain {
		r.Outcome = Away
	}
	return errors.New(p.Text)
}

type recordKey struct{}

// With returns a context that carries r.
func With(ctx context.Context, r *Record) context.Context {
	return context.WithValue(ctx, recordKey{}, r)
}

// From returns the record of the request, never nil.
func From(ctx context.Context) *Record {
	if r, ok := ctx.Value(recordKey{}).(*Record); ok {
		return r
	}
	return &Record{}
}
