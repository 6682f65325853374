package board

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// The bounds of the listings since a date that an edition keeps.
const (
	listingsKept = 10_000
	listingBytes = 64 << 20 // of all bodies that are kept
	listingWait  = 5 * time.Second
	usualReview  = 500 // bytes of a review in a body, to guess the size of a listing
)

// listingsAtATime leaves a core to the documents.
func listingsAtATime() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// listings are the listings since a date of one edition. Each is rendered and
// compressed when it is first asked for, and kept in the codings that were
// wanted; many clients ask for few dates.
type listings struct {
	set     document.Set
	fields  resource.Fields
	encoder *coding.Encoder
	slots   chan struct{}
	flights singleflight.Group

	mu    sync.Mutex
	kept  *simplelru.LRU[listing, *resource.Resource]
	bytes int
}

// listing is the listing since a date in a coding.
type listing struct {
	date   review.Date
	coding coding.Coding
}

func newListings(set document.Set, f resource.Fields, encoder *coding.Encoder, slots chan struct{}) *listings {
	l := &listings{set: set, fields: f, encoder: encoder, slots: slots}
	l.kept, _ = simplelru.NewLRU(listingsKept, func(_ listing, r *resource.Resource) { l.bytes -= r.Size() }) // the size is positive
	return l
}

// Since returns the listing of the reviews on or after date, for a client that
// accepts what accepted says. The error is resource.ErrNotAcceptable, or
// review.ErrUnavailable when too many other listings are being rendered.
func (e *Edition) Since(ctx context.Context, date review.Date, accepted coding.Accepted) (*resource.Resource, error) {
	c, ok := resource.ChooseOnDemand(accepted, usualReview*len(e.Snapshot.Since(date)))
	if !ok {
		return nil, resource.ErrNotAcceptable
	}
	want := listing{date, c}
	if r := e.listings.find(want); r != nil {
		return r, nil
	}
	made := e.listings.flights.DoChan(date.String()+c.String(), func() (any, error) { return e.listings.make(want) })
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-made:
		r, _ := result.Val.(*resource.Resource)
		return r, result.Err
	}
}

func (l *listings) find(want listing) *resource.Resource {
	l.mu.Lock()
	defer l.mu.Unlock()
	r, _ := l.kept.Get(want)
	return r
}

// make renders a listing once there is a slot for it, and keeps it. There is
// one at a time for each; what came after the last one finds what that made.
func (l *listings) make(want listing) (*resource.Resource, error) {
	if r := l.find(want); r != nil {
		return r, nil
	}
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
	case <-time.After(listingWait):
		return nil, fmt.Errorf("listing since %s: %w", want.date, review.ErrUnavailable)
	}
	d := l.set.Since(want.date)
	r := resource.NewForm(d, l.fields, want.coding, l.encoder.Fast(want.coding, d.Body))
	l.keep(want, r)
	return r, nil
}

func (l *listings) keep(want listing, r *resource.Resource) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes += r.Size()
	l.kept.Add(want, r)
	for l.bytes > listingBytes {
		l.kept.RemoveOldest()
	}
}
