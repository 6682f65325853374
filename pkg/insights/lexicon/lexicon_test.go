package lexicon_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
)

func TestLookup(t *testing.T) {
	t.Parallel()
	l, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	late, ok := l.Concept("late")
	if !ok {
		t.Fatal("no concept is called late")
	}
	if e := l.Lookup("delayed"); !has(e.Concepts, late) || e.Opinion >= 0 {
		t.Errorf("delayed is %+v, want late and a blame", e)
	}
	if e := l.Lookup("excellent"); e.Opinion <= 0 || has(e.Concepts, late) {
		t.Errorf("excellent is %+v, want a praise", e)
	}
	if e := l.Lookup("the"); e != (lexicon.Entry{}) {
		t.Errorf("the is %+v, want nothing", e)
	}
	if _, ok := l.Concept("nonsense"); ok {
		t.Error("nonsense is a concept")
	}
}

// A word may be of several classes.
func TestBits(t *testing.T) {
	t.Parallel()
	got, want := lexicon.Bits(map[int]string{1: "a  b", 2: "b\nc", 4: ""}), map[string]int{"a": 1, "b": 3, "c": 2}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func has(s lexicon.Set, c lexicon.Concept) bool { return slices.Contains(slices.Collect(s.All()), c) }
