package training

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

// How a network learns; chosen by leaving out every fourth review of the
// training sentences, the number of runs on reviews of other writers.
const (
	filters      = 128
	memory       = 64
	networkRuns  = 9  // over all texts
	batch        = 32 // texts between two steps
	networkRate  = 2e-3
	decayRate    = 1e-2
	dropWords    = 0.1 // of the words are hidden,
	dropValues   = 0.4 // and of the values that tell of a clause
	yesOfNetwork = 1.5 // how much more a yes counts than a no
)

// members is how many networks read together. They differ by where they begin and by the
// order in which they meet the texts, so that each is wrong elsewhere.
const members = 2

// fitEnsemble teaches the networks, one after the other.
func (s *sampler) fitEnsemble(ctx context.Context) ([]model.Member, error) {
	var out []model.Member
	for i := range members {
		l, err := fitNetwork(ctx, s.texts, len(s.aspects), s.vectors, uint64(1+i))
		if err != nil {
			return nil, err
		}
		learned := s.vectors.Learned
		if i > 0 {
			learned = out[0].Vectors.Beside
		}
		vectors, err := learned(l.words.values)
		if err != nil {
			return nil, err
		}
		out = append(out, model.Member{Network: l.Network, Vectors: vectors})
	}
	return out, nil
}

// fitNetwork teaches a network by gradient descent (Adam, Kingma and Ba 2015)
// with a rate that falls to zero, and the words their vectors (AdaGrad). The same
// texts and the same chance give the same network and the same vectors. It stops when the
// context ends.
func fitNetwork(ctx context.Context, texts []text, aspects int, vectors *embedding.Table, chance uint64) (*learner, error) {
	shape := network.Shape{Aspects: aspects, Dimensions: vectors.Dimensions, Filters: filters, Memory: memory}
	l := newLearner(shape, vectors, chance)
	steps := networkRuns * ((len(texts) + batch - 1) / batch)
	for range networkRuns {
		for i, at := range l.rng.Perm(len(texts)) {
			l.learn(texts[at])
			if (i+1)%batch == 0 || i+1 == len(texts) {
				if ctx.Err() != nil {
					return nil, fmt.Errorf("fit the network: %w", ctx.Err())
				}
				l.step(1 - float64(l.steps)/float64(steps))
			}
		}
	}
	return l, nil
}

// learner is a network being taught.
type learner struct {
	*network.Network

	gradient      *network.Network // the sum over the texts of a batch
	mean, squares []float32        // of the gradients so far, fading
	steps, taken  int              // steps so far, texts since the last
	rng           *rand.Rand
	words         *tuning
	pass
}

func newLearner(s network.Shape, vectors *embedding.Table, chance uint64) *learner {
	l := &learner{
		Network: network.New(s), gradient: network.New(s), words: newTuning(vectors),
		rng: rand.New(rand.NewPCG(seed, chance)), //nolint:gosec // the same each time on purpose
	}
	l.mean, l.squares = make([]float32, len(l.Weights)), make([]float32, len(l.Weights))
	for w := range network.Windows {
		l.scatter(l.Filter[w], math.Sqrt(1/float64((w+1)*s.Dimensions)))
	}
	l.scatter(l.Summary, math.Sqrt(1/float64(evenly*s.Pooled())))
	for _, u := range l.Units {
		l.scatter(u.New, math.Sqrt(1/float64(evenly*s.Memory)))
		l.scatter(u.Old, math.Sqrt(1/float64(evenly*s.Memory)))
	}
	l.scatter(l.Output, math.Sqrt(0.25/float64(s.Joined())))
	for a := range s.Aspects {
		l.OutputBias[a] = rarely
	}
	return l
}

// evenly makes the variance of weights that of even chances between minus and plus
// one, by the root of how many add up.
const evenly = 3

// rarely is the score that an aspect begins with: most clauses judge few.
const rarely = -3

// scatter begins weights with random values of a standard deviation.
func (l *learner) scatter(weights []float32, deviation float64) {
	for i := range weights {
		weights[i] = float32(deviation * l.rng.NormFloat64())
	}
}

// The fading of Adam's means, and what keeps it from dividing by zero.
const (
	meanFade   = 0.9
	squareFade = 0.999
	tiny       = 1e-8
)

// batchScale is what the mean gradient of a batch is multiplied with. Adam and
// AdaGrad even out its size; it matters beside tiny alone.
const batchScale = 4

// step moves the weights and the vectors against the gradient of a batch, at a
// share of the rates, and forgets it.
func (l *learner) step(share float64) {
	l.steps++
	first := 1 - math.Pow(meanFade, float64(l.steps))
	second := 1 - math.Pow(squareFade, float64(l.steps))
	scale := batchScale / float32(l.taken)
	for i, g := range l.gradient.Weights {
		g *= scale
		l.mean[i] = float32(meanFade*l.mean[i]) + float32((1-meanFade)*g)
		l.squares[i] = float32(squareFade*l.squares[i]) + float32(float32((1-squareFade)*g)*g)
		move := float64(l.mean[i])/first/(math.Sqrt(float64(l.squares[i])/second)+tiny) + float64(decayRate*l.Weights[i])
		l.Weights[i] -= float32(networkRate * share * move)
	}
	clear(l.gradient.Weights)
	l.words.step(share, scale)
	l.taken = 0
}
