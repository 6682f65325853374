package training

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

// Corpus is everything to learn from.
type Corpus struct {
	Vectors     *embedding.Table // of words, to begin with
	Sentences   []Sentence
	Termed      []Termed
	Categorised []Categorised
}

// Fit learns a model. The same corpus gives the same model. It fits two models at
// once, one of them to learn judging from; with 113,000 texts that takes half an hour and
// four and a half gigabytes. It stops soon after the context ends.
func Fit(ctx context.Context, c Corpus) (*model.Model, error) {
	aspects := aspectsOf(c.Sentences)
	if len(aspects) == 0 {
		return nil, errors.New("no sentence judges an aspect")
	}
	if c.Vectors == nil {
		return nil, errors.New("no vectors of words to begin with")
	}
	all, err := c.samples(aspects)
	if err != nil {
		return nil, err
	}
	var m *model.Model
	var judged []example
	var work errgroup.Group
	work.Go(func() (err error) {
		m, err = all.fit(ctx)
		return err
	})
	work.Go(func() (err error) {
		judged, err = c.examples(ctx, aspects)
		return err
	})
	if err := work.Wait(); err != nil {
		return nil, err
	}
	m.Judge = judge(judged)
	return m, nil
}

// samples are what there is to learn about clauses.
func (c Corpus) samples(aspects []string) (*sampler, error) {
	s, err := newSampler(aspects, c.Vectors)
	if err != nil {
		return nil, err
	}
	for i, from := range c.Sentences {
		if err := s.add(from); err != nil {
			return nil, err
		}
		if i%carelessOf == 0 && from.Rating > 0 {
			if err := s.addCareless(from); err != nil {
				return nil, err
			}
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
	return s, nil
}

// As few steps for the weights as measure the same.
const (
	detectorSteps = 10
	polaritySteps = 20
)

// fit learns to read clauses.
func (s *sampler) fit(ctx context.Context) (*model.Model, error) {
	ensemble, err := s.fitEnsemble(ctx)
	if err != nil {
		return nil, err
	}
	return &model.Model{
		Aspects:  s.aspects,
		Detector: fit(s.detection, len(s.aspects), settings{epochs: 30, rate: 0.1, decay: 3e-2, yesWeight: 1.5, steps: detectorSteps}),
		Ensemble: ensemble,
		Polarity: fit(s.polarity, model.Polarities, settings{epochs: 10, rate: 0.02, decay: 1e-3, exclusive: true, yesWeight: 1, steps: polaritySteps}),
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
