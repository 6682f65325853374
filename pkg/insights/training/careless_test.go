package training

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
)

// Without its stops a review still judges the same, and its quotes are still in it.
func TestCarelessSentencesJudgeTheSame(t *testing.T) {
	t.Parallel()
	s := Sentence{
		Text:   "Came on time, was kind. But: what a mess!",
		Labels: []Label{{"punctuality", "positive", "Came on time,"}, {"cleanliness", "negative", "But: what a mess!"}},
		Rating: 3,
	}
	want := Sentence{
		Text:   "Came on time was kind But what a mess",
		Labels: []Label{{"punctuality", "positive", "Came on time"}, {"cleanliness", "negative", "But what a mess"}},
		Rating: 3,
	}
	if diff := cmp.Diff(want, s.careless()); diff != "" {
		t.Errorf("careless (-want +got)\n%s", diff)
	}
	if s.Labels[0].Quote != "Came on time," {
		t.Errorf("the sentence itself now quotes %q", s.Labels[0].Quote)
	}
}

// Only the networks learn from it.
func TestCarelessSentencesTeachTheNetworks(t *testing.T) {
	t.Parallel()
	s, err := newSampler([]string{"punctuality"}, beginning(t))
	if err != nil {
		t.Fatal(err)
	}
	review := onTime()
	if err := s.addCareless(review); err != nil {
		t.Fatal(err)
	}
	if len(s.texts) != 1 || len(s.detection)+len(s.polarity) != 0 {
		t.Errorf("the networks have %d texts to learn from, the linear models %d clauses", len(s.texts), len(s.detection)+len(s.polarity))
	}
}

// One review in eight is learned from twice, and no statement is.
func TestSamplesAreCareless(t *testing.T) {
	t.Parallel()
	c := Corpus{Vectors: beginning(t), Sentences: slices.Repeat([]Sentence{onTime()}, 2*carelessOf+1)}
	c.Sentences[carelessOf].Rating = 0
	s, err := c.samples([]string{"punctuality"})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(c.Sentences) + 2; len(s.texts) != want {
		t.Errorf("there are %d texts to learn from, want %d", len(s.texts), want)
	}
}

func onTime() Sentence {
	return Sentence{Text: "Came on time. Kind, too.", Labels: []Label{{"punctuality", "positive", "Came on time."}}, Rating: 5}
}

// beginning is the table of words where learning begins.
func beginning(t *testing.T) *embedding.Table {
	t.Helper()
	encoded, err := os.ReadFile("vectors.bin")
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := embedding.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return vectors
}
