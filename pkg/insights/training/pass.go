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
	summaries [][]float32
	moments   [network.Directions][]network.Moment
	joined    [][]float32 // by clause, some values dropped
	kept      [][]float32 // by clause, 0 for a value that was dropped, else what it is multiplied with
	scores    [][]float32 // by clause
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
	l.pooled, l.places, l.summaries, l.joined, l.kept = nil, nil, nil, nil, nil
	for i := range t.clauses {
		pooled, places := l.pool(l.inputs[t.spans[i].First*l.Inputs() : t.spans[i].Last*l.Inputs()])
		var summary []float32
		if !t.clauses[i].ignored {
			summary = make([]float32, l.Memory)
			l.Summarise(pooled, summary)
		}
		l.pooled, l.places, l.summaries = append(l.pooled, pooled), append(l.places, places), append(l.summaries, summary)
	}
	for d := range l.moments {
		l.moments[d] = network.NewMoments(l.Shape, len(l.summaries))
		l.Recall(d, l.summaries, l.moments[d])
	}
	for i := range t.clauses {
		l.join(i)
	}
	l.score()
}

// score computes all scores of all clauses.
func (l *learner) score() {
	l.scores = make([][]float32, len(l.joined))
	for i, joined := range l.joined {
		l.scores[i] = make([]float32, l.Outputs())
		network.Dots(l.scores[i], l.Output, l.Joined(), joined)
		network.Add(l.scores[i], 1, l.OutputBias)
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

// join puts together what is known of a clause and what is remembered with it.
func (l *learner) join(i int) {
	joined, kept := make([]float32, 0, l.Joined()), make([]float32, l.Joined())
	joined = append(joined, l.pooled[i]...)
	for d := range l.moments {
		joined = append(joined, l.moments[d][i].State...)
	}
	for j := range joined {
		if l.rng.Float64() >= dropValues {
			kept[j] = 1 / (1 - dropValues)
		}
		joined[j] *= kept[j]
	}
	l.joined, l.kept = append(l.joined, joined), append(l.kept, kept)
}
