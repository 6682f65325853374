package documenttest

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mmcdole/gofeed"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// snapshots are what the tests render: nothing, the sample, and a full feed.
func snapshots() map[string]*review.Snapshot {
	return map[string]*review.Snapshot{
		"empty":  {BaseURL: "https://reviews.example.com"},
		"sample": reviewtest.Snapshot(),
		"random": reviewtest.Random(rand.New(rand.NewPCG(5, 6)), 200),
	}
}

// TestFeedReaders parses both feeds with a feed reader's library, which must
// find the same in either.
func TestFeedReaders(t *testing.T) {
	t.Parallel()
	for name, s := range snapshots() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			jsonFeed, atom := parse(t, document.JSONFeed(s)), parse(t, document.Atom(s))
			if jsonFeed.FeedType != "json" || atom.FeedType != "atom" {
				t.Errorf("feed types %q and %q, want json and atom", jsonFeed.FeedType, atom.FeedType)
			}
			if diff := cmp.Diff(outline(jsonFeed), outline(atom)); diff != "" {
				t.Errorf("a reader sees two feeds (-JSON Feed +Atom):\n%s", diff)
			}
			if got, want := len(atom.Items), min(50, len(s.Reviews)); got != want {
				t.Errorf("a reader sees %d entries, want %d", got, want)
			}
			if got, want := jsonFeed.FeedLink, s.BaseURL+document.PathJSONFeed; got != want {
				t.Errorf("JSON Feed says it is at %q, want %q", got, want)
			}
			if got, want := atom.FeedLink, s.BaseURL+document.PathAtom; got != want {
				t.Errorf("Atom says it is at %q, want %q", got, want)
			}
		})
	}
}

func parse(t *testing.T, d document.Document) *gofeed.Feed {
	t.Helper()
	feed, err := gofeed.NewParser().Parse(bytes.NewReader(d.Body))
	if err != nil {
		t.Fatalf("%s: %v", d.ContentType, err)
	}
	return feed
}

type (
	feedOutline struct {
		Title, Link, Description string
		Items                    []itemOutline
	}
	itemOutline struct {
		ID, Link, Title, Text, Published, Updated, Author string
		Tags                                              []string
	}
)

// outline is what a reader shows of a feed.
func outline(f *gofeed.Feed) feedOutline {
	out := feedOutline{Title: f.Title, Link: f.Link, Description: f.Description}
	for _, i := range f.Items {
		out.Items = append(out.Items, itemOutline{
			ID: i.GUID, Link: i.Link, Title: i.Title, Text: i.Content,
			Published: i.PublishedParsed.String(), Updated: i.UpdatedParsed.String(),
			Author: i.Authors[0].Name, Tags: i.Categories,
		})
	}
	return out
}
