package board

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// small is the size in bytes up to which a document is compressed before it is
// shown: some two milliseconds of work.
const small = 256 << 10

// quiet is how long the data must not have changed before the documents are
// worth to be compressed as hard as it goes.
const quiet = 2 * time.Second

// compressLater hands an edition to Compress, in place of one that still
// waits.
func (b *Board) compressLater(e *Edition) {
	select {
	case <-b.fresh:
	default:
	}
	b.fresh <- e
}

// Compress compresses what is published until ctx ends. It returns nil. It
// occupies one core at most, and leaves an edition as soon as there is a newer
// one.
func (b *Board) Compress(ctx context.Context) error {
	leave := func() {}
	var working sync.WaitGroup
	for {
		select {
		case <-ctx.Done():
			working.Wait()
			return nil
		case e := <-b.fresh:
			leave()
			working.Wait()
			work, cancel := context.WithCancel(ctx)
			leave = cancel
			working.Go(func() { e.compress(work) })
		}
	}
}

// compress makes the forms of all documents, and then makes them smaller.
func (e *Edition) compress(ctx context.Context) {
	resources := e.bySize()
	for _, r := range resources {
		r.Prepare(ctx)
	}
	select {
	case <-ctx.Done():
		return
	case <-time.After(quiet):
	}
	for _, r := range resources {
		if r.Refine(ctx) != nil {
			return
		}
	}
}

// bySize returns the resources of the edition, the smallest first.
func (e *Edition) bySize() []*resource.Resource {
	var all []*resource.Resource
	for _, r := range e.resources {
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *resource.Resource) int { return cmp.Compare(a.Size(), b.Size()) })
	return all
}
