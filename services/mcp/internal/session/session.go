package session

import (
	"crypto/rand"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// rememberedEnds is how many ended sessions are remembered. One that is
// forgotten, because so many others ended after it, is good again until it
// expires: nobody but the client that ended it knows it.
const rememberedEnds = 100_000

// Options are what a Registry is made from.
type Options struct {
	// Secrets sign the ids: the first signs new ones, the others are still
	// accepted. Without any, a random one makes sessions that end with the
	// process.
	Secrets  []string
	Lifetime time.Duration // of a session
}

// Registry begins, checks and ends sessions. It is safe for concurrent use.
type Registry struct {
	keys     []key
	lifetime time.Duration

	mu       sync.Mutex
	ended    *simplelru.LRU[unique, struct{}]
	announce func(id string)
}

// New returns a registry in which no session has ended.
func New(o Options) *Registry {
	r := &Registry{lifetime: o.Lifetime, announce: func(string) {}}
	for _, secret := range o.Secrets {
		r.keys = append(r.keys, newKey(secret))
	}
	if len(r.keys) == 0 {
		r.keys = []key{newKey(rand.Text())}
	}
	r.ended, _ = simplelru.NewLRU[unique, struct{}](rememberedEnds, nil) // the size is positive
	return r
}

// Announce makes End tell other replicas by calling tell.
func (r *Registry) Announce(tell func(id string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.announce = tell
}

// Begin returns the id of a new session.
func (r *Registry) Begin() string { return r.keys[0].mint(time.Now().Add(r.lifetime)) }

// Check returns ErrUnknown unless the session goes on.
func (r *Registry) Check(id string) error {
	u, err := parse(id, r.keys, time.Now())
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended.Contains(u) {
		return ErrUnknown
	}
	return nil
}

// End ends a session here and on the other replicas. It returns ErrUnknown
// when there is none to end.
func (r *Registry) End(id string) error {
	if err := r.Check(id); err != nil {
		return err
	}
	r.Hear(id)
	r.mu.Lock()
	tell := r.announce
	r.mu.Unlock()
	tell(id)
	return nil
}

// Hear takes note that a session was ended, here or elsewhere. What is no id
// of ours is ignored.
func (r *Registry) Hear(id string) {
	u, err := parse(id, r.keys, time.Now())
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended.Add(u, struct{}{})
}
