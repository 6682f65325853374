package board

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// Source is where snapshots come from: the store.
type Source interface {
	// Revision returns the current revision.
	Revision(ctx context.Context) (review.Revision, error)
	// Snapshot returns the state at revision min or later, and nil when that
	// is the known one.
	Snapshot(ctx context.Context, min, known review.Revision) (*review.Snapshot, error)
}

// Page is a document that the gateway itself adds to those of package
// document.
type Page struct {
	Path   string
	Render func(*review.Snapshot) document.Document
}

// Options are what a Board is made from.
type Options struct {
	Source       Source
	Pages        []Page
	CacheControl string // of all documents
	Encoder      *coding.Encoder
	Logger       *slog.Logger
	Registry     prometheus.Registerer
}

// Board shows the newest edition that it could get. It is safe for concurrent
// use.
type Board struct {
	options  Options
	renderer *document.Renderer // of the goroutine that runs Follow
	current  atomic.Pointer[Edition]
	slots    chan struct{} // bounds the listings that are rendered at a time
	metrics  *metrics

	heard atomic.Uint64 // the newest revision that an event told of
	news  chan struct{} // filled when there may be a new revision
	fresh chan *Edition // the edition to compress
}

// New returns a board that shows nothing yet.
func New(o Options) *Board {
	b := &Board{
		options:  o,
		renderer: document.NewRenderer(),
		slots:    make(chan struct{}, listingsAtATime()),
		news:     make(chan struct{}, 1),
		fresh:    make(chan *Edition, 1),
	}
	b.metrics = newMetrics(o.Registry, b)
	return b
}

// Current returns the edition to serve, nil before the first snapshot.
func (b *Board) Current() *Edition { return b.current.Load() }

// Revision returns the revision of the current edition, 0 before the first.
func (b *Board) Revision() review.Revision {
	if e := b.Current(); e != nil {
		return e.Snapshot.Revision
	}
	return 0
}

// Hear tells the board that the store has committed a revision; 0 means that
// it may have.
func (b *Board) Hear(revision review.Revision) {
	b.heard.Store(uint64(revision))
	select {
	case b.news <- struct{}{}:
	default: // there is a call already that will see it
	}
}

// publish shows a snapshot. Adopted bodies are those that did not change.
func (b *Board) publish(ctx context.Context, s *review.Snapshot, began time.Time) {
	old, next := b.Current(), b.newEdition(s)
	for path, r := range next.resources {
		if old == nil || !r.Adopt(old.resources[path]) {
			if r.Size() <= small {
				r.Prepare(ctx)
			}
		}
	}
	b.current.Store(next)
	b.metrics.refresh.Observe(time.Since(began).Seconds())
	b.options.Logger.InfoContext(ctx, "published",
		slog.Uint64("revision", uint64(s.Revision)),
		slog.Int("reviews", len(s.Reviews)),
		slog.Float64("duration_ms", float64(time.Since(began).Microseconds())/1000))
	b.compressLater(next)
}
