package training_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/training"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// sentences reads all training sentences of the project.
func sentences(t *testing.T) []training.Sentence {
	t.Helper()
	files, err := filepath.Glob("sentences/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no training sentences: %v", err)
	}
	var out []training.Sentence
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			d := json.NewDecoder(strings.NewReader(lines.Text()))
			d.DisallowUnknownFields()
			var s training.Sentence
			if err := d.Decode(&s); err != nil {
				t.Fatalf("%s: %v in %s", name, err, lines.Text())
			}
			out = append(out, s)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestSentences(t *testing.T) {
	t.Parallel()
	ids, texts := map[string]bool{}, map[string]bool{}
	subjects := map[string]*taxonomy.Taxonomy{} // by vertical
	for _, s := range sentences(t) {
		key := strings.Join(strings.FieldsFunc(review.Fold(s.Text), wordless), " ")
		if s.ID == "" || ids[s.ID] || key == "" || texts[key] {
			t.Errorf("%s: the id or the text is empty or was there before: %q", s.ID, s.Text)
		}
		if s.Rating < 0 || s.Rating > review.MaxRating {
			t.Errorf("%s: rating %d", s.ID, s.Rating)
		}
		if strings.Contains(s.Text, "##") {
			t.Errorf("%s: another review follows in the text, after its heading: %q", s.ID, s.Text)
		}
		ids[s.ID], texts[key] = true, true
		if subjects[s.Vertical] == nil {
			found, err := taxonomy.For(&review.Business{Vertical: s.Vertical})
			if err != nil {
				t.Fatal(err)
			}
			subjects[s.Vertical] = found
		}
		checkLabels(t, s, subjects[s.Vertical])
	}
}

// checkLabels checks that the labels of a sentence quote it and speak of the
// aspects of its vertical.
func checkLabels(t *testing.T, s training.Sentence, subjects *taxonomy.Taxonomy) {
	t.Helper()
	seen := map[training.Label]bool{}
	for _, l := range s.Labels {
		if _, ok := subjects.Aspect(l.Aspect); !ok {
			t.Errorf("%s: %s has no aspect %q", s.ID, s.Vertical, l.Aspect)
		}
		switch review.Sentiment(l.Polarity) {
		case review.Positive, review.Neutral, review.Negative:
		default:
			t.Errorf("%s: polarity %q", s.ID, l.Polarity)
		}
		if l.Quote == "" || strings.TrimSpace(l.Quote) != l.Quote || !strings.Contains(s.Text, l.Quote) {
			t.Errorf("%s: %q is not in the text", s.ID, l.Quote)
		}
		if seen[l] {
			t.Errorf("%s: the label %v stands twice", s.ID, l)
		}
		seen[l] = true
	}
}

// wordless reports whether r is neither a small letter nor a digit.
func wordless(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
