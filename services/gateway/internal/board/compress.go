package board

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// small is the size in bytes up to which a document is compressed before it is
// shown: some two milliseconds of work.
const small = 256 << 10

// quiet is how long the data must not have changed before the documents are
// worth to be compressed as hard as it goes.
const quiet = 2 * time.Second

// work is an edition to compress, until it is superseded.
type work struct {
	ctx     context.Context
	edition *Edition
}

// compressLater hands an edition to Compress, in place of one that still
// waits.
func (b *Board) compressLater(e *Edition) {
	ctx, cancel := context.WithCancel(context.Background())
	b.cancel = cancel
	select {
	case <-b.edition:
	default:
	}
	b.edition <- &work{ctx, e}
}

// Compress compresses what is published until ctx ends. It returns nil. It
// occupies one core at most.
func (b *Board) Compress(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case w := <-b.edition:
			w.do(ctx)
		}
	}
}

func (w *work) do(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.ctx, cancel)()
	resources := w.edition.bySize()
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
