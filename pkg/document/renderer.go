package document

import (
	"slices"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Set is the documents of one snapshot. It is immutable and safe for
// concurrent use.
type Set struct {
	Reviews, Insights, JSONFeed, Atom Document

	snapshot *review.Snapshot
	reviews  [][]byte // of the snapshot, encoded
}

// Since is the function Since for the snapshot of the set, from the reviews
// that the set holds encoded.
func (s Set) Since(date review.Date) Document {
	n := len(s.snapshot.Since(date))
	return sinceDocument(s.snapshot, date, s.reviews[:n])
}

// Renderer renders one snapshot after the other. It remembers how each review
// was encoded, so that a snapshot in which little changed costs little more
// than copying its documents. Their bytes are those of a fresh render. It is
// not safe for concurrent use.
type Renderer struct {
	reviews  memory[review.Review]
	insights memory[review.ReviewInsight]
}

// NewRenderer returns a renderer that remembers nothing yet.
func NewRenderer() *Renderer {
	return &Renderer{
		reviews: memory[review.Review]{
			id:     func(r review.Review) review.ID { return r.ID },
			same:   sameReview,
			encode: encodeReview,
			known:  map[review.ID]*encoded[review.Review]{},
		},
		insights: memory[review.ReviewInsight]{
			id:     func(r review.ReviewInsight) review.ID { return r.ID },
			same:   sameInsight,
			encode: encodeReviewInsight,
			known:  map[review.ID]*encoded[review.ReviewInsight]{},
		},
	}
}

// Render returns the documents of s, and forgets reviews that s does not have.
func (r *Renderer) Render(s *review.Snapshot) Set {
	reviews := r.reviews.encodeAll(s.Reviews)
	return Set{
		Reviews:  reviewsDocument(s, reviews),
		Insights: insightsDocument(s, r.insights.encodeAll(s.Insights.PerReview)),
		JSONFeed: JSONFeed(s),
		Atom:     Atom(s),
		snapshot: s,
		reviews:  reviews,
	}
}

// memory keeps the encoded form of values from one render to the next.
type memory[T any] struct {
	id     func(T) review.ID
	same   func(a, b T) bool // whether two values have the same encoded form
	encode func(T) []byte
	known  map[review.ID]*encoded[T]
}

type encoded[T any] struct {
	value T
	bytes []byte
}

// encodeAll encodes the values that are new or changed, and remembers exactly
// those given.
func (m *memory[T]) encodeAll(values []T) [][]byte {
	out := make([][]byte, len(values))
	for i, v := range values {
		e := m.known[m.id(v)]
		if e == nil || !m.same(e.value, v) {
			e = &encoded[T]{bytes: m.encode(v)}
			m.known[m.id(v)] = e
		}
		e.value = v // equal to the old one, which would keep its snapshot in memory
		out[i] = e.bytes
	}
	if len(m.known) > len(values) {
		m.forget(values)
	}
	return out
}

// forget drops what is not among values.
func (m *memory[T]) forget(values []T) {
	known := make(map[review.ID]*encoded[T], len(values))
	for _, v := range values {
		known[m.id(v)] = m.known[m.id(v)]
	}
	m.known = known
}

// sameReview compares the whole review and not only its revision, because the
// revisions of a store that was set up anew start again from 1.
func sameReview(a, b review.Review) bool {
	return a.Revision == b.Revision && a.UpdatedAt.Equal(b.UpdatedAt) && a.SameContent(b)
}

func sameInsight(a, b review.ReviewInsight) bool {
	return a.ID == b.ID && a.Sentiment == b.Sentiment && a.Score == b.Score &&
		a.Language == b.Language && a.DuplicateOf == b.DuplicateOf &&
		slices.Equal(a.Aspects, b.Aspects) && slices.Equal(a.Unclear, b.Unclear) && slices.Equal(a.Technicians, b.Technicians) &&
		slices.Equal(a.Services, b.Services) && slices.Equal(a.Problems, b.Problems) &&
		slices.Equal(a.ServiceAreas, b.ServiceAreas) && slices.Equal(a.Topics, b.Topics)
}
