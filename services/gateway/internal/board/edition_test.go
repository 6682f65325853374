package board

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// show publishes a snapshot and returns its edition.
func show(t *testing.T, s *review.Snapshot) *Edition {
	t.Helper()
	b := newBoard(t, &memory{})
	b.publish(t.Context(), s, time.Now())
	return b.Current()
}

// body returns what a client without codings gets.
func body(t *testing.T, r *resource.Resource) string {
	t.Helper()
	w := httptest.NewRecorder()
	if err := r.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)); err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The documents are those of package document, byte for byte: the hub pushes
// what the gateway serves.
func TestEditionDocuments(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	e := show(t, s)
	for path, want := range map[string]document.Document{
		document.PathReviews:  document.Reviews(s),
		document.PathInsights: document.Insights(s),
		document.PathJSONFeed: document.JSONFeed(s),
		document.PathAtom:     document.Atom(s),
	} {
		if diff := cmp.Diff(string(want.Body), body(t, e.Resource(path))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	if e.Resource("/nothing") != nil {
		t.Error("a document where there is none")
	}
}

func TestEditionPages(t *testing.T) {
	t.Parallel()
	b := newBoard(t, &memory{})
	b.options.Pages = []Page{{Path: "/llms.txt", Render: func(s *review.Snapshot) document.Document {
		return document.Document{Body: []byte("# " + s.Business.Name), ContentType: "text/plain", Tag: "a"}
	}}}
	b.publish(t.Context(), reviewtest.Snapshot(), time.Now())
	if got, want := body(t, b.Current().Resource("/llms.txt")), "# Breeze & Sons"; got != want {
		t.Errorf("body %q, want %q", got, want)
	}
}

func TestEditionLinks(t *testing.T) {
	t.Parallel()
	e := show(t, reviewtest.Snapshot())
	const service = `<https://reviews.example.com/openapi.json>; rel="service-desc"; type="application/json"`
	for path, want := range map[string]string{
		document.PathInsights: service,
		document.PathAtom:     `<https://reviews.example.com/feed.xml>; rel="self", <https://reviews.example.com/api/websub/hub>; rel="hub"`,
		document.PathJSONFeed: `<https://reviews.example.com/api/feed.json>; rel="self", <https://reviews.example.com/api/websub/hub>; rel="hub"`,
		document.PathReviews:  `<https://reviews.example.com/reviews.json>; rel="self", <https://reviews.example.com/api/websub/hub>; rel="hub"`,
	} {
		w := httptest.NewRecorder()
		if err := e.Resource(path).Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodHead, path, nil)); err != nil {
			t.Fatal(err)
		}
		if got := w.Header().Values("Link"); len(got) != 1 || got[0] != want {
			t.Errorf("%s: Link %q, want %q", path, got, want)
		}
	}
	if got := e.Fields().Link; got != service {
		t.Errorf("Link of other answers %q, want %q", got, service)
	}
}

func TestEditionReview(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	e := show(t, s)
	for _, want := range s.Reviews {
		if got, ok := e.Review(want.ID); !ok || !got.SameContent(want) {
			t.Errorf("review %s: %v, %t", want.ID, got, ok)
		}
	}
	if got, ok := e.Tombstone(reviewtest.Deleted()); !ok || got != s.Tombstones[0] {
		t.Errorf("tombstone %v, %t, want %v", got, ok, s.Tombstones[0])
	}
	_, found := e.Review(reviewtest.Deleted())
	_, deleted := e.Tombstone(s.Reviews[0].ID)
	if found || deleted {
		t.Error("a deleted review is there, or one that is there was deleted")
	}
}

func TestEditionSince(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	e := show(t, s)
	for _, date := range []review.Date{10101, 20251224, 20260210, 20260301, 20260302, 99991231} {
		r, err := e.Since(t.Context(), date, coding.Accept(nil))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(document.Since(s, date).Body), body(t, r)); diff != "" {
			t.Errorf("since %s (-want +got):\n%s", date, diff)
		}
	}
	if _, err := e.Since(t.Context(), 20260101, coding.Accept([]string{"*;q=0"})); !errors.Is(err, resource.ErrNotAcceptable) {
		t.Errorf("error %v, want %v", err, resource.ErrNotAcceptable)
	}
}

// A listing is rendered once, however many want it at the same time.
func TestEditionSinceIsKept(t *testing.T) {
	t.Parallel()
	e := show(t, reviewtest.Random(rand.New(rand.NewPCG(3, 4)), 500))
	accepted := coding.Accept([]string{"gzip"})
	got := make([]*resource.Resource, 20)
	var clients sync.WaitGroup
	for i := range got {
		clients.Go(func() { got[i], _ = e.Since(t.Context(), 10101, accepted) })
	}
	clients.Wait()
	for _, r := range got {
		if r == nil || r != got[0] {
			t.Fatalf("listings %p and %p, want one", r, got[0])
		}
	}
	if e.listings.bytes != got[0].Size() {
		t.Errorf("%d bytes are kept, want the %d of one listing", e.listings.bytes, got[0].Size())
	}
}

// A flight that starts just as the one before it lands finds what that one
// kept: the same listing again would count twice among the bytes.
func TestListingIsMadeOnce(t *testing.T) {
	t.Parallel()
	l := show(t, reviewtest.Snapshot()).listings
	want := listing{date: 20260101, coding: coding.Gzip}
	first, err := l.make(want)
	if err != nil {
		t.Fatal(err)
	}
	second, err := l.make(want)
	if err != nil {
		t.Fatal(err)
	}
	if first != second || l.bytes != first.Size() {
		t.Errorf("%d bytes are kept, want the %d of one listing", l.bytes, first.Size())
	}
}

func TestListingsAreBounded(t *testing.T) {
	t.Parallel()
	l := show(t, reviewtest.Snapshot()).listings
	large := resource.NewForm(document.Document{}, resource.Fields{}, coding.Gzip, make([]byte, listingBytes/4))
	for i := range 10 {
		l.keep(listing{date: review.Date(i)}, large)
	}
	if l.bytes > listingBytes || l.kept.Len() != 4 || l.find(listing{date: 9}) == nil {
		t.Errorf("%d listings of %d bytes are kept, want the last 4", l.kept.Len(), l.bytes)
	}
	huge := resource.NewForm(document.Document{}, resource.Fields{}, coding.Gzip, make([]byte, listingBytes+1))
	l.keep(listing{date: 20}, huge)
	if l.bytes != 0 || l.kept.Len() != 0 {
		t.Errorf("%d listings of %d bytes are kept, want none", l.kept.Len(), l.bytes)
	}
}

// Who gives up does not wait, and does not spoil the listing for others.
func TestEditionSinceGivesUp(t *testing.T) {
	t.Parallel()
	e := show(t, reviewtest.Snapshot())
	for range cap(e.listings.slots) {
		e.listings.slots <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Since(ctx, 20260101, coding.Accept(nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	for range cap(e.listings.slots) {
		<-e.listings.slots
	}
	if _, err := e.Since(t.Context(), 20260101, coding.Accept(nil)); err != nil {
		t.Errorf("error %v after another client gave up", err)
	}
}
