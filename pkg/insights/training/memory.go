package training

import (
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

// blameMemory hands the errors of what is remembered with each clause, the last of
// its joined values, to the weights of the memory and to the pooled values, which are
// the first.
func (l *learner) blameMemory(joined [][]float32) {
	summaries := make([][]float32, len(joined)) // their errors
	for i := range summaries {
		summaries[i] = make([]float32, l.Memory)
	}
	for d := range network.Directions {
		l.blameUnit(d, joined, summaries)
	}
	for i, errors := range summaries {
		for j, y := range l.summaries[i] {
			e := errors[j] * (1 - y*y)
			l.gradient.SummaryBias[j] += e
			network.Add(l.gradient.Summary[j*l.Pooled():], e, l.pooled[i])
			network.Add(joined[i], e, l.Summary[j*l.Pooled():][:l.Pooled()])
		}
	}
}

// blameUnit goes through the clauses against a direction: what is remembered with a
// clause is to blame for its own errors, and for those of all clauses that are read later.
func (l *learner) blameUnit(direction int, joined, summaries [][]float32) {
	own, later := l.Pooled()+direction*l.Memory, make([]float32, l.Memory)
	for step := range slices.Backward(joined) {
		at := network.Clause(direction, step, len(joined))
		old := make([]float32, l.Memory)
		if step > 0 {
			old = l.moments[direction][network.Clause(direction, step-1, len(joined))].State
		}
		network.Add(later, 1, joined[at][own:][:l.Memory])
		if l.summaries[at] == nil {
			continue
		}
		later = l.blameMoment(direction, at, old, later, summaries[at])
	}
}

// blameMoment hands the errors of what is remembered from a clause on to the weights of
// the unit and to the summary of the clause, and returns those of what was remembered before.
func (l *learner) blameMoment(direction, at int, old, errors, summary []float32) []float32 {
	unit, gradient := l.Units[direction], l.gradient.Units[direction]
	ofNew, ofOld, before := causes(l.moments[direction][at], old, errors)
	for row, e := range ofNew {
		begin := row * l.Memory
		gradient.Bias[row] += e
		network.Add(gradient.New[begin:], e, l.summaries[at])
		network.Add(summary, e, unit.New[begin:][:l.Memory])
		network.Add(gradient.Old[begin:], ofOld[row], old)
		network.Add(before, ofOld[row], unit.Old[begin:][:l.Memory])
	}
	return before
}

// causes tells how errors of a state come about: by the sums that the gates make of what
// is new and of what is remembered, and straight by what was remembered before.
func causes(m network.Moment, old, errors []float32) (ofNew, ofOld, before []float32) {
	size := len(old)
	ofNew, before = make([]float32, network.Gates*size), make([]float32, size)
	reset, update := m.Gates[network.Reset*size:][:size], m.Gates[network.Update*size:][:size]
	for i, candidate := range m.Gates[network.Candidate*size:] {
		e := errors[i] * (1 - update[i]) * (1 - candidate*candidate)
		ofNew[network.Reset*size+i] = e * m.Recalled[network.Candidate*size+i] * reset[i] * (1 - reset[i])
		ofNew[network.Update*size+i] = errors[i] * (old[i] - candidate) * update[i] * (1 - update[i])
		ofNew[network.Candidate*size+i] = e
		before[i] = errors[i] * update[i]
	}
	ofOld = slices.Clone(ofNew)
	for i, open := range reset {
		ofOld[network.Candidate*size+i] *= open
	}
	return ofNew, ofOld, before
}
