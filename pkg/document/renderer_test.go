package document

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// TestRendererIsAFreshRender sends one renderer through a long history, and
// compares every step with a renderer that remembers nothing.
func TestRendererIsAFreshRender(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	renderer := NewRenderer()
	s := random(80)
	for step := range 200 {
		checkSet(t, renderer.Render(s), s)
		if t.Failed() {
			t.Fatalf("at step %d", step)
		}
		s = mutate(rng, s)
	}
}

func checkSet(t *testing.T, got Set, s *review.Snapshot) {
	t.Helper()
	want := []Document{Reviews(s), Insights(s), JSONFeed(s), Atom(s), Since(s, 20230101), Since(s, 20991231)}
	have := []Document{got.Reviews, got.Insights, got.JSONFeed, got.Atom, got.Since(20230101), got.Since(20991231)}
	for i := range want {
		if !reflect.DeepEqual(want[i], have[i]) {
			t.Errorf("differs from a fresh render (-want +got):\n%s", cmp.Diff(want[i], have[i]))
		}
	}
}

// mutate returns the snapshot after a random change. Some changes break the
// rules of revisions, as a store does that was set up anew.
func mutate(rng *rand.Rand, s *review.Snapshot) *review.Snapshot {
	next := *s
	next.Reviews = slices.Clone(s.Reviews)
	next.Insights.PerReview = slices.Clone(s.Insights.PerReview)
	next.Revision++
	next.ChangedAt = s.ChangedAt.Add(time.Second)
	at := rng.IntN(len(next.Reviews))
	switch rng.IntN(7) {
	case 0:
		edited := reviewtest.Review(rng, next.Revision)
		edited.ID = next.Reviews[at].ID
		next.Reviews[at] = edited
	case 1:
		next.Reviews[at].Text += "!" // at the same revision
	case 2:
		next.Insights.PerReview[at].Topics = []string{"new"}
	case 3:
		next.Reviews = append(next.Reviews, reviewtest.Review(rng, next.Revision))
	case 4:
		next.Reviews = slices.Delete(next.Reviews, at, at+1)
	case 5:
		next.Business = &review.Business{ID: "b", Name: "Business & Co"}
	case 6:
		next.Reviews[at].UpdatedAt = next.ChangedAt
	}
	slices.SortFunc(next.Reviews, review.Compare)
	keepInsights(rng, &next)
	return &next
}

// keepInsights gives every review, and no other, an insight.
func keepInsights(rng *rand.Rand, s *review.Snapshot) {
	old := map[review.ID]review.ReviewInsight{}
	for _, in := range s.Insights.PerReview {
		old[in.ID] = in
	}
	s.Insights.PerReview = nil
	for _, r := range s.Reviews {
		in, ok := old[r.ID]
		if !ok {
			in = reviewtest.Insight(rng, r)
		}
		s.Insights.PerReview = append(s.Insights.PerReview, in)
	}
}

// TestMemorySeesEveryMember makes sure that no member can change without its
// review being encoded anew.
func TestMemorySeesEveryMember(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	for i := range s.Reviews {
		old, oldInsight := reviewtest.Snapshot().Reviews[i], reviewtest.Snapshot().Insights.PerReview[i]
		checkSame(t, "review", &s.Reviews[i], func() bool { return sameReview(old, s.Reviews[i]) })
		checkSame(t, "insight", &s.Insights.PerReview[i], func() bool { return sameInsight(oldInsight, s.Insights.PerReview[i]) })
	}
}

func checkSame(t *testing.T, name string, v any, same func() bool) {
	t.Helper()
	if !same() {
		t.Errorf("%s: an unchanged one counts as changed", name)
	}
	eachValue(name, reflect.ValueOf(v).Elem(), func(path string, v reflect.Value) {
		restore := reflect.New(v.Type()).Elem()
		restore.Set(v)
		alter(t, path, v)
		if same() {
			t.Errorf("a change of %s goes unnoticed", path)
		}
		v.Set(restore)
	})
}

// TestRendererForgets makes sure that what is gone takes no memory.
func TestRendererForgets(t *testing.T) {
	t.Parallel()
	r := NewRenderer()
	r.Render(random(50))
	r.Render(random(3))
	if got := len(r.reviews.known) + len(r.insights.known); got != 6 {
		t.Errorf("the renderer remembers %d values, want 6", got)
	}
}

func BenchmarkRenderFresh(b *testing.B) {
	s := random(10_000)
	b.ReportAllocs()
	for b.Loop() {
		NewRenderer().Render(s)
	}
}

func BenchmarkRenderAfterOneChange(b *testing.B) {
	s := random(10_000)
	r := NewRenderer()
	r.Render(s)
	b.ReportAllocs()
	for b.Loop() {
		s.Revision++
		s.Reviews[500].Revision = s.Revision
		r.Render(s)
	}
}

func BenchmarkSince(b *testing.B) {
	s := random(10_000)
	set := NewRenderer().Render(s)
	b.ReportAllocs()
	for b.Loop() {
		set.Since(20160101)
	}
}

func BenchmarkSearch(b *testing.B) {
	page := review.SearchPage{Matched: 100, Reviews: random(100).Reviews}
	b.ReportAllocs()
	for b.Loop() {
		Search(page)
	}
}
