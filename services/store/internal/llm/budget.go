package llm

import (
	"sync"
	"time"
)

// budget bounds the tokens of a day (UTC). What is being asked counts when it is
// answered, so a day may end with as many questions too much as are asked at
// once.
type budget struct {
	mu    sync.Mutex
	limit int
	now   func() time.Time
	day   string
	used  int
}

// left reports whether anything may be asked now.
func (b *budget) left() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	return b.used < b.limit
}

// spend counts tokens.
func (b *budget) spend(tokens int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	b.used += max(tokens, 1) // an endpoint that tells nothing is bounded, too
}

// turn begins a new day.
func (b *budget) turn() {
	if day := b.now().UTC().Format(time.DateOnly); day != b.day {
		b.day, b.used = day, 0
	}
}
