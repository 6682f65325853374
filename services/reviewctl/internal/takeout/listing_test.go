package takeout_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

func openListing(text string) (*takeout.Archive, error) {
	return takeout.OpenListing(strings.NewReader(text), int64(len(text)))
}

func listing(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/listing.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// forms returns the pages one after the other, one per line, and in a list.
func forms(t *testing.T) map[string]string {
	t.Helper()
	var lines []string
	for d := json.NewDecoder(strings.NewReader(listing(t))); d.More(); {
		var page json.RawMessage
		if err := d.Decode(&page); err != nil {
			t.Fatal(err)
		}
		var line bytes.Buffer
		if err := json.Compact(&line, page); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line.String())
	}
	return map[string]string{
		"pretty":     listing(t),
		"with BOM":   "\uFEFF" + listing(t),
		"JSON Lines": strings.Join(lines, "\n") + "\n",
		"a list":     "[" + strings.Join(lines, ",") + "]",
	}
}

func TestReadListing(t *testing.T) {
	t.Parallel()
	want := []row{
		{Where: "1 review 1", Record: review.Record{
			Source: "google", SourceID: "locations/77/reviews/aaa", Author: "Jane D.", AuthorAvatarURL: "https://photos.example/jane.png",
			Rating: 5, Date: "2026-03-02", Text: "Fixed the boiler.",
			OwnerReply: &review.ReplyRecord{Text: "Thank you, Jane.", Date: "2026-03-02"},
		}},
		{Where: "3 review 3", Record: review.Record{
			Source: "google", SourceID: "locations/77/reviews/bbb", Author: "A Google user", Rating: 2, Date: "2026-01-31", Text: "Tarde.",
		}},
		{
			Where:  "4 review 4",
			Record: review.Record{Source: "google", SourceID: "locations/77/reviews/ccc", Author: "Cy", Date: "2026-01-30"},
			Issues: []string{"out_of_range: starRating must be ONE, TWO, THREE, FOUR or FIVE"},
		},
	}
	notices := []string{
		"1 of its rows repeat another one; the newest version of a review counts",
		"1 of its reviews came with translations by Google, which are left out; the originals are kept",
	}
	for form, text := range forms(t) {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			a, err := openListing(text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, readAll(t, a)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(notices, a.Notices()); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
		})
	}
}

// TestKeysAreThoseOfTheTakeout: a review has one id, whichever way it comes.
func TestKeysAreThoseOfTheTakeout(t *testing.T) {
	t.Parallel()
	keys := func(a *takeout.Archive, err error) map[string]bool {
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{}
		for _, r := range readAll(t, a) {
			out[r.Record.SourceID] = true
		}
		return out
	}
	archive := keys(openZip(pack(t, traps(t)...)))
	for key := range keys(openListing(listing(t))) {
		if !archive[key] {
			t.Errorf("%s is not in the Takeout", key)
		}
	}
}

func TestOpenListingSaysThatPagesAreMissing(t *testing.T) {
	t.Parallel()
	first, _, _ := strings.Cut(listing(t), "\n}\n")
	a, err := openListing(first + "\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"its last page has a nextPageToken: Google has more reviews than this file"}
	if diff := cmp.Diff(want, a.Notices()); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

func TestOpenListingRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"nothing":       {"", `the JSON object has no list "reviews"`},
		"no reviews":    {"{}\n{}", `the JSON object has no list "reviews"`},
		"cut short":     {listing(t)[:500], "it ends too early"},
		"no pages":      {"3", "a page must be a JSON object"},
		"lists of them": {"[[" + oneReview + "]]", "a page must be a JSON object"},
		"deep lists":    {strings.Repeat("[", 1<<20), "a page must be a JSON object"},
		"no JSON":       {"{reviews}", "invalid character"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := openListing(test.text); err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("OpenListing: %v, want %q", err, test.want)
			}
		})
	}
}

// FuzzListing checks that a listing is refused, or can be read a second time
// and passes on each review once.
func FuzzListing(f *testing.F) {
	f.Add(listing(f))
	f.Add("[" + oneReview + "," + oneReview + "]")
	f.Add(oneReview + "\n" + oneReview)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := openListing(text)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		err = a.Read(func(_ int, record review.Record, issues review.Issues) error {
			if len(issues) == 0 && seen[record.SourceID] {
				t.Errorf("%s is passed on twice", record.SourceID)
			}
			seen[record.SourceID] = true
			return nil
		})
		if err != nil {
			t.Errorf("the listing could be read once but not twice: %v", err)
		}
	})
}
