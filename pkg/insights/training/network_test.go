package training

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// lesson1 is a text of two clauses that teaches every kind of output.
func lesson1(v *embedding.Table) text {
	t := text{spans: []token.Span{{First: 0, Last: 3}, {First: 3, Last: 5}}, weight: 1, clauses: []lesson{
		{aspects: []target{yes, no}, judged: []judgement{{0, 2}}, whole: -1},
		{aspects: []target{unknown, yes}, judged: []judgement{{1, 0}}, whole: 0},
	}}
	for i, w := range []string{"kind", "and", "zorble", "wasn't", "came"} {
		t.words = append(t.words, network.Word{Word: v.Lookup(w), General: float32(i) - 1, Turned: i == 4})
	}
	return t
}

func learnerOf(t *testing.T) (*learner, text) {
	t.Helper()
	encoded, err := os.ReadFile("vectors.bin")
	if err != nil {
		t.Fatal(err)
	}
	v, err := embedding.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	l := newLearner(network.Shape{Aspects: 2, Dimensions: v.Dimensions, Filters: 4, Context: 3}, v)
	return l, lesson1(v)
}

// undropped makes a learner see everything, so that it can be compared.
func (l *learner) undropped(t text) {
	l.rng = rand.New(keepAll{})
	l.read(t)
	for i := range l.joined {
		for j := range l.joined[i] {
			l.joined[i][j] /= l.kept[i][j]
			l.kept[i][j] = 1
		}
	}
}

// keepAll is a source of which every Float64 is close to 1.
type keepAll struct{}

func (keepAll) Uint64() uint64 { return math.MaxUint64 }

// The learner and the reader are two ways to compute one thing.
func TestLearnerReadsAsTheReaderDoes(t *testing.T) {
	t.Parallel()
	l, lesson := learnerOf(t)
	l.undropped(lesson)
	read := network.NewReader(l.Network, l.words.from).Read(lesson.words, lesson.spans)
	for clause := range lesson.clauses {
		for a := range l.Aspects {
			if want, got := l.score(clause, a), read.Detection(clause, a); math.Abs(want-got) > 1e-4 {
				t.Errorf("clause %d, aspect %d: the reader has %g, the learner %g", clause, a, got, want)
			}
		}
	}
}

// loss is what the gradient is the slope of.
func (l *learner) loss(t text) float64 {
	l.undropped(t)
	sum := 0.0
	for i, c := range t.clauses {
		for a, want := range c.aspects {
			p := 1 / (1 + math.Exp(-l.score(i, a)))
			switch want {
			case yes:
				sum -= yesOfNetwork * math.Log(p)
			case no:
				sum -= math.Log(1 - p)
			case unknown:
			}
		}
		for _, j := range c.judged {
			sum -= math.Log(1 + float64(l.tooHigh(i, j.class, l.Aspects, l.Aspects+network.Polarities*(1+j.aspect))[j.class]))
		}
		if c.whole >= 0 {
			sum -= math.Log(1 + float64(l.tooHigh(i, c.whole, l.Aspects)[c.whole]))
		}
	}
	return sum
}

// The gradient is compared with what really happens to the loss when a weight
// changes a little.
func TestGradientIsTheSlopeOfTheLoss(t *testing.T) {
	t.Parallel()
	l, lesson := learnerOf(t)
	l.undropped(lesson)
	l.backward(lesson)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		i := rng.IntN(len(l.Weights))
		want, got := l.slope(&l.Weights[i], lesson), float64(l.gradient.Weights[i])
		if math.Abs(want-got) > 0.02+0.1*math.Abs(want) {
			t.Errorf("weight %d: gradient %g, slope %g", i, got, want)
		}
	}
	for _, row := range l.words.rows {
		for i := range l.Dimensions {
			at := int(row)*l.Dimensions + i
			if want, got := l.slope(&l.words.values[at], lesson), float64(l.words.gradients[at]); math.Abs(want-got) > 2e-3+0.05*math.Abs(want) {
				t.Errorf("value %d of word %d: gradient %g, slope %g", i, row, got, want)
			}
		}
	}
	if len(l.words.rows) != 5 { // two of them are those of "wasn't"
		t.Errorf("%d rows have a gradient, want 5", len(l.words.rows))
	}
}

// slope is that of the loss where a weight or a value is.
func (l *learner) slope(of *float32, t text) float64 {
	const step = 1e-2
	before := *of
	*of = before + step
	more := l.loss(t)
	*of = before - step
	less := l.loss(t)
	*of = before
	return (more - less) / (2 * step)
}
