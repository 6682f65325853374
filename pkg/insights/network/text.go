package network

// Text is a text that was read.
type Text struct {
	network *Network
	joined  []float32 // by clause, Joined values each
	scores  []float32 // by clause, those of the aspects and of the polarities alone
}

// common is the number of scores of the aspects and of the polarities alone.
func (s Shape) common() int { return s.Aspects + Polarities }

// of returns the values of a clause.
func (t *Text) of(clause int) []float32 {
	return t.joined[clause*t.network.Joined():][:t.network.Joined()]
}

// join adds to each clause what is remembered of those before it and after it,
// and of itself.
func (t *Text) join(clauses int, ignored func(clause int) bool, in *room) {
	n := t.network
	summaries, moments := make([][]float32, clauses), make([]Moment, clauses)
	for i := range summaries {
		if !ignored(i) {
			summaries[i] = in.take(n.Memory)
			n.Summarise(t.of(i)[:n.Pooled()], summaries[i])
		}
	}
	gates, recalled := in.take(Gates*n.Memory), in.take(Gates*n.Memory)
	for d := range Directions {
		for i := range moments {
			moments[i] = Moment{gates, recalled, t.of(i)[n.Pooled()+d*n.Memory:][:n.Memory]}
		}
		n.Recall(d, summaries, moments)
	}
}

// score computes the common scores of each clause.
func (t *Text) score(clauses int) {
	n := t.network
	t.scores = make([]float32, clauses*n.common())
	for i := range clauses {
		scores := t.scores[i*n.common():][:n.common()]
		Dots(scores, n.Output, n.Joined(), t.of(i))
		Add(scores, 1, n.OutputBias[:n.common()])
	}
}

// Detection is the score of a clause judging an aspect: above 0, more likely
// than not.
func (t *Text) Detection(clause, aspect int) float64 {
	return float64(t.scores[clause*t.network.common()+aspect])
}

// Polarity are the scores of the ways in which a clause judges: as the polarity
// model has them, for an aspect or, where it is below 0, for anything.
func (t *Text) Polarity(clause, aspect int) [Polarities]float64 {
	var out [Polarities]float64
	n := t.network
	for p := range out {
		out[p] = float64(t.scores[clause*n.common()+n.Aspects+p])
		if aspect >= 0 {
			output := n.common() + Polarities*aspect + p
			out[p] += float64(n.OutputBias[output] + Dot(t.of(clause), n.Output[output*n.Joined():][:n.Joined()]))
		}
	}
	return out
}
