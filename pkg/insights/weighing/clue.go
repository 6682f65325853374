package weighing

import (
	"math"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
)

// Clue is what the models say about one aspect in one clause.
type Clue struct {
	Clause, Aspect int
	Odds           float64 // that the clause judges the aspect, as a logarithm
	Lead           float64 // of Odds before the likeliest other aspect of the clause
	Tone           float64 // the odds of praise against blame, as a logarithm
	Length         int     // of the clause, in tokens
	Seed           Seed
	Vote           Vote // of the networks by themselves
	Mild           bool // it is decided that the clause neither praises nor blames
}

// Vote is what the networks by themselves say about an aspect in a clause, or, of an aspect
// that the operator has added, the clue. They were taught what the votes of all
// clauses of a text come to (package training).
type Vote struct {
	Judges        float64 // how likely the clause judges the aspect
	Praise, Blame float64 // given that it does, how likely it praises, and blames; doing both counts for both
}

// Seed tells of the seeds of the aspect in the clause.
type Seed int

// There is none, one that names the aspect, or one that judges it.
const (
	NoSeed Seed = iota
	NamingSeed
	JudgingSeed
)

// Praise is how much the clue speaks for praise, from 0 to 1: the more likely it
// is than blame.
func (c Clue) Praise() float64 { return max(0, c.leaning()) }

// Blame is how much the clue speaks for blame, from 0 to 1.
func (c Clue) Blame() float64 { return max(0, -c.leaning()) }

func (c Clue) leaning() float64 {
	return float64(model.Sigmoid(c.Odds) * math.Tanh(c.Tone/2))
}

// slightest are the least odds of a clue: what is less likely adds nothing to
// what others say.
const slightest = -2

// Clues returns what there is to say about the aspects of the taxonomy, clause
// by clause. What is not to be judged has no clues.
func (r *Reader) Clues(in Text, rating int) []Clue {
	broken, ticked := r.circumstances(in.Reading, rating), r.ticked(in)
	var out []Clue
	for clause := range in.Clauses {
		if told, ticks := ticked[clause]; ticks {
			out = append(out, told...)
			continue
		}
		if in.Ignored(clause) || broken[clause] {
			continue
		}
		odds := r.odds(in, clause)
		bare := !Discontent(rating) && bareSum(in, clause)
		kind, decided := r.features.Decided(in.Reading, clause)
		for aspect, o := range odds {
			seed, told := seedOf(in, clause, aspect)
			if o < slightest && seed == NoSeed {
				continue
			}
			c := Clue{Clause: clause, Aspect: aspect, Odds: o, Lead: lead(odds, aspect), Length: in.Clauses[clause].Len(), Seed: seed}
			r.hear(in, &c, told)
			if decided {
				c.decide(kind)
				if seed != NoSeed && c.Length <= shortDecided {
					c.Odds = max(c.Odds, oddsDecided)
				}
			}
			c.Tone += starTone(rating)
			if bare && c.Tone < 0 && seed != JudgingSeed && r.taxonomy.Aspects[aspect].Sums {
				continue
			}
			out = append(out, c)
		}
	}
	return out
}

// How strongly a clue speaks at least where it is decided whether it praises or blames.
const (
	toneDecided = 2
	voteDecided = 0.85
	even        = 0.5
)

// A short clause that decides, and names an aspect, judges it more likely than not: "Minus
// one star for the punctuality".
const (
	shortDecided = 8 // tokens
	oddsDecided  = 1
)

// Discontent reports whether the stars say that the customer is.
func Discontent(rating int) bool { return rating == 1 || rating == 2 }

// decide makes a clue speak for praise, for blame, or for neither, whatever the models hear.
func (c *Clue) decide(kind feature.Kind) {
	if kind == feature.About {
		c.Mild, c.Tone, c.Vote.Praise, c.Vote.Blame = true, 0, even, even
		return
	}
	tone, vote := max(math.Abs(c.Tone), toneDecided), max(c.Vote.Praise, c.Vote.Blame, voteDecided)
	if kind == feature.Praise {
		c.Tone, c.Vote.Praise, c.Vote.Blame = tone, vote, 1-vote
	} else {
		c.Tone, c.Vote.Praise, c.Vote.Blame = -tone, 1-vote, vote
	}
}

// hear adds to a clue what the clause says about its aspect. Of one that the models do
// not know, because the operator has added it, they tell the tone alone, and a seed that
// judges tells all.
func (r *Reader) hear(in Text, c *Clue, told float64) {
	class := r.classes[c.Aspect]
	heard := in.network.Polarity(c.Clause, class)
	c.Tone = tone(r.mixed(in, c.Clause, c.Aspect, heard))
	if class >= 0 {
		ways := model.Softmax(heard[:])
		c.Vote = Vote{
			Judges: model.Sigmoid(in.network.Detection(c.Clause, class)),
			Praise: ways[model.Positive] + ways[model.Neutral],
			Blame:  ways[model.Negative] + ways[model.Neutral],
		}
		return
	}
	c.Odds = 0
	if c.Seed == JudgingSeed {
		c.Odds, c.Tone = oddsOwn, told
	}
	c.Vote = Vote{Judges: model.Sigmoid(c.Odds), Praise: model.Sigmoid(c.Tone), Blame: model.Sigmoid(-c.Tone)}
}

// What a seed that judges tells about an aspect of the operator's own. One that only
// names it leaves judging as likely as not.
const (
	oddsOwn = 2
	toneOwn = 2.5
)

// odds are how likely a clause judges each aspect.
func (r *Reader) odds(in Text, clause int) []float64 {
	scores := r.model.Detector.Scores(r.features.Detection(in.Reading, clause))
	out := make([]float64, len(r.classes))
	for aspect, class := range r.classes {
		out[aspect] = math.Inf(-1)
		if class >= 0 {
			out[aspect] = (scores[class] + in.network.Detection(clause, class)) / 2
		}
	}
	return out
}

// seedOf tells of the seeds of an aspect in a clause, and the tone of one that
// judges.
func seedOf(in Text, clause, aspect int) (seed Seed, told float64) {
	for _, h := range in.HitsIn(clause) {
		switch {
		case h.Subject != aspect:
		case h.Kind == feature.About:
			seed = max(seed, NamingSeed)
		case h.Kind == feature.Blame:
			return JudgingSeed, -toneOwn
		default:
			seed, told = JudgingSeed, toneOwn
		}
	}
	return seed, told
}

// farthest bounds how far an aspect is before or behind another.
const (
	farthestBehind = -6
	farthestBefore = 4
)

// lead is how far one of the odds is before the best of the others.
func lead(odds []float64, of int) float64 {
	other := math.Inf(-1)
	for i, o := range odds {
		if i != of {
			other = max(other, o)
		}
	}
	if math.IsInf(odds[of], -1) {
		return 0 // the models have no opinion of an aspect of the operator's own
	}
	return min(max(odds[of]-other, farthestBehind), farthestBefore)
}

// loudest bounds what the words of one clause tell about praise and blame.
const loudest = 4

// tone is what the scores of the polarities tell of praise against blame.
func tone(scores []float64) float64 {
	return float64(loudest * math.Tanh((scores[model.Positive]-scores[model.Negative])/loudest))
}

// starTone is what the stars tell about every statement: enough to decide where
// the words do not, too little to overrule them where they do.
func starTone(rating int) float64 {
	const most = 0.72
	return float64(most * stars(rating))
}
