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
	Recalled []float32 // Memory: what a candidate is told if its reset gate is open
	State    []float32 // Memory: what is remembered from now on
}

// Summarise writes what the memory is told of a clause.
func (n *Network) Summarise(pooled, into []float32) {
	Dots(into, n.Summary, n.Pooled(), pooled)
	for i, v := range into {
		into[i] = Squash(n.SummaryBias[i] + v)
	}
}

// Recall goes through the summaries of the clauses in one direction, and returns the
// moments by clause. A clause without a summary leaves no trace.
func (n *Network) Recall(direction int, summaries [][]float32) []Moment {
	const values = Gates + 2
	out, all := make([]Moment, len(summaries)), make([]float32, len(summaries)*values*n.Memory)
	old, sums, fresh := make([]float32, n.Memory), make([]float32, 2*Gates*n.Memory), true
	for step := range summaries {
		at, own := Clause(direction, step, len(summaries)), all[step*values*n.Memory:]
		if summaries[at] == nil {
			out[at] = Moment{State: old}
			continue
		}
		out[at] = Moment{
			Gates:    own[:Gates*n.Memory],
			Recalled: own[Gates*n.Memory:][:n.Memory],
			State:    own[(Gates+1)*n.Memory:][:n.Memory],
		}
		n.Units[direction].step(summaries[at], old, sums, fresh, out[at])
		old, fresh = out[at].State, false
	}
	return out
}

// Clause is which clause of so many is read in a step.
func Clause(direction, step, clauses int) int {
	if direction == Backward {
		return clauses - 1 - step
	}
	return step
}

// step reads the summary of one clause, in the light of what is remembered; fresh says
// that this is nothing yet. The sums are room to work in.
func (u *Unit) step(summary, old, sums []float32, fresh bool, into Moment) {
	size := len(old)
	ofNew, ofOld := sums[:Gates*size], sums[Gates*size:]
	Dots(ofNew, u.New, size, summary)
	if fresh {
		clear(ofOld)
	} else {
		Dots(ofOld, u.Old, size, old)
	}
	Add(ofNew, 1, u.Bias)
	copy(into.Recalled, ofOld[Candidate*size:])
	for i, before := range old {
		reset := opened(ofNew[Reset*size+i] + ofOld[Reset*size+i])
		update := opened(ofNew[Update*size+i] + ofOld[Update*size+i])
		candidate := Squash(ofNew[Candidate*size+i] + float32(reset*into.Recalled[i]))
		into.Gates[Reset*size+i], into.Gates[Update*size+i], into.Gates[Candidate*size+i] = reset, update, candidate
		into.State[i] = candidate + float32(update*(before-candidate))
	}
}

// opened is how far a gate is open, from 0 to 1: the logistic function.
func opened(x float32) float32 { return 0.5 + float32(0.5*Squash(0.5*x)) }
