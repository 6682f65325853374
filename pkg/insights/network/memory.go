package network

// The directions in which the clauses of a text are gone through.
const (
	Forward = iota
	Backward
	Directions
)

// The gates of a unit: how much a candidate is told of what is remembered, how much of
// what is remembered stays, and the candidate for the rest.
const (
	Reset = iota
	Update
	Candidate
	Gates
)

// Unit is the weights of a gated recurrent unit, the gates one after the other. As
// usual, and other than in Cho et al. 2014, the reset gate closes what a candidate
// is told after the product with the weights, not before.
type Unit struct {
	New  []float32 // Gates x Memory x Memory, for the summary of a clause
	Old  []float32 // Gates x Memory x Memory, for what is remembered
	Bias []float32 // Gates x Memory
}

// Moment is what a unit makes of one clause.
type Moment struct {
	Gates    []float32 // Gates x Memory: from 0 to 1, candidates from -1 to 1
	Recalled []float32 // Gates x Memory: what each is told of what was remembered, candidates if their reset gate is open
	State    []float32 // Memory: what is remembered from now on
}

// NewMoments returns room for the moments of so many clauses.
func NewMoments(s Shape, clauses int) []Moment {
	out := make([]Moment, clauses)
	for i := range out {
		all := make([]float32, (2*Gates+1)*s.Memory)
		out[i] = Moment{all[:Gates*s.Memory], all[Gates*s.Memory:][:Gates*s.Memory], all[2*Gates*s.Memory:]}
	}
	return out
}

// Summarise writes what the memory is told of a clause.
func (n *Network) Summarise(pooled, into []float32) {
	Dots(into, n.Summary, n.Pooled(), pooled)
	for i, v := range into {
		into[i] = Squash(n.SummaryBias[i] + v)
	}
}

// Recall goes through the summaries of the clauses in one direction, and writes the
// moments by clause. A clause without a summary leaves no trace: only the state of its
// moment is written, to what is remembered all the same.
func (n *Network) Recall(direction int, summaries [][]float32, moments []Moment) {
	old, fresh := make([]float32, n.Memory), true
	for step := range summaries {
		at := Clause(direction, step, len(summaries))
		if summaries[at] == nil {
			copy(moments[at].State, old)
			continue
		}
		n.Units[direction].step(summaries[at], old, fresh, moments[at])
		old, fresh = moments[at].State, false
	}
}

// Clause is which clause of so many is read in a step.
func Clause(direction, step, clauses int) int {
	if direction == Backward {
		return clauses - 1 - step
	}
	return step
}

// step reads the summary of one clause, in the light of what is remembered; fresh says
// that this is nothing yet.
func (u *Unit) step(summary, old []float32, fresh bool, into Moment) {
	size := len(old)
	Dots(into.Gates, u.New, size, summary)
	Add(into.Gates, 1, u.Bias)
	if fresh {
		clear(into.Recalled)
	} else {
		Dots(into.Recalled, u.Old, size, old)
	}
	for i := range Candidate * size {
		into.Gates[i] = opened(into.Gates[i] + into.Recalled[i])
	}
	for i, before := range old {
		update, reset, at := into.Gates[Update*size+i], into.Gates[Reset*size+i], Candidate*size+i
		candidate := Squash(into.Gates[at] + float32(reset*into.Recalled[at]))
		into.Gates[at] = candidate
		into.State[i] = candidate + float32(update*(before-candidate))
	}
}

// opened is how far a gate is open, from 0 to 1: the logistic function.
func opened(x float32) float32 { return 0.5 + float32(0.5*Squash(0.5*x)) }
