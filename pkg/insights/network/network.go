// Package network has the neural network that reads clauses by the vectors of
// their words: a convolution over runs of one, two and three words, the
// strongest answer of each filter (Kim 2014), what is remembered of the clauses
// before and after, and a layer that tells which aspects the clause judges and how.
package network

// Windows are the lengths of the runs of words, from 1.
const Windows = 3

// Polarities is how many ways there are to judge: worse, both, better.
const Polarities = 3

// Channels are what is known of a word beside its vector: how it is thought of
// anywhere and in reviews, whether a negation turns it, and that it is there.
const Channels = 4

// The channels, and what their values are multiplied with to be about as large
// as those of a vector.
const (
	General = iota
	Opinion
	Turned
	Present

	vectorScale  = 0.4
	generalScale = 0.25
	opinionScale = 1.0 / 3
	turnedScale  = 0.7
	presentScale = 0.3
)

// Shape is how large a network is.
type Shape struct {
	Aspects    int `json:"aspects"`
	Dimensions int `json:"dimensions"` // of the vectors
	Filters    int `json:"filters"`    // for each length of run
	Memory     int `json:"memory"`     // values remembered of the clauses so far, in each direction
}

// Pooled is the number of values that tell of one clause.
func (s Shape) Pooled() int { return Windows * s.Filters }

// Inputs is the number of values that tell of one word.
func (s Shape) Inputs() int { return s.Dimensions + Channels }

// Joined is the number of values by which a clause is judged.
func (s Shape) Joined() int { return s.Pooled() + Directions*s.Memory }

// Outputs is the number of scores: for each aspect one that the clause judges
// it, then those of the polarities alone, then those for each aspect.
func (s Shape) Outputs() int { return s.Aspects + Polarities + Polarities*s.Aspects }

// Network is the weights, all of them in one row, and views of them.
type Network struct {
	Shape
	Weights []float32

	Filter      [Windows][]float32 // of run length w+1: Filters x (w+1) x Inputs
	FilterBias  [Windows][]float32 // Filters
	Summary     []float32          // Memory x Pooled
	SummaryBias []float32          // Memory
	Units       [Directions]Unit
	Output      []float32 // Outputs x Joined
	OutputBias  []float32 // Outputs
}

// New returns a network of zeros.
func New(s Shape) *Network {
	n, _ := From(s, make([]float32, s.size()))
	return n
}

// size is the number of weights.
func (s Shape) size() int {
	n := (s.Joined() + 1) * s.Outputs()
	n += s.Memory * (s.Pooled() + 1)
	n += Directions * Gates * s.Memory * (2*s.Memory + 1)
	for w := range Windows {
		n += s.Filters * ((w+1)*s.Inputs() + 1)
	}
	return n
}

// largest bounds each measure of a shape.
const largest = 1 << 10

func (s Shape) possible() bool {
	return min(s.Aspects, s.Dimensions, s.Filters) >= 1 && s.Memory >= 0 &&
		max(s.Aspects, s.Dimensions, s.Filters, s.Memory) <= largest
}

// From makes a network of weights; false when they do not fit its shape.
func From(s Shape, weights []float32) (*Network, bool) {
	if !s.possible() || len(weights) != s.size() {
		return nil, false
	}
	n := &Network{Shape: s, Weights: weights}
	take := func(count int) []float32 {
		out := weights[:count:count]
		weights = weights[count:]
		return out
	}
	for w := range Windows {
		n.Filter[w] = take(s.Filters * (w + 1) * s.Inputs())
		n.FilterBias[w] = take(s.Filters)
	}
	n.Summary = take(s.Memory * s.Pooled())
	n.SummaryBias = take(s.Memory)
	for d := range n.Units {
		n.Units[d] = Unit{
			New:  take(Gates * s.Memory * s.Memory),
			Old:  take(Gates * s.Memory * s.Memory),
			Bias: take(Gates * s.Memory),
		}
	}
	n.Output = take(s.Outputs() * s.Joined())
	n.OutputBias = take(s.Outputs())
	return n, true
}
