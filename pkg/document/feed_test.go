package document

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// TestFeedsChangeOnlyWithWhatTheyShow holds the feeds, which are topics, to
// their promise: a change that they do not show leaves their bytes alone.
func TestFeedsChangeOnlyWithWhatTheyShow(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*review.Snapshot)
		want   bool // the feeds change
	}{
		{"only the revision", func(*review.Snapshot) {}, false},
		{"a review outside is edited", func(s *review.Snapshot) { edit(s, &s.Reviews[50]) }, false},
		{"a review outside is deleted", func(s *review.Snapshot) { s.Reviews = slices.Delete(s.Reviews, 55, 56) }, false},
		{"an older review is added", func(s *review.Snapshot) { add(s, 19990101) }, false},
		{"the insights change", func(s *review.Snapshot) { s.Insights.Summary = "New." }, false},
		{"the telephone number changes", func(s *review.Snapshot) { s.Business.Telephone = "1" }, false},
		{"a review inside is edited", func(s *review.Snapshot) { edit(s, &s.Reviews[49]) }, true},
		{"a review inside is deleted", func(s *review.Snapshot) { s.Reviews = slices.Delete(s.Reviews, 49, 50) }, true},
		{"a newer review is added", func(s *review.Snapshot) { add(s, 20990101) }, true},
		{"the business gets another name", func(s *review.Snapshot) { s.Business.Name = "New & Co" }, true},
		{"a service gets another label", func(s *review.Snapshot) { s.Business.Services[0].Label = "AC" }, true},
		{"the origin moves", func(s *review.Snapshot) { s.BaseURL = "https://elsewhere.example.com" }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before, after := random(60), random(60)
			after.Revision++
			after.ChangedAt = after.ChangedAt.Add(time.Hour)
			after.Marks = nil
			tt.change(after)
			for _, render := range []func(*review.Snapshot) Document{JSONFeed, Atom} {
				a, b := render(before), render(after)
				if got := !bytes.Equal(a.Body, b.Body); got != tt.want {
					t.Errorf("%s changed = %t, want %t", a.ContentType, got, tt.want)
				}
				if got := a.Tag != b.Tag; got != tt.want {
					t.Errorf("%s: tag changed = %t, want %t", a.ContentType, got, tt.want)
				}
			}
		})
	}
}

// edit changes a review as a commit would.
func edit(s *review.Snapshot, r *review.Review) {
	r.Text += " (edited)"
	r.Revision = s.Revision
	r.UpdatedAt = s.ChangedAt
}

func add(s *review.Snapshot, date review.Date) {
	r := s.Reviews[0]
	r.ID, r.Date = review.NewID("added", date.String()), date
	r.Revision, r.UpdatedAt = s.Revision, s.ChangedAt
	s.Reviews = append(s.Reviews, r)
	slices.SortFunc(s.Reviews, review.Compare)
}

func TestFeedLength(t *testing.T) {
	t.Parallel()
	for reviews, want := range map[int]int{0: 0, 1: 1, 49: 49, 50: 50, 51: 50} {
		s := random(reviews)
		if got := len(decode[JSONFeedBody](t, JSONFeed(s).Body).Items); got != want {
			t.Errorf("%d reviews: JSON Feed has %d items, want %d", reviews, got, want)
		}
		if got := len(decodeAtom(t, Atom(s).Body).Entries); got != want {
			t.Errorf("%d reviews: Atom has %d entries, want %d", reviews, got, want)
		}
	}
}

// TestAtomHoldsWhatItWasGiven parses the feed, so that every character that
// XML escapes or folds is seen to arrive.
func TestAtomHoldsWhatItWasGiven(t *testing.T) {
	t.Parallel()
	for _, s := range []*review.Snapshot{{}, reviewtest.Snapshot(), random(200)} {
		want := newAtomFeed(s)
		want.XMLName = xml.Name{Space: "http://www.w3.org/2005/Atom", Local: "feed"}
		got := decodeAtom(t, Atom(s).Body)
		if diff := cmp.Diff(fmt.Sprintf("%q", want), fmt.Sprintf("%q", got)); diff != "" {
			t.Errorf("the feed changed on the way (-want +got):\n%s", diff)
		}
	}
}

func decodeAtom(t *testing.T, body []byte) atomFeed {
	t.Helper()
	var out atomFeed
	if err := xml.Unmarshal(body, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestAtomSurvivesIllegalCharacters feeds the writer what the domain refuses.
func TestAtomSurvivesIllegalCharacters(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	s.Reviews[0].Text = "a\x00b\x1bc\ufffed\xff"
	if got, want := decodeAtom(t, Atom(s).Body).Entries[0].Content.Text, "a\ufffdb\ufffdc\ufffdd\ufffd"; got != want {
		t.Errorf("content = %q, want %q", got, want)
	}
}

func TestAtomUpdated(t *testing.T) {
	t.Parallel()
	s := random(60)
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	s.Reviews[7].UpdatedAt = at
	s.Reviews[50].UpdatedAt = at.AddDate(1, 0, 0) // not shown
	if got, want := decodeAtom(t, Atom(s).Body).Updated, Instant("2030-01-02T03:04:05Z"); got != want {
		t.Errorf("updated = %s, want that of the newest change shown, %s", got, want)
	}
	s.Reviews = nil
	if got, want := decodeAtom(t, Atom(s).Body).Updated, Instant("1970-01-01T00:00:00Z"); got != want {
		t.Errorf("updated = %s, want %s for a feed without entries", got, want)
	}
}

// TestFeedsAgree compares the entries of the two feeds.
func TestFeedsAgree(t *testing.T) {
	t.Parallel()
	s := random(60)
	items := decode[JSONFeedBody](t, JSONFeed(s).Body).Items
	for i, e := range decodeAtom(t, Atom(s).Body).Entries {
		atom := []any{e.ID, e.Link.Href, e.Title, e.Content.Text, e.Published, e.Updated, e.Author}
		item := items[i]
		jsonFeed := []any{string(item.ID), string(item.URL), item.Title, item.ContentText, item.DatePublished, item.DateModified, item.Authors[0].Name}
		if diff := cmp.Diff(jsonFeed, atom); diff != "" {
			t.Errorf("entry %d differs (-JSON Feed +Atom):\n%s", i, diff)
		}
		labels := convert(e.Categories, func(c atomCategory) string { return c.Label })
		if diff := cmp.Diff(item.Tags, labels); diff != "" {
			t.Errorf("entry %d: tags differ (-JSON Feed +Atom):\n%s", i, diff)
		}
	}
}
