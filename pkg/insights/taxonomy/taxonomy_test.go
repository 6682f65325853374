package taxonomy_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestForVerticals(t *testing.T) {
	t.Parallel()
	for vertical, want := range map[string]string{
		"":                          "",
		"bookshop":                  "",
		"hvac":                      "home-services",
		"heating-cooling-plumbing":  "home-services",
		"Dental clinic":             "clinic",
		"family law":                "law",
		"Pet insurance":             "insurance",
		"home insurance":            "insurance",
		"health insurance":          "insurance",
		"insurance claims attorney": "law",
		"nursing home":              "senior-living",
		"home care":                 "senior-living",
		"assisted living":           "senior-living",
		"senior-living":             "senior-living",
		"landscaping":               "home-services",
		"personal_injury_attorneys": "law",
	} {
		got, err := taxonomy.For(&review.Business{Vertical: vertical})
		if err != nil {
			t.Fatal(err)
		}
		if got.Vertical != want {
			t.Errorf("For(%q) has the overlay %q, want %q", vertical, got.Vertical, want)
		}
	}
}

// An overlay that nobody looks for would be a file without use.
func TestEveryOverlayIsLookedFor(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("overlays/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no overlays: %v", err)
	}
	for _, name := range names {
		id := strings.TrimSuffix(filepath.Base(name), ".yaml")
		got, err := taxonomy.For(&review.Business{Vertical: id})
		if err != nil {
			t.Fatal(err)
		}
		if got.Vertical != id {
			t.Errorf("For(%q) has the overlay %q", id, got.Vertical)
		}
	}
}

func TestGoogleAspectsAreThere(t *testing.T) {
	t.Parallel()
	got, err := taxonomy.For(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"responsiveness", "punctuality", "quality", "professionalism", "value"} {
		if s, ok := got.Aspect(id); !ok || s.Label == "" || len(s.PositiveSeeds) == 0 || len(s.NegativeSeeds) == 0 {
			t.Errorf("aspect %s is %+v", id, s.Label)
		}
	}
}

func TestSettingsOverride(t *testing.T) {
	t.Parallel()
	got, err := taxonomy.For(&review.Business{Vertical: "plumbing", Insights: review.InsightSettings{
		Vertical: "law",
		Aspects: []review.SubjectSettings{
			{ID: "value", Label: "Fees"},
			{ID: "cleanliness", Disabled: true},
			{ID: "parking", Seeds: []string{"parking"}},
		},
		Problems: []review.SubjectSettings{{ID: "no-show", Disabled: true}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	value, _ := got.Aspect("value")
	_, clean := got.Aspect("cleanliness")
	_, noShow := got.Problem("no-show")
	parking, _ := got.Aspect("parking")
	if got.Vertical != "law" || value.Label != "Fees" || len(value.Seeds) == 0 || value.Own || clean || noShow {
		t.Errorf("overlay %s, value %q, cleanliness %t, no-show %t", got.Vertical, value.Label, clean, noShow)
	}
	if diff := cmp.Diff(taxonomy.Subject{ID: "parking", Label: "parking", Seeds: []string{"parking"}, Own: true}, parking); diff != "" {
		t.Errorf("parking (-want +got)\n%s", diff)
	}
}

// Every seed of every overlay must be a phrase, and every id be there once.
func TestSeedsAreReadable(t *testing.T) {
	t.Parallel()
	l, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, vertical := range []string{"", "hvac", "clinic", "insurance", "law", "senior-living"} {
		got, err := taxonomy.For(&review.Business{Vertical: vertical})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := feature.NewReader(l, m.Words(), got); err != nil {
			t.Errorf("%s: %v", vertical, err)
		}
		var ids []string
		for _, s := range slices.Concat(got.Aspects, got.Problems) {
			ids = append(ids, s.ID)
		}
		slices.Sort(ids)
		if len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("%s: an id is there twice: %v", vertical, ids)
		}
	}
}

// A seed with a compound would never be found: "no-show" is two words of a sentence.
func TestSeedsAreOfWords(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "law", "insurance", "senior-living", "clinic", "home-services"} {
		got, err := taxonomy.For(&review.Business{Vertical: id})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range slices.Concat(got.Aspects, got.Problems, []taxonomy.Subject{got.Overall, got.Decisive}) {
			for _, seed := range slices.Concat(s.Seeds, s.PositiveSeeds, s.NegativeSeeds) {
				for word := range strings.FieldsFuncSeq(seed, func(r rune) bool { return strings.ContainsRune(" |?*<>", r) }) {
					if !strings.HasPrefix(word, "..") && len(token.Parse("a "+word).Tokens) != 2 {
						t.Errorf("%s, %s: %q in the seed %q is no word", id, s.ID, word, seed)
					}
				}
			}
		}
	}
}
