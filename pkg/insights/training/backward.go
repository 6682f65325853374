package training

import (
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

// learn adds to the gradient what a text teaches.
func (l *learner) learn(t text) {
	l.taken++
	l.read(t)
	l.backward(t)
}

// backward adds to the gradient what the text that was read last teaches.
func (l *learner) backward(t text) {
	errors := make([][]float32, len(t.clauses)) // of the values of each clause
	for i := range errors {
		errors[i] = make([]float32, l.Pooled())
	}
	strongest := make([]float32, l.Pooled())
	for i, c := range t.clauses {
		if scores := l.errors(i, c, t.weight); scores != nil {
			l.blame(i, scores, errors, strongest)
		}
	}
	for j, e := range strongest {
		if l.strongest[j] > 0 {
			errors[l.holders[j]][j] += e
		}
	}
	for i, span := range t.spans {
		l.blameFilters(i, span.First*l.Inputs(), span.Last*l.Inputs(), errors[i])
	}
	l.blameWords(t.words)
}

// blameWords hands the errors of the inputs to the vectors of the words, but for
// those that were hidden.
func (l *learner) blameWords(words []network.Word) {
	for i, w := range words {
		at := i * l.Inputs()
		if l.inputs[at+l.Dimensions+network.Present] != 0 {
			l.words.add(w, l.blamed[at:][:l.Dimensions])
		}
	}
}

// errors are how much too high each score of a clause is, nil when nothing is
// known of the clause.
func (l *learner) errors(i int, c lesson, weight float32) []float32 {
	if c.ignored || c.aspects == nil && c.whole < 0 {
		return nil
	}
	out := make([]float32, l.Outputs())
	for a, t := range c.aspects {
		switch t {
		case unknown:
		case yes:
			out[a] = weight * yesOfNetwork * float32(model.Sigmoid(l.score(i, a))-1)
		case no:
			out[a] = weight * float32(model.Sigmoid(l.score(i, a)))
		}
	}
	shared := l.Aspects
	for _, j := range c.judged {
		own := shared + network.Polarities*(1+j.aspect)
		for p, e := range l.tooHigh(i, j.class, shared, own) {
			out[shared+p] += weight * e
			out[own+p] += weight * e
		}
	}
	if c.whole >= 0 {
		for p, e := range l.tooHigh(i, c.whole, shared) {
			out[shared+p] += weight * e
		}
	}
	return out
}

// tooHigh is how much too likely each polarity is that sums of scores make.
func (l *learner) tooHigh(i, class int, from ...int) [network.Polarities]float32 {
	scores := make([]float64, network.Polarities)
	for p := range scores {
		for _, first := range from {
			scores[p] += l.score(i, first+p)
		}
	}
	var out [network.Polarities]float32
	for p, likely := range model.Softmax(scores) {
		out[p] = float32(likely)
	}
	out[class]--
	return out
}

func (l *learner) score(clause, output int) float64 {
	return float64(l.OutputBias[output] + network.Dot(l.joined[clause], l.Output[output*l.Joined():][:l.Joined()]))
}

// blame hands the errors of the scores of a clause to the weights behind them,
// to the values of the clause and to those around it.
func (l *learner) blame(i int, scores []float32, errors [][]float32, strongest []float32) {
	joined := make([]float32, l.Joined())
	for output, e := range scores {
		if e != 0 {
			l.gradient.OutputBias[output] += e
			network.Add(l.gradient.Output[output*l.Joined():], e, l.joined[i])
			network.Add(joined, e, l.Output[output*l.Joined():][:l.Joined()])
		}
	}
	for j := range joined {
		joined[j] *= l.kept[i][j]
	}
	network.Add(errors[i], 1, joined[:l.Pooled()])
	for n := range l.Around {
		into := strongest
		switch {
		case l.neighbour(n, i) == nil:
			continue
		case n == network.Before:
			into = errors[i-1]
		case n == network.After:
			into = errors[i+1]
		}
		for c := range l.Context {
			l.blameAround(i, n, c, joined[l.Pooled()+n*l.Context+c], into)
		}
	}
}

// blameAround hands on the error of one value that tells of a neighbour.
func (l *learner) blameAround(i, n, c int, e float32, into []float32) {
	at := l.Pooled() + n*l.Context + c
	if l.kept[i][at] == 0 || e == 0 {
		return
	}
	y := l.joined[i][at] / l.kept[i][at]
	e *= 1 - y*y
	l.gradient.AroundBias[n][c] += e
	network.Add(l.gradient.Around[n][c*l.Pooled():], e, l.neighbour(n, i))
	network.Add(into, e, l.Around[n][c*l.Pooled():][:l.Pooled()])
}

// blameFilters hands the errors of the values of a clause, of which the inputs
// are from begin to end, to the filters, each for its strongest run, and to the
// inputs of that run.
func (l *learner) blameFilters(i, begin, end int, errors []float32) {
	for w := range network.Windows {
		for f := range l.Filters {
			at := w*l.Filters + f
			place, y := l.places[i][at], l.pooled[i][at]
			e := errors[at] * (1 - y*y)
			if place == unfound || e == 0 {
				continue
			}
			l.gradient.FilterBias[w][f] += e
			weights, values := l.run(l.gradient.Filter[w], l.inputs[begin:end], w, f, place)
			network.Add(weights, e, values)
			weights, values = l.run(l.Filter[w], l.blamed[begin:end], w, f, place)
			network.Add(values, e, weights)
		}
	}
}
