package deliver

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/services/hub/internal/content"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// BenchmarkFanOut delivers 10 kB to 1,000 subscribers, over TLS and with a real
// broker, all in this process.
func BenchmarkFanOut(b *testing.B) {
	const subscribers = 1000
	r := newSystem(b).start()
	r.publish(1)
	r.await("the shards are loaded", func() bool { return len(r.Settled()) == subscription.Shards })
	var all []*callbacktest.Callback
	for range subscribers {
		c := r.sink.Callback("")
		r.agree(c, func(record *subscription.Record) { record.Secret = "s" })
		all = append(all, c)
	}
	revision := review.Revision(1)
	for b.Loop() {
		revision++
		r.publishLarge(revision)
		for _, c := range all {
			for c.Newest() != int64(revision) {
				time.Sleep(100 * time.Microsecond)
			}
		}
	}
	b.ReportMetric(subscribers*float64(b.N)/b.Elapsed().Seconds(), "deliveries/s")
}

// publishLarge makes a new content of 10 kB.
func (r *replica) publishLarge(revision review.Revision) {
	e := &content.Edition{Revision: revision, BaseURL: "https://reviews.example.com", ByTopic: map[subscription.Topic]document.Document{}}
	body := append(fmt.Appendf(nil, "revision %d\n", revision), bytes.Repeat([]byte("x"), 10<<10)...)
	for _, topic := range subscription.Topics() {
		e.ByTopic[topic] = document.Document{Body: body, ContentType: "text/plain", Tag: fmt.Sprint(revision)}
	}
	r.content.Store(e)
	r.Assign(r.assignment())
}
