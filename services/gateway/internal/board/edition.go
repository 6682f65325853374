package board

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// Edition is what is served at one revision. It is immutable but for the
// codings of its documents.
type Edition struct {
	Snapshot *review.Snapshot

	fields         resource.Fields // of what is no topic
	link, revision []string        // header fields

	resources map[string]*resource.Resource
	reviews   map[review.ID]int // where in the snapshot they are
	deleted   map[review.ID]int // where in the snapshot their tombstones are
	listings  *listings
}

func (b *Board) newEdition(s *review.Snapshot) *Edition {
	set := b.renderer.Render(s)
	e := &Edition{
		Snapshot:  s,
		fields:    resource.Fields{CacheControl: b.options.CacheControl, Link: ServiceLink(s)},
		link:      []string{ServiceLink(s)},
		revision:  []string{strconv.FormatUint(uint64(s.Revision), 10)},
		resources: map[string]*resource.Resource{},
		reviews:   make(map[review.ID]int, len(s.Reviews)),
		deleted:   make(map[review.ID]int, len(s.Tombstones)),
	}
	for i, r := range s.Reviews {
		e.reviews[r.ID] = i
	}
	for i, t := range s.Tombstones {
		e.deleted[t.ID] = i
	}
	e.listings = newListings(set, e.fields, b.options.Encoder, b.slots)
	for path, d := range b.documents(s, set) {
		f := e.fields
		if slices.Contains(document.Topics(), path) {
			f.Link = topicLink(s, path)
		}
		e.resources[path] = resource.New(d, f, b.options.Encoder)
	}
	return e
}

// documents returns the documents that have a path of their own.
func (b *Board) documents(s *review.Snapshot, set document.Set) map[string]document.Document {
	all := map[string]document.Document{
		document.PathReviews:  set.Reviews,
		document.PathInsights: set.Insights,
		document.PathJSONFeed: set.JSONFeed,
		document.PathAtom:     set.Atom,
	}
	for _, page := range b.options.Pages {
		all[page.Path] = page.Render(s)
	}
	return all
}

// Resource returns the document at a path, nil when there is none.
func (e *Edition) Resource(path string) *resource.Resource { return e.resources[path] }

// Fields returns the header fields of an answer that is no topic.
func (e *Edition) Fields() resource.Fields { return e.fields }

// Review returns one review.
func (e *Edition) Review(id review.ID) (review.Review, bool) {
	i, ok := e.reviews[id]
	if !ok {
		return review.Review{}, false
	}
	return e.Snapshot.Reviews[i], true
}

// Tombstone returns what remains of a review that was deleted.
func (e *Edition) Tombstone(id review.ID) (review.Tombstone, bool) {
	i, ok := e.deleted[id]
	if !ok {
		return review.Tombstone{}, false
	}
	return e.Snapshot.Tombstones[i], true
}

// topicLink is the Link field of a topic: where it is and who pushes it
// (WebSub §4). It is one line with self in front, because some subscribers
// read the first link only.
func topicLink(s *review.Snapshot, path string) string {
	return `<` + s.BaseURL + path + `>; rel="self", <` + s.BaseURL + document.PathHub + `>; rel="hub"`
}

// ServiceLink is the Link field of everything that is no topic: where the
// service is described (RFC 8631 §4.1). A snapshot of nil leaves the origin to
// the client.
func ServiceLink(s *review.Snapshot) string {
	base := ""
	if s != nil {
		base = s.BaseURL
	}
	return `<` + base + document.PathOpenAPI + `>; rel="service-desc"; type="application/json"`
}

// Describe sets the header fields that every answer has while the edition is
// shown.
func (e *Edition) Describe(h http.Header) {
	h["Link"] = e.link
	h["X-Revision"] = e.revision
}
