package board

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/follow"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// Page is a document that the gateway itself adds to those of package
// document.
type Page struct {
	Path   string
	Render func(*review.Snapshot) document.Document
}

// Options are what a Board is made from.
type Options struct {
	Source       follow.Source
	Pages        []Page
	CacheControl string // of all documents
	Encoder      *coding.Encoder
	Logger       *slog.Logger
	Registry     prometheus.Registerer
	Tracer       *tracing.Tracer
}

// Board shows the newest edition that it could get. It is safe for concurrent
// use.
type Board struct {
	options  Options
	renderer *document.Renderer // of the goroutine that runs Follow
	current  atomic.Pointer[Edition]
	slots    chan struct{} // bounds the listings that are rendered at a time
	metrics  *metrics

	follower *follow.Follower
	hear     func(context.Context, review.Revision) // of the follower, but for tests
	fresh    chan *Edition                          // the edition to compress
}

// New returns a board that shows nothing yet.
func New(o Options) *Board {
	b := &Board{
		options:  o,
		renderer: document.NewRenderer(),
		slots:    make(chan struct{}, listingsAtATime()),
		fresh:    make(chan *Edition, 1),
	}
	b.follower = follow.New(o.Source, o.Logger, b.publish)
	b.hear = b.follower.Hear
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
// it may have. What follows belongs to the trace of ctx.
func (b *Board) Hear(ctx context.Context, revision review.Revision) { b.hear(ctx, revision) }

// Follow keeps the board up to date until ctx ends. It returns nil.
func (b *Board) Follow(ctx context.Context) error { return b.follower.Run(ctx) }

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
