package training

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// lesson1 is a text of four clauses that teaches every kind of output, the third of
// which is ignored.
func lesson1(v *embedding.Table) text {
	t := text{
		spans:  []token.Span{{First: 0, Last: 3}, {First: 3, Last: 5}, {First: 5, Last: 6}, {First: 6, Last: 8}},
		said:   []statement{{praise: true}, {praise: true, blame: true}, {unknown: true}},
		weight: 0.5,
		clauses: []lesson{
			{aspects: []target{yes, no, no}, judged: []judgement{{0, 2}}, whole: -1},
			{aspects: []target{unknown, yes, no}, judged: []judgement{{1, 0}}, whole: 0},
			{ignored: true, aspects: []target{yes, yes, yes}, judged: []judgement{{1, 1}}, whole: 2},
			{aspects: []target{no, yes, no}, judged: []judgement{{1, 2}}, whole: -1},
		},
	}
	for i, w := range []string{"kind", "and", "zorble", "wasn't", "came", "rude", "quick", "work"} {
		t.words = append(t.words, network.Word{Word: v.Lookup(w), General: float32(i%3) - 1, Turned: i == 4})
	}
	return t
}

func learnerOf(t *testing.T) (*learner, *embedding.Table, text) {
	t.Helper()
	encoded, err := os.ReadFile("vectors.bin")
	if err != nil {
		t.Fatal(err)
	}
	v, err := embedding.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	l := newLearner(network.Shape{Aspects: 3, Dimensions: v.Dimensions, Filters: 4, Memory: 3}, v, 1)
	return l, v, lesson1(v)
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
	l.score()
}

// keepAll is a source of which every Float64 is close to 1.
type keepAll struct{}

func (keepAll) Uint64() uint64 { return math.MaxUint64 }

// The learner and the reader are two ways to compute one thing.
func TestLearnerReadsAsTheReaderDoes(t *testing.T) {
	t.Parallel()
	l, vectors, lesson := learnerOf(t)
	l.undropped(lesson)
	read := network.NewReader(l.Network, vectors).Read(lesson.words, lesson.spans, func(i int) bool { return lesson.clauses[i].ignored })
	for clause := range lesson.clauses {
		for a := range l.Aspects {
			if want, got := float64(l.scores[clause][a]), read.Detection(clause, a); math.Abs(want-got) > 1e-4 {
				t.Errorf("clause %d, aspect %d: the reader has %g, the learner %g", clause, a, got, want)
			}
			for p, got := range read.Polarity(clause, a) {
				want := float64(l.scores[clause][l.Aspects+p] + l.scores[clause][l.own(a)+p])
				if math.Abs(want-got) > 1e-4 {
					t.Errorf("clause %d, aspect %d, polarity %d: the reader has %g, the learner %g", clause, a, p, got, want)
				}
			}
		}
	}
}

// loss is what the gradient is the slope of.
func (l *learner) loss(t text) float64 {
	l.undropped(t)
	sum := 0.0
	for i, c := range t.clauses {
		if c.ignored {
			continue
		}
		for a, want := range c.aspects {
			p := 1 / (1 + math.Exp(-float64(l.scores[i][a])))
			switch want {
			case yes:
				sum -= yesOfNetwork * math.Log(p)
			case no:
				sum -= math.Log(1 - p)
			case unknown:
			}
		}
		for _, j := range c.judged {
			sum -= math.Log(1 + float64(l.tooHigh(i, j.class, l.Aspects, l.own(j.aspect))[j.class]))
		}
		if c.whole >= 0 {
			sum -= math.Log(1 + float64(l.tooHigh(i, c.whole, l.Aspects)[c.whole]))
		}
	}
	for a, said := range t.said {
		if !said.unknown {
			sum += l.lossOfWhole(t, a, said)
		}
	}
	return float64(t.weight) * sum
}

// lossOfWhole is what the errors of blameWhole are the slopes of.
func (l *learner) lossOfWhole(t text, aspect int, said statement) float64 {
	sum := 0.0
	for but, said := range map[int]bool{model.Negative: said.praise, model.Positive: said.blame} {
		if _, none := l.votes(t, aspect, but); said {
			sum -= yesOfWhole * math.Log(1-none)
		} else {
			sum -= math.Log(none)
		}
	}
	return wholeShare * sum
}

// The gradient is compared with what really happens to the loss when a weight
// changes a little.
func TestGradientIsTheSlopeOfTheLoss(t *testing.T) {
	t.Parallel()
	l, _, lesson := learnerOf(t)
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
	if len(l.words.rows) != 8 { // two of them are those of "wasn't"
		t.Errorf("%d rows have a gradient, want 8", len(l.words.rows))
	}
}

// What comes through the memory is faint at first: here it is loud, and every weight of
// it is looked at.
func TestGradientOfTheMemory(t *testing.T) {
	t.Parallel()
	l, _, lesson := learnerOf(t)
	rows := [][2][]float32{{l.Summary, l.gradient.Summary}, {l.SummaryBias, l.gradient.SummaryBias}}
	for d, u := range l.Units {
		g := l.gradient.Units[d]
		rows = append(rows, [2][]float32{u.New, g.New}, [2][]float32{u.Old, g.Old}, [2][]float32{u.Bias, g.Bias})
	}
	for _, weights := range append(rows, [2][]float32{l.Output}) {
		l.scatter(weights[0], 0.7)
	}
	l.undropped(lesson)
	l.backward(lesson)
	for row, weights := range rows {
		for i, g := range weights[1] {
			if want, got := l.slope(&weights[0][i], lesson), float64(g); math.Abs(want-got) > 5e-4+0.01*math.Abs(want) {
				t.Errorf("row %d, weight %d: gradient %g, slope %g", row, i, got, want)
			}
		}
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
