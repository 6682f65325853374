package training

import "github.com/reviewdata/reviewdata/pkg/insights/network"

// pass is what the learner remembers of reading one text, to tell afterwards
// which weights were to blame. It reads as network.Reader does, which
// remembers words instead, and a test holds the two together.
type pass struct {
	inputs    []float32 // of all words, zero for those that are hidden
	blamed    []float32 // how much too high each of them is
	pooled    [][]float32
	places    [][]int // where each filter found its strongest run, unfound where it did not
	strongest []float32
	holders   []int       // the clause that has the strongest value
	joined    [][]float32 // by clause, some values dropped
	kept      [][]float32 // by clause, 0 for a value that was dropped, else what it is multiplied with
}

// unfound is the place of a filter that no run answers to.
const unfound = -network.Windows

// read reads a text, leaving out words and values at random.
func (l *learner) read(t text) {
	l.inputs, l.blamed = make([]float32, len(t.words)*l.Inputs()), make([]float32, len(t.words)*l.Inputs())
	for i, w := range t.words {
		if l.rng.Float64() >= dropWords {
			w.Values(l.words.values, l.inputs[i*l.Inputs():][:l.Inputs()])
		}
	}
	l.pooled, l.places, l.joined, l.kept = nil, nil, nil, nil
	l.strongest, l.holders = make([]float32, l.Pooled()), make([]int, l.Pooled())
	for i := range t.clauses {
		pooled, places := l.pool(l.inputs[t.spans[i].First*l.Inputs() : t.spans[i].Last*l.Inputs()])
		l.pooled, l.places = append(l.pooled, pooled), append(l.places, places)
		for j, v := range pooled {
			if v > l.strongest[j] {
				l.strongest[j], l.holders[j] = v, i
			}
		}
	}
	for i := range t.clauses {
		l.join(i)
	}
}

// pool finds the strongest answer of each filter and where it is.
func (l *learner) pool(inputs []float32) ([]float32, []int) {
	pooled, places := make([]float32, l.Pooled()), make([]int, l.Pooled())
	for w := range network.Windows {
		best, where := pooled[w*l.Filters:][:l.Filters], places[w*l.Filters:][:l.Filters]
		answers := l.answers(w, inputs)
		run := make([]float32, l.Filters)
		for f := range where {
			where[f] = unfound
		}
		for first := -w; first < len(answers); first++ {
			copy(run, l.FilterBias[w])
			for place := max(0, -first); place <= w && first+place < len(answers); place++ {
				network.Add(run, 1, answers[first+place][place*l.Filters:][:l.Filters])
			}
			for f, v := range run {
				if v > best[f] {
					best[f], where[f] = v, first
				}
			}
		}
	}
	for i, v := range pooled {
		pooled[i] = network.Squash(v)
	}
	return pooled, places
}

// answers are what the filters for runs of w+1 words make of each word, place by
// place.
func (l *learner) answers(w int, inputs []float32) [][]float32 {
	out := make([][]float32, len(inputs)/l.Inputs())
	for i := range out {
		out[i] = make([]float32, (w+1)*l.Filters)
		for place := range w + 1 {
			l.Answers(out[i][place*l.Filters:][:l.Filters], w, place, inputs[i*l.Inputs():][:l.Inputs()])
		}
	}
	return out
}

// run returns the weights of a filter and the inputs they meet in the run that
// begins at a word, as far as it lies in the clause.
func (l *learner) run(filters, inputs []float32, w, f, first int) (weights, values []float32) {
	size := l.Inputs()
	begin, end := max(0, first), min(len(inputs)/size, first+w+1)
	weights = filters[(f*(w+1)+begin-first)*size:][:(end-begin)*size]
	return weights, inputs[begin*size : end*size]
}

// join puts together what is known of a clause and those around it.
func (l *learner) join(i int) {
	joined, kept := make([]float32, l.Joined()), make([]float32, l.Joined())
	copy(joined, l.pooled[i])
	for n := range l.Around {
		from := l.neighbour(n, i)
		for c := range l.Context {
			if from != nil {
				joined[l.Pooled()+n*l.Context+c] = network.Squash(l.AroundBias[n][c] + network.Dot(from, l.Around[n][c*l.Pooled():][:l.Pooled()]))
			}
		}
	}
	for j := range joined {
		if l.rng.Float64() >= dropValues {
			kept[j] = 1 / (1 - dropValues)
		}
		joined[j] *= kept[j]
	}
	l.joined, l.kept = append(l.joined, joined), append(l.kept, kept)
}

// neighbour returns the values of what surrounds a clause, nil where there is
// nothing.
func (l *learner) neighbour(n, clause int) []float32 {
	switch {
	case n == network.Before && clause > 0:
		return l.pooled[clause-1]
	case n == network.After && clause < len(l.pooled)-1:
		return l.pooled[clause+1]
	case n == network.Everywhere && len(l.pooled) > 1:
		return l.strongest
	}
	return nil
}
