package training

import (
	"fmt"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/quantized"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Rated is a review with its stars, and no other label.
type Rated struct {
	Text   string `json:"text"`
	Rating int    `json:"rating"`
}

// How a model is fitted to rated reviews: stars speak for the whole and teach
// a clause less than a label does.
const (
	ratedWeight = 0.5
	ratedEpochs = 8
)

// Refit teaches a model which words praise and which blame by the stars of
// reviews: five stars, and one or two. The others say both and are left out.
// What is said about which aspect cannot be learned so and stays as it is. The
// same reviews in the same order give the same model.
func Refit(base *model.Model, reviews []Rated) (*model.Model, error) {
	s, err := newSampler(base.Aspects, base.Words())
	if err != nil {
		return nil, err
	}
	r, err := s.reader("")
	if err != nil {
		return nil, err
	}
	for i, from := range reviews {
		class := model.Positive
		switch {
		case from.Rating < 0 || from.Rating > review.MaxRating:
			return nil, fmt.Errorf("review %d: rating %d", i+1, from.Rating)
		case from.Rating == 1 || from.Rating == 2:
			class = model.Negative
		case from.Rating != review.MaxRating:
			continue
		}
		in := r.Read(from.Text)
		for clause := range in.Clauses {
			s.polarity = append(s.polarity, sample{r.Polarity(in, clause, ""), one(class), ratedWeight})
		}
	}
	polarity := continueFit(base.Polarity, balanced(s.polarity), settings{epochs: ratedEpochs, rate: 0.01, exclusive: true, yesWeight: 1, steps: quantized.MaxSteps})
	return &model.Model{
		Aspects: base.Aspects, Detector: base.Detector, Polarity: polarity,
		Ensemble: base.Ensemble, Judge: base.Judge,
	}, nil
}

// balanced weighs the samples so that praise and blame count the same in all,
// however rare blame is.
func balanced(from []sample) []sample {
	var counts [model.Polarities]float64
	for _, s := range from {
		counts[slices.Index(s.targets, yes)]++
	}
	for i, s := range from {
		from[i].weight *= float64(len(from)) / (2 * counts[slices.Index(s.targets, yes)])
	}
	return from
}
