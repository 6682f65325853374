package document

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// random returns a snapshot of n reviews, the same in every run.
func random(n int) *review.Snapshot {
	return reviewtest.Random(rand.New(rand.NewPCG(2026, uint64(n))), n)
}

// decode reads body as a T, and fails when it is not UTF-8 or has members that
// T does not know.
func decode[T any](t *testing.T, body []byte) T {
	t.Helper()
	if !utf8.Valid(body) {
		t.Error("the body is not valid UTF-8")
	}
	var out T
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestBodiesAreTheirTypes holds the bodies that are put together from parts to
// what encoding/json makes of them as a whole, and decodes them.
func TestBodiesAreTheirTypes(t *testing.T) {
	t.Parallel()
	misleading := reviewtest.Snapshot()
	misleading.Business.Description = `"reviews":[]`
	misleading.Insights.Model = `"per_review":{}`
	for _, s := range []*review.Snapshot{{}, reviewtest.Snapshot(), misleading, random(1), random(500)} {
		checkType(t, Reviews(s), newReviewsBody(s, s.Reviews))
		checkType(t, Insights(s), newInsightsBody(s, s.Insights.PerReview))
		checkType(t, Since(s, 20200101), SinceBody{
			Revision: s.Revision,
			Since:    "2020-01-01",
			Returned: len(s.Since(20200101)),
			Reviews:  convert(s.Since(20200101), newReviewBody),
		})
	}
}

func checkType[T any](t *testing.T, d Document, want T) {
	t.Helper()
	if !bytes.Equal(d.Body, encode(want)) {
		t.Errorf("%T: the bytes are not those of encoding/json", want)
	}
	if diff := cmp.Diff(want, decode[T](t, d.Body)); diff != "" {
		t.Errorf("%T: decodes to something else (-want +got):\n%s", want, diff)
	}
}

// TestReviewsRoundTrip reads the published reviews back into the domain.
func TestReviewsRoundTrip(t *testing.T) {
	t.Parallel()
	s := random(500)
	var got []review.Review
	for _, r := range decode[ReviewsBody](t, Reviews(s).Body).Reviews {
		if !r.Verified {
			t.Errorf("review %s is not verified", r.ID)
		}
		got = append(got, domain(t, r))
	}
	if diff := cmp.Diff(s.Reviews, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the reviews changed on the way (-want +got):\n%s", diff)
	}
}

func domain(t *testing.T, r ReviewBody) review.Review {
	t.Helper()
	updated, err := time.Parse(time.RFC3339, string(r.UpdatedAt))
	if err != nil {
		t.Error(err)
	}
	out := review.Review{
		ID: r.ID, Author: r.Author, AuthorAvatarURL: string(deref(r.AuthorAvatarURL)),
		Rating: int(r.Rating), Date: parseDate(t, r.Date), Text: deref(r.Text),
		Source: r.Source, SourceURL: string(deref(r.SourceURL)),
		Technicians: r.Technicians, Services: r.Services, UpdatedAt: updated, Revision: r.Revision,
	}
	if r.OwnerReply != nil {
		out.OwnerReply = &review.OwnerReply{Text: r.OwnerReply.Text, Date: parseDate(t, r.OwnerReply.Date)}
	}
	return out
}

func parseDate(t *testing.T, d Date) review.Date {
	t.Helper()
	out, err := review.ParseDate(string(d))
	if err != nil {
		t.Error(err)
	}
	return out
}

func deref[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}

func TestPagesRoundTrip(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	changes := changePage(s)
	if diff := cmp.Diff(convert(changes.Changes, newChange), decode[ChangesBody](t, Changes(changes).Body).Changes); diff != "" {
		t.Errorf("the changes changed on the way (-want +got):\n%s", diff)
	}
	page := searchPage(s)
	if diff := cmp.Diff(convert(page.Reviews, newReviewBody), decode[SearchBody](t, Search(page).Body).Reviews); diff != "" {
		t.Errorf("the results changed on the way (-want +got):\n%s", diff)
	}
}

func TestMalformedBodies(t *testing.T) {
	t.Parallel()
	for _, in := range []string{`{"op":"merge"}`, `{"op":1}`, `[]`} {
		if err := json.Unmarshal([]byte(in), new(Change)); err == nil {
			t.Errorf("change %s: no error", in)
		}
	}
	for _, in := range []string{`[]`, `{"a":1}`, `{"a":{"score":"x"}}`, `3`} {
		if err := json.Unmarshal([]byte(in), new(PerReview)); err == nil {
			t.Errorf("per_review %s: no error", in)
		}
	}
}
