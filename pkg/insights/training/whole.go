package training

import (
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

const (
	wholeShare = 0.5  // how much the text as a whole teaches, beside 1 for each clause
	yesOfWhole = 1.5  // how much more a statement teaches that is there than one that is not
	nearlyNone = 1e-9 // as which a smaller chance is taken
)

// blameWhole adds to the errors of the scores of all clauses what the text teaches as a
// whole: that some clause of it praises an aspect, or that none does, and the same of
// blame. So it matters less which of the clauses that only together say something says it.
func (l *learner) blameWhole(t text, aspect int, said statement, errors [][]float32) {
	l.blameVotes(t, aspect, model.Negative, said.praise, errors)
	l.blameVotes(t, aspect, model.Positive, said.blame, errors)
}

// blameVotes does so for judgements in any way but one. The chance that some clause
// judges is one less the product of the chances that each of them does not (the
// noisy-or of Pearl 1988); the loss is minus its logarithm, or that of the product.
func (l *learner) blameVotes(t text, aspect, but int, said bool, errors [][]float32) {
	votes, none := l.votes(t, aspect, but)
	slope := wholeShare * float64(t.weight) // of the loss, by minus the logarithm of the product
	if said {
		slope *= -yesOfWhole * none / max(1-none, nearlyNone)
	}
	for i, v := range votes {
		if !t.clauses[i].ignored {
			l.blameVote(errors[i], aspect, but, v, slope/max(1-v.chance, nearlyNone))
		}
	}
}

// vote is how likely a clause judges an aspect in any way but one: that it judges it, and
// does so in one of the others.
type vote struct {
	chance, judges float64
	ways           []float64 // by class
}

// votes are those of all clauses, and the chance that none of them is cast.
func (l *learner) votes(t text, aspect, but int) (votes []vote, none float64) {
	votes, none = make([]vote, len(t.clauses)), 1
	for i, c := range t.clauses {
		if !c.ignored {
			votes[i] = l.vote(l.scores[i], aspect, but)
			none *= 1 - votes[i].chance
		}
	}
	return votes, none
}

func (l *learner) vote(scores []float32, aspect, but int) vote {
	ways, own := make([]float64, network.Polarities), scores[l.own(aspect):]
	for p, shared := range scores[l.Aspects:][:network.Polarities] {
		ways[p] = float64(shared + own[p])
	}
	out := vote{judges: model.Sigmoid(float64(scores[aspect])), ways: model.Softmax(ways)}
	out.chance = out.judges * (1 - out.ways[but])
	return out
}

// blameVote adds to the errors of the scores behind a vote; slope is that of the loss, by
// the chance.
func (l *learner) blameVote(errors []float32, aspect, but int, v vote, slope float64) {
	errors[aspect] += float32(slope * v.chance * (1 - v.judges))
	for p, way := range v.ways {
		rise := v.ways[but] * way
		if p == but {
			rise -= way
		}
		e := float32(slope * v.judges * rise)
		errors[l.Aspects+p] += e
		errors[l.own(aspect)+p] += e
	}
}

// own is where the scores of the polarities of an aspect begin.
func (l *learner) own(aspect int) int { return l.Aspects + network.Polarities*(1+aspect) }
