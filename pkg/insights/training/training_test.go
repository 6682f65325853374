package training_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/training"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// few are enough to tell two aspects apart, and said often enough to be sure.
func few(t *testing.T) training.Corpus {
	t.Helper()
	label := func(id, aspect, polarity, text string) training.Sentence {
		return training.Sentence{ID: id, Rating: 3, Text: text, Labels: []training.Label{{Aspect: aspect, Polarity: polarity, Quote: text}}}
	}
	return training.Corpus{
		Vectors: vectors(t),
		Sentences: slices.Repeat([]training.Sentence{
			label("1", "quality", "negative", "The zorble wobbles."),
			label("2", "quality", "positive", "The zorble hums along."),
			label("3", "value", "negative", "The quib was dreadful to behold."),
			{ID: "4", Text: "We have a cat."},
			{ID: "5", Text: "Never again.", Sentiment: "negative"},
			{ID: "6", Text: "We moved in May.", Rating: 3},
		}, 10), // every fifth is held out: of each some
		Termed:      []training.Termed{{Text: "The soup was cold."}},
		Categorised: []training.Categorised{{Text: "We ordered soup."}},
	}
}

// vectors are those that learning begins with.
func vectors(t *testing.T) *embedding.Table {
	t.Helper()
	packed, err := os.ReadFile("vectors.bin")
	if err != nil {
		t.Fatal(err)
	}
	out, err := embedding.Decode(packed)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func encoded(t *testing.T, m *model.Model) []byte {
	t.Helper()
	out, err := model.Encode(m, feature.Bits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFitStops(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := training.Fit(ctx, few(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context has ended Fit returns %v", err)
	}
}

func TestFitLearns(t *testing.T) {
	t.Parallel()
	m, err := training.Fit(t.Context(), few(t))
	if err != nil {
		t.Fatal(err)
	}
	a, err := analysis.NewWithModel(nil, m)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]review.Sentiment{"My zorble wobbles.": review.Negative, "My zorble hums along.": review.Positive} {
		got := a.Analyse(review.Review{Text: text}).Aspects
		if len(got) != 1 || got[0].ID != "quality" || got[0].Sentiment != want {
			t.Errorf("%s: aspects %v, want %s quality", text, got, want)
		}
	}
	for i, member := range m.Ensemble {
		if !moved(t, member.Vectors, "dreadful") || moved(t, member.Vectors, "plumber") {
			t.Errorf("network %d: want the words that were read to have other vectors, and no others", i+1)
		}
	}
	if _, err := model.Decode(encoded(t, m)); err != nil {
		t.Errorf("what was learned cannot be kept: %v", err)
	}
	if slices.Equal(m.Ensemble[0].Network.Weights, m.Ensemble[1].Network.Weights) {
		t.Error("two networks have learned the same weights, and read no better than one")
	}
}

// moved reports whether a word has another vector than learning began with, by
// more than what is rounded away.
func moved(t *testing.T, end *embedding.Table, word string) bool {
	t.Helper()
	begin := vectors(t)
	before, after := make([]float32, begin.Dimensions), make([]float32, begin.Dimensions)
	begin.Vector(begin.Lookup(word).Rows[0], before)
	end.Vector(end.Lookup(word).Rows[0], after)
	for i := range before {
		if math.Abs(float64(before[i]-after[i])) > 0.15 {
			return true
		}
	}
	return false
}

func TestFitIsDeterministic(t *testing.T) {
	t.Parallel()
	first, err := training.Fit(t.Context(), few(t))
	if err != nil {
		t.Fatal(err)
	}
	again, err := training.Fit(t.Context(), few(t))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(encoded(t, first), encoded(t, again)) {
		t.Error("the same corpus gave another model")
	}
}

func TestFitRefusesLabelsItCannotUse(t *testing.T) {
	t.Parallel()
	for name, label := range map[string]training.Label{
		"a quote that is not there": {Aspect: "quality", Polarity: "positive", Quote: "something else"},
		"an unknown polarity":       {Aspect: "quality", Polarity: "meh", Quote: "Fine."},
	} {
		c := training.Corpus{Vectors: vectors(t), Sentences: []training.Sentence{{ID: "1", Text: "Fine.", Labels: []training.Label{label}}}}
		if _, err := training.Fit(t.Context(), c); err == nil || !strings.Contains(err.Error(), "sentence 1") {
			t.Errorf("with %s: %v", name, err)
		}
	}
}

// Stars teach words that the model does not know.
func TestRefitLearnsFromStars(t *testing.T) {
	t.Parallel()
	base, err := model.Load()
	if err != nil {
		t.Fatal(err)
	}
	before := encoded(t, base)
	var reviews []training.Rated
	for range 80 {
		reviews = append(reviews, training.Rated{Text: "The zorble was snarfy.", Rating: 1}, training.Rated{Text: "The zorble was plonk.", Rating: 5})
	}
	m, err := training.Refit(base, reviews)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = model.Decode(encoded(t, m)); err != nil { // what is lost by rounding must not matter
		t.Fatal(err)
	}
	a, err := analysis.NewWithModel(nil, m)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Ensemble) != len(base.Ensemble) {
		t.Errorf("%d networks read together, and %d before", len(m.Ensemble), len(base.Ensemble))
	}
	if got := a.Tone("It is snarfy.", 0); got != review.Negative {
		t.Errorf("snarfy is %s", got)
	}
	if got := a.Tone("It is plonk.", 0); got != review.Positive {
		t.Errorf("plonk is %s", got)
	}
	if !bytes.Equal(before, encoded(t, base)) {
		t.Error("the model to begin with was changed")
	}
	if _, err := training.Refit(base, []training.Rated{{Rating: 9}}); err == nil {
		t.Error("nine stars were accepted")
	}
}

func TestReadLinesNamesTheLine(t *testing.T) {
	t.Parallel()
	rows, err := training.ReadLines[training.Rated](strings.NewReader("{\"rating\":1}\n\n{\"rating\":2}\n"))
	if err != nil || len(rows) != 2 {
		t.Errorf("%v, %v", rows, err)
	}
	if _, err := training.ReadLines[training.Rated](strings.NewReader("{}\nno\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v, want one of line 2", err)
	}
}
