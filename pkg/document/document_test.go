package document

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// TestHeaders checks what comes with each body.
func TestHeaders(t *testing.T) {
	t.Parallel()
	s := reviewtest.Snapshot()
	hour := func(h int) time.Time { return time.Date(2026, 3, 2, h, 0, 0, 0, time.UTC) }
	tests := map[string]struct {
		got          Document
		contentType  string
		lastModified time.Time
	}{
		"reviews":               {Reviews(s), "application/json", s.ChangedAt},
		"insights":              {Insights(s), "application/json", s.ChangedAt},
		"json feed":             {JSONFeed(s), "application/json", s.ChangedAt},
		"atom":                  {Atom(s), "application/atom+xml; charset=utf-8", s.ChangedAt},
		"since an old date":     {Since(s, 20200101), "application/json", hour(9)},
		"since a deletion":      {Since(s, 20260215), "application/json", hour(7)},
		"since the newest date": {Since(s, 20260301), "application/json", hour(6)},
		"since a future date":   {Since(s, 20270101), "application/json", time.Time{}},
		"search":                {Search(searchPage(s)), "application/json", time.Time{}},
		"changes":               {Changes(changePage(s)), "application/json", time.Time{}},
		"one review":            {Review(s, s.Reviews[1]), "application/json", hour(5)},
	}
	tagForm := regexp.MustCompile(`^[0-9a-f]{32}$`)
	for name, tt := range tests {
		if tt.got.ContentType != tt.contentType {
			t.Errorf("%s: content type %q, want %q", name, tt.got.ContentType, tt.contentType)
		}
		if !tt.got.LastModified.Equal(tt.lastModified) {
			t.Errorf("%s: last modified %v, want %v", name, tt.got.LastModified, tt.lastModified)
		}
		if tt.got.Revision != s.Revision {
			t.Errorf("%s: revision %d, want %d", name, tt.got.Revision, s.Revision)
		}
		if !tagForm.MatchString(tt.got.Tag) {
			t.Errorf("%s: tag %q is not 128 bits in hex", name, tt.got.Tag)
		}
	}
}

// TestSinceTag checks that the tag of a listing speaks for the date and the
// reviews listed, and for nothing else.
func TestSinceTag(t *testing.T) {
	t.Parallel()
	const date = 20260115
	tests := []struct {
		name   string
		change func(*review.Snapshot)
		want   bool // the tag changes
	}{
		{"only the revision", func(*review.Snapshot) {}, false},
		{"an older review is edited", func(s *review.Snapshot) { edit(s, &s.Reviews[6]) }, false},
		{"an older review is deleted", func(s *review.Snapshot) { s.Reviews = slices.Delete(s.Reviews, 7, 8) }, false},
		{"the business changes", func(s *review.Snapshot) { s.Business.Name = "New & Co" }, false},
		{"a listed review is edited", func(s *review.Snapshot) { edit(s, &s.Reviews[0]) }, true},
		{"a listed review is deleted", func(s *review.Snapshot) { s.Reviews = slices.Delete(s.Reviews, 2, 3) }, true},
		{"a review is added", func(s *review.Snapshot) { add(s, 20260116) }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before, after := reviewtest.Snapshot(), reviewtest.Snapshot()
			after.Revision++
			after.ChangedAt = after.ChangedAt.Add(time.Hour)
			tt.change(after)
			if got := Since(before, date).Tag != Since(after, date).Tag; got != tt.want {
				t.Errorf("tag changed = %t, want %t", got, tt.want)
			}
		})
	}
	s := reviewtest.Snapshot()
	if Since(s, 20260228).Tag == Since(s, 20260301).Tag {
		t.Error("two dates with the same reviews share a tag")
	}
}

func TestTopicsAreDocuments(t *testing.T) {
	t.Parallel()
	if got, want := Topics(), []string{"/feed.xml", "/api/feed.json", "/reviews.json"}; !slices.Equal(got, want) {
		t.Errorf("topics = %q, want %q", got, want)
	}
}
