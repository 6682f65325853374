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
	errors := make([][]float32, len(t.clauses)) // of the joined values of each clause
	scores := make([][]float32, len(t.clauses)) // theirs
	for i, c := range t.clauses {
		scores[i] = l.errors(i, c, t.weight)
	}
	for aspect, said := range t.said {
		if !said.unknown {
			l.blameWhole(t, aspect, said, scores)
		}
	}
	for i, e := range scores {
		errors[i] = make([]float32, l.Joined())
		l.blame(i, e, errors[i])
	}
	l.blameMemory(errors)
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

// errors are how much too high each score of a clause is.
func (l *learner) errors(i int, c lesson, weight float32) []float32 {
	out := make([]float32, l.Outputs())
	if c.ignored {
		return out
	}
	for a, t := range c.aspects {
		switch t {
		case unknown:
		case yes:
			out[a] = weight * yesOfNetwork * float32(model.Sigmoid(float64(l.scores[i][a]))-1)
		case no:
			out[a] = weight * float32(model.Sigmoid(float64(l.scores[i][a])))
		}
	}
	shared := l.Aspects
	for _, j := range c.judged {
		own := l.own(j.aspect)
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
			scores[p] += float64(l.scores[i][first+p])
		}
	}
	var out [network.Polarities]float32
	for p, likely := range model.Softmax(scores) {
		out[p] = float32(likely)
	}
	out[class]--
	return out
}

// blame hands the errors of the scores of a clause to the weights behind them
// and to its joined values.
func (l *learner) blame(i int, scores, joined []float32) {
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
