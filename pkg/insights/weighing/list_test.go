package weighing_test

import (
	"slices"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
)

// Every item of a list is heard, and what only looks like one is not taken for it.
func TestListsAreHeardWhole(t *testing.T) {
	t.Parallel()
	subjects, err := taxonomy.For(nil)
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for text, test := range map[string]struct{ heard, unheard []string }{
		"Clean, quick, decent price.":                      {heard: []string{"cleanliness", "speed", "value"}},
		"Grace was friendly and really quick.":             {heard: []string{"friendliness", "speed"}},
		"Very professional, prompt and courteous service.": {heard: []string{"professionalism", "punctuality"}},
		"They were late and rude.":                         {heard: []string{"professionalism", "punctuality"}},
		"The quick van was clean inside the back.":         {unheard: []string{"speed"}},
		"A quick word about the van.":                      {unheard: []string{"speed"}},
		"Disappointing food, lousy service.":               {unheard: []string{"speed"}}, // a seed begins before its clause
	} {
		heard := map[string]bool{}
		in := r.Read(r.Parse(text))
		clues := r.Clues(in, 0)
		weighing.HearLists(in, clues, len(subjects.Aspects))
		for _, c := range clues {
			if c.Odds < 2 {
				continue
			}
			id := subjects.Aspects[c.Aspect].ID
			heard[id] = true
			if slices.Contains(test.heard, id) && c.Vote.Judges < 0.88 {
				t.Errorf("%q: the vote for %s is %g", text, id, c.Vote.Judges)
			}
		}
		for _, id := range test.heard {
			if !heard[id] {
				t.Errorf("%q: %s is not heard, only %v", text, id, heard)
			}
		}
		for _, id := range test.unheard {
			if heard[id] {
				t.Errorf("%q: %s is heard", text, id)
			}
		}
	}
}
