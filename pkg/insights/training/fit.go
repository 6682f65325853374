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
}

// fitting is a model being fitted: logistic regression by stochastic gradient
// descent with a rate per weight (AdaGrad, Duchi et al. 2011).
type fitting struct {
	settings
	*model.Linear
	squares []float32 // of the gradients so far
	bias    uint32    // the one feature that is not pulled to zero
}

// fit learns from samples. The same samples give the same model.
func fit(from []sample, classes int, with settings) *model.Linear {
	m := model.NewLinear(classes, feature.Bits)
	continueFit(m, from, with)
	return m
}

// continueFit learns more.
func continueFit(m *model.Linear, from []sample, with settings) {
	f := &fitting{settings: with, Linear: m, squares: make([]float32, len(m.Weights)), bias: feature.Bias()}
	rng := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // a shuffle that must come out the same each time
	for range with.epochs {
		for _, i := range rng.Perm(len(from)) {
			f.learn(from[i])
		}
	}
}

const seed = 6

func (f *fitting) learn(s sample) {
	scores := f.Scores(s.features)
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

// pull moves the weights of a class against a gradient.
func (f *fitting) pull(features []uint32, class int, gradient float64) {
	for _, number := range features {
		at := int(number)*f.Classes + class
		g := gradient
		if number != f.bias {
			g += f.decay * float64(f.Weights[at])
		}
		f.squares[at] += float32(g * g)
		f.Weights[at] -= float32(f.rate * g / (math.Sqrt(float64(f.squares[at])) + 1e-6))
	}
}
