package insights

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/topic"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// reading is a review and what it says.
type reading struct {
	review   review.Review
	analysis analysis.Analysis
	names    topic.Names
	own      review.ReviewInsight // what is published of it but for its topics
	phrases  map[string][]string  // of statements that were searched, by quote
	prints   []fingerprint
	shingles []uint64 // once it was a candidate for a duplicate
	original *reading // the review it repeats, if any
	task     string   // key of the task to label it, for the assistant
	labelled bool     // by the assistant
	seen     bool     // in the present list; scratch of read
}

// read returns the readings of reviews, in their order. Reviews that are new or
// changed are read, by all processors at once.
func (d *Deriver) read(reviews []review.Review) []*reading {
	out := make([]*reading, len(reviews))
	var fresh []*reading
	for i := range reviews {
		known := d.readings[reviews[i].ID]
		if known == nil || !readsAlike(&known.review, &reviews[i]) {
			known = &reading{}
			fresh = append(fresh, known)
		} else if known.review.Date != reviews[i].Date {
			d.copies.moved(known)
		}
		known.review, known.seen = reviews[i], true
		out[i] = known
	}
	analyseAll(d.analyser, fresh)
	if len(fresh) > 0 || len(d.readings) != len(out) {
		d.replace(fresh)
	}
	for _, r := range out {
		r.seen = false
	}
	return out
}

// readsAlike reports whether two versions of a review are read alike.
func readsAlike(a, b *review.Review) bool {
	return a.Text == b.Text && a.Rating == b.Rating && a.Author == b.Author &&
		slices.Equal(a.Technicians, b.Technicians) && slices.Equal(a.Services, b.Services)
}

// analyseAll reads reviews. Each is read on its own, so how many are read at
// once makes no difference to the result.
func analyseAll(a analyser, fresh []*reading) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(fresh)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(fresh)); i = next.Add(1) - 1 {
				r := fresh[i]
				r.analysis = a.Analyse(r.review)
				r.own = r.analysis.Insight(r.review.ID)
				r.prints = fingerprints(&r.review)
			}
		})
	}
	workers.Wait()
}

// replace forgets the readings that are not in the present list and takes up
// fresh ones.
func (d *Deriver) replace(fresh []*reading) {
	for id, r := range d.readings {
		if !r.seen {
			d.forget(r)
			delete(d.readings, id)
		}
	}
	for _, r := range fresh {
		if r.analysis.Assessed {
			r.names = d.topics.Add(r.review.Text)
		}
		d.copies.add(r)
		d.readings[r.review.ID] = r
	}
}

func (d *Deriver) forget(r *reading) {
	d.topics.Remove(r.names)
	d.copies.remove(r)
}

// insight returns what is published of a reading. The statements of a review
// that repeats another one are counted there.
func (r *reading) insight(topics []topic.Topic) review.ReviewInsight {
	out := r.own
	if r.original != nil {
		return review.ReviewInsight{
			ID:          out.ID,
			Sentiment:   out.Sentiment,
			Score:       out.Score,
			Language:    out.Language,
			DuplicateOf: r.original.review.ID,
		}
	}
	for _, i := range r.names.Of() {
		out.Topics = append(out.Topics, topics[i].ID)
	}
	return out
}
