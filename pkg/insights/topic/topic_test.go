package topic_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/topic"
)

func texts() []string {
	return []string{
		"Brookside fixed our water heater.", "The water heater leaked, and the furnace is loud.", "A new furnace! Best day.",
		"My furnace and the radiators work again.", "Two radiators were cold, the radiator in the hall was hot.",
		"Old radiators, new valves. Our water heaters are fine.", "The team did a great job last week.", "Gazi did a great job last week.",
		"The job, the team, the company.", "R22 in the A2 unit.",
	}
}

func TestTopics(t *testing.T) {
	t.Parallel()
	x := topic.NewIndex("Brookside Heating", "Gazi")
	var names []topic.Names
	for _, text := range texts() {
		names = append(names, x.Add(text))
	}
	want := []topic.Topic{
		{ID: "furnace", Label: "Furnace", Keywords: []string{"furnace"}},
		{ID: "water-heater", Label: "Water heater", Keywords: []string{"heater", "water heater"}},
		{ID: "radiator", Label: "Radiators", Keywords: []string{"radiators"}},
	}
	if diff := cmp.Diff(want, x.Topics()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var got [][]int
	for _, n := range names[:6] {
		got = append(got, n.Of())
	}
	if diff := cmp.Diff([][]int{{1}, {0, 1}, {0}, {0, 2}, {2}, {1, 2}}, got); diff != "" {
		t.Errorf("topics of reviews (-want +got)\n%s", diff)
	}
}

// What belongs to a word for something that every business has is no topic, and
// what is written in capitals stays so, unless all of the review is.
func TestNoThings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"adjective":  {"It was a tricky time for us.", ""},
		"its thing":  {"It was a tricky furnace.", "Tricky furnace"},
		"participle": {"They are a skilled bunch.", ""},
		"apostrophe": {"The first I’ve seen.", ""},
		"acronym":    {"They defended me in my DUI.", "DUI"},
		"shouting":   {"THE FURNACE IS FINE", "Furnace"},
	} {
		x := topic.NewIndex()
		for range 3 {
			x.Add(c.text)
		}
		var got []string
		for _, found := range x.Topics() {
			got = append(got, found.Label)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: topics %q of %q, want %q", name, got, c.text, c.want)
		}
	}
}

// A word with a hyphen is not the pair of its parts, and has an id of its own.
func TestIDsAreUnique(t *testing.T) {
	t.Parallel()
	x := topic.NewIndex()
	for _, name := range []string{"water heater", "water-heater"} {
		for _, text := range []string{"They fixed our %s.", "The %s was loud, and now it is not.", "A new %s! Best day.", "Our old %s works again."} {
			x.Add(fmt.Sprintf(text, name))
		}
	}
	seen := map[string]bool{}
	for _, found := range x.Topics() {
		if seen[found.ID] {
			t.Errorf("two topics are called %s", found.ID)
		}
		seen[found.ID] = true
	}
	if !seen["water-heater"] || !seen["water--heater"] {
		t.Errorf("topics %v, want the pair and the word", seen)
	}
}

// What an index finds depends on the reviews in it, not on those that were.
func TestIndexForgets(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	old := topic.NewIndex()
	kept := map[string]topic.Names{}
	for range 200 {
		text := texts()[rng.IntN(len(texts()))]
		if names, ok := kept[text]; ok {
			old.Remove(names)
			delete(kept, text)
		} else {
			kept[text] = old.Add(text)
		}
		fresh := topic.NewIndex()
		for text := range kept {
			fresh.Add(text)
		}
		if diff := cmp.Diff(fresh.Topics(), old.Topics()); diff != "" {
			t.Fatalf("(-fresh +old)\n%s", diff)
		}
	}
}

func FuzzIndex(f *testing.F) {
	for _, text := range append(texts(), "", "\xff", "it's-a—test’s 'x' -", "ﬁ ß İ ꙮ", "a\n\nb") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := topic.NewIndex(text)
		names := []topic.Names{x.Add(text), x.Add(text + " the furnace"), x.Add("our furnace"), x.Add("a furnace")}
		x.Topics()
		for _, n := range names {
			x.Remove(n)
		}
		if got := x.Topics(); len(got) > 0 {
			t.Errorf("topics without reviews: %v", got)
		}
	})
}
