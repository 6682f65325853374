// Package deliver brings the newest content to each subscriber, and takes
// subscriptions away whose time is over.
//
// It is no queue of jobs. The engine knows of each subscription of its shards
// which content the subscriber has, and acts as long as that is not the newest
// one: see [decide]. So there is nothing to lose, nothing that has to be
// repaired, and no backlog: a slow subscriber gets the newest content when it
// is ready for it.
//
// One subscription is worked on by one goroutine at a time, and its shard is
// held by one replica at a time; therefore no subscriber gets two contents at
// once, or an older one after a newer one.
package deliver

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/content"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// Ledger is where subscriptions are kept.
type Ledger interface {
	Load(ctx context.Context, shards []int) ([]broker.Entry, error)
	Find(ctx context.Context, key subscription.Key) (broker.Entry, error)
	SaveRecord(ctx context.Context, key subscription.Key, r subscription.Record, version uint64) (uint64, error)
	RemoveRecord(ctx context.Context, key subscription.Key, version uint64) error
	SaveState(key subscription.Key, s subscription.State) error
	Flush(ctx context.Context) error
}

// Options are what an Engine is made from.
type Options struct {
	Ledger      Ledger
	Client      *egress.Client
	Outlook     *egress.Outlook
	Delays      []time.Duration           // before the second attempt in a row, and before the third
	Deadline    time.Duration             // of an attempt, for a small content
	Concurrency int                       // attempts at a time
	PerHost     func(callback string) int // attempts at a time at the host of a callback; 0 for as many as there can be
	Newest      func() *content.Edition   // what a GET is answered with, nil before the first
	Metrics     *Metrics
	Logger      *slog.Logger
	Tracer      *tracing.Tracer
}

// Engine works on the shards that are assigned to this replica. Its methods
// are safe for concurrent use.
type Engine struct {
	Options
	valid func() bool // whether the shards are still ours
	kick  func()      // tells that shards are free

	work sync.WaitGroup // all goroutines

	mu       sync.Mutex
	shards   map[int]*shardWork
	dropped  map[int]*shardWork // the last one of each shard
	surplus  map[int]bool
	floor    review.Revision
	edition  *content.Edition
	ready    []*member // subscriptions to look at, in order
	running  int       // attempts, and removals
	young    int       // attempts that have just begun
	hosts    map[string]*hostLoad
	stopping bool
}

// shardWork is a shard that is worked on.
type shardWork struct {
	number  int
	ctx     context.Context // ends when the work must stop
	cancel  context.CancelCauseFunc
	loaded  bool
	leaving bool // nothing new is begun
	busy    int  // members that are worked on, and one while it is loaded
	members map[subscription.Key]*member
	settled shard.Tags // what all members have

	before *shardWork    // who worked on the shard here before, and may still be at it
	idle   chan struct{} // closed when the shard was dropped and nobody is at it any more
}

// member is a subscription of a shard that is worked on. Who has seized it may
// read its fields; they change under the lock of the engine.
type member struct {
	key     subscription.Key
	shard   *shardWork
	record  subscription.Record
	version uint64
	state   subscription.State
	from    review.Revision // nothing older is delivered: the subscriber came when this was the newest

	absent bool            // there is no record yet
	busy   bool            // somebody has seized it
	queued bool            // it is in ready, or waits for its host
	young  bool            // an attempt for it has just begun
	turns  []chan struct{} // of those who wait to seize it
	timer  *time.Timer     // looks at it again, or ends the youth of its attempt
}

// hostLoad is what goes on at the host of callbacks.
type hostLoad struct {
	running int
	waiting []*member
}

// New returns an engine that has no shards. It asks valid before and in each attempt
// whether it may still work on them, and calls kick when it has freed some.
func New(o Options, valid func() bool, kick func()) *Engine {
	return &Engine{
		Options: o, valid: valid, kick: kick,
		shards: map[int]*shardWork{}, dropped: map[int]*shardWork{}, surplus: map[int]bool{}, hosts: map[string]*hostLoad{},
	}
}

// SetEdition gives the engine the newest content. It is delivered once an
// assignment allows its revision.
func (e *Engine) SetEdition(edition *content.Edition) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.edition = edition
	e.lookAtAll()
}

// Run delivers until ctx ends, and then finishes what has begun as far as the
// time for that reaches.
func (e *Engine) Run(ctx context.Context, draining func(context.Context) (context.Context, context.CancelFunc)) error {
	<-ctx.Done()
	drain, cancel := draining(ctx)
	defer cancel()
	e.stop(drain)
	return nil
}

// stop begins nothing new, waits for what has begun, and gives it up when ctx
// ends.
func (e *Engine) stop(ctx context.Context) {
	e.mu.Lock()
	e.stopping = true
	e.mu.Unlock()
	done := make(chan struct{})
	go func() {
		e.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	e.Drop(errStopping)
	<-done
	flush, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := e.Flush(flush); err != nil {
		e.Logger.WarnContext(ctx, "who takes over may deliver again what was delivered", slog.Any("error", err))
	}
}

// Flush waits until whoever takes a shard over sees how far it is.
func (e *Engine) Flush(ctx context.Context) error { return e.Ledger.Flush(ctx) }
