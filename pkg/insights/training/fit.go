package training

import (
	"math"
	"math/rand/v2"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

// settings of one fit.
type settings struct {
	epochs    int
	rate      float64 // of learning
	decay     float64 // pull of the weights to zero
	exclusive bool    // a sample is of one class only
	yesWeight float64 // how much more a yes counts than a no
	steps     int     // how many steps the greatest weight has
}

// fitting is a model being fitted: logistic regression by stochastic gradient
// descent with a rate per weight (AdaGrad, Duchi et al. 2011).
type fitting struct {
	settings
	classes int
	weights []float32 // those of one feature side by side
	squares []float32 // of the gradients so far
	bias    uint32    // the one feature that is not pulled to zero
}

// fit learns from samples. The same samples give the same model.
func fit(from []sample, classes int, with settings) *model.Linear {
	return learn(classes, make([]float32, classes<<feature.Bits), from, with)
}

// continueFit learns more.
func continueFit(m *model.Linear, from []sample, with settings) *model.Linear {
	return learn(m.Classes, m.Values(), from, with)
}

// learn fits weights to samples, in place, and rounds them.
func learn(classes int, weights []float32, from []sample, with settings) *model.Linear {
	f := &fitting{settings: with, classes: classes, weights: weights, squares: make([]float32, len(weights)), bias: feature.Bias()}
	rng := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // a shuffle that must come out the same each time
	for range with.epochs {
		for _, i := range rng.Perm(len(from)) {
			f.learn(from[i])
		}
	}
	return model.NewLinear(classes, weights, with.steps)
}

const seed = 6

func (f *fitting) learn(s sample) {
	scores := f.scores(s.features)
	if f.exclusive {
		model.Softmax(scores)
	} else {
		for c := range scores {
			scores[c] = model.Sigmoid(scores[c])
		}
	}
	for c, p := range scores {
		weight := s.weight
		switch s.targets[c] {
		case unknown:
			continue
		case yes:
			p--
			weight *= f.yesWeight
		case no:
		}
		f.pull(s.features, c, p*weight)
	}
}

func (f *fitting) scores(features []uint32) []float64 {
	out := make([]float64, f.classes)
	for _, number := range features {
		for c, w := range f.weights[int(number)*f.classes:][:f.classes] {
			out[c] += float64(w)
		}
	}
	return out
}

// pull moves the weights of a class against a gradient.
func (f *fitting) pull(features []uint32, class int, gradient float64) {
	for _, number := range features {
		at := int(number)*f.classes + class
		g := gradient
		if number != f.bias {
			g += float64(f.decay * float64(f.weights[at]))
		}
		f.squares[at] += float32(g * g)
		f.weights[at] -= float32(f.rate * g / (math.Sqrt(float64(f.squares[at])) + 1e-6))
	}
}
