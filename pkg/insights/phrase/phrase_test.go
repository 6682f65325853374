package phrase_test

import (
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/phrase"
)

func load(t *testing.T) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestFind(t *testing.T) {
	t.Parallel()
	l := load(t)
	for _, test := range []struct{ phrase, text, want string }{
		{"called back", "they called back today", "called back"},
		{"called back", "they called me back", ""},
		{"called ..2 back", "they called me right back today", "called me right back"},
		{"schedul*", "easy scheduling", "scheduling"},
		{"on|in time", "just in time", "in time"},
		{"showed up? late", "showed late", "showed late"},
		{"<staff> was late", "the plumber was late", "plumber was late"},
		{"not <great>", "it was not great", "not great"},
		{"never ..3 back", "never", ""},
		{"awsome|knowledgable", "so knowledgeable", "knowledgeable"},
	} {
		var set phrase.Set
		if err := set.Add(test.phrase, 7, l); err != nil {
			t.Fatal(err)
		}
		var words []phrase.Word
		fields := strings.Fields(test.text)
		for _, w := range fields {
			words = append(words, phrase.Word{Folded: w, Concepts: l.Lookup(w).Concepts})
		}
		got := ""
		for _, h := range set.Find(words) {
			got = strings.Join(fields[h.First:h.Last], " ")
			if h.Phrase != 7 {
				t.Errorf("%q stands for %d, want 7", test.phrase, h.Phrase)
			}
		}
		if got != test.want {
			t.Errorf("%q in %q: found %q, want %q", test.phrase, test.text, got, test.want)
		}
	}
}

func TestAddRefusesWhatIsNoPhrase(t *testing.T) {
	t.Parallel()
	l := load(t)
	for _, text := range []string{"", ".. late", "up? late", "<nonsense> late", "a ..x b"} {
		if err := new(phrase.Set).Add(text, 0, l); err == nil {
			t.Errorf("Add(%q) succeeded", text)
		}
	}
}
