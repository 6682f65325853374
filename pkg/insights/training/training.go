package training

import (
	"fmt"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

// Corpus is everything to learn from.
type Corpus struct {
	Sentences   []Sentence
	Termed      []Termed
	Categorised []Categorised
}

// Fit learns a model. The same corpus gives the same model.
func Fit(c Corpus) (*model.Model, error) {
	s, err := newSampler(aspectsOf(c.Sentences))
	if err != nil {
		return nil, err
	}
	for _, from := range c.Sentences {
		if err := s.add(from); err != nil {
			return nil, err
		}
	}
	for _, from := range c.Termed {
		if err := s.addTermed(from); err != nil {
			return nil, fmt.Errorf("restaurant sentence %q: %w", from.Text, err)
		}
	}
	for _, from := range c.Categorised {
		if err := s.addCategorised(from); err != nil {
			return nil, fmt.Errorf("restaurant sentence %q: %w", from.Text, err)
		}
	}
	return &model.Model{
		Aspects:  s.aspects,
		Detector: fit(s.detection, len(s.aspects), settings{epochs: 30, rate: 0.1, decay: 3e-2, yesWeight: 1.5}),
		Network:  fitNetwork(s.texts, len(s.aspects), s.vectors),
		Polarity: fit(s.polarity, model.Polarities, settings{epochs: 10, rate: 0.02, decay: 1e-3, exclusive: true, yesWeight: 1}),
	}, nil
}

// aspectsOf returns the ids of the aspects that sentences judge, sorted.
func aspectsOf(sentences []Sentence) []string {
	var out []string
	for _, s := range sentences {
		for _, l := range s.Labels {
			out = append(out, l.Aspect)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
