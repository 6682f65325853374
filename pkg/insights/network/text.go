package network

// Text is a text that was read.
type Text struct {
	network *Network
	joined  []float32 // by clause, Joined values each
}

// of returns the values of a clause.
func (t *Text) of(clause int) []float32 {
	return t.joined[clause*t.network.Joined():][:t.network.Joined()]
}

// What a clause is told of: the one before it, the one after it, and all.
const (
	Before = iota
	After
	Everywhere
)

// join adds to each clause what is known of those around it.
func (t *Text) join(clauses int, strongest []float32) {
	if clauses < 2 {
		return
	}
	n := t.network
	everywhere := make([]float32, n.Context)
	n.look(Everywhere, strongest, everywhere)
	for i := range clauses {
		context := t.of(i)[n.Pooled():]
		if i > 0 {
			n.look(Before, t.of(i - 1)[:n.Pooled()], context[Before*n.Context:][:n.Context])
		}
		if i < clauses-1 {
			n.look(After, t.of(i + 1)[:n.Pooled()], context[After*n.Context:][:n.Context])
		}
		copy(context[Everywhere*n.Context:], everywhere)
	}
}

// look tells what one neighbour means for a clause.
func (n *Network) look(neighbour int, pooled, into []float32) {
	Dots(into, n.Around[neighbour], n.Pooled(), pooled)
	for i, v := range into {
		into[i] = Squash(n.AroundBias[neighbour][i] + v)
	}
}

// Detection is the score of a clause judging an aspect: above 0, more likely
// than not.
func (t *Text) Detection(clause, aspect int) float64 { return t.score(clause, aspect) }

// Polarity are the scores of the ways in which a clause judges: as the polarity
// model has them, for an aspect or, where it is below 0, for anything.
func (t *Text) Polarity(clause, aspect int) [Polarities]float64 {
	var out [Polarities]float64
	shared := t.network.Aspects
	for p := range out {
		out[p] = t.score(clause, shared+p)
		if aspect >= 0 {
			out[p] += t.score(clause, shared+Polarities*(1+aspect)+p)
		}
	}
	return out
}

func (t *Text) score(clause, output int) float64 {
	n := t.network
	return float64(n.OutputBias[output] + Dot(t.of(clause), n.Output[output*n.Joined():][:n.Joined()]))
}
