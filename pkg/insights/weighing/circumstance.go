package weighing

import (
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// What was broken before anybody came is why the customer called, and no
// judgement of those who came.

// cue is what a word has to do with something being broken: one bit each.
type cue int

const (
	staff   cue = 1 << iota // stands for those who come
	failure                 // tells what things do before somebody is called
	lack                    // names what a house has no more, after the word "no"
	mend                    // tells what became of the failure
	turn                    // tells that the failure came after the work
)

// cues are those of each word that has any.
func cues() map[string]cue {
	return lexicon.Bits(map[cue]string{
		staff:   "they he she them him their his her technician tech plumber electrician engineer contractor company guys team crew office dispatcher installer roofer doctor dentist nurse lawyer attorney agent",
		failure: "quit died dies failed broke burst stopped clogged froze frozen flooded flooding cracked dripping leaking leaked leaky tripped tripping backed seized smoking kaput dead broken",
		lack:    "heat heating ac air water power electricity",
		mend:    "fixed fix repaired repair replaced replace mended nothing never excellent great good handled solved resolved sorted found diagnosed unclogged cleared explained",
		turn:    "again still after since already later now yet until back before",
	})
}

// cuesIn are those of all words of a span, and failure where a span tells of a lack.
func (r *Reader) cuesIn(in *feature.Reading, s token.Span) cue {
	var out cue
	for i, t := range in.Tokens[s.First:s.Last] {
		if !t.Word {
			continue
		}
		out |= r.cues[t.Folded]
		if t.Folded == "no" && r.lacks(in.Tokens[s.First+i+1:s.Last]) {
			out |= failure
		}
	}
	return out
}

// lacks reports whether the tokens after "no" begin with what a house lacks.
func (r *Reader) lacks(after []token.Token) bool {
	if len(after) > 1 && after[0].Folded == "hot" {
		after = after[1:]
	}
	return len(after) > 0 && r.cues[after[0].Folded]&lack != 0
}

// circumstances tells of each clause whether it is about what was broken before
// anybody came: it names a failure and nobody, and stands before the staff is
// first spoken of, or in the review of a customer who is content.
func (r *Reader) circumstances(in *feature.Reading, rating int) []bool {
	out, found := make([]bool, len(in.Clauses)), make([]cue, len(in.Clauses))
	for i, s := range in.Clauses {
		found[i] = r.cuesIn(in, s)
	}
	first := slices.IndexFunc(found, func(c cue) bool { return c&staff != 0 })
	for i, c := range found {
		if c&failure != 0 && c&(staff|turn|mend) == 0 {
			out[i] = rating > 3 || i < first
		}
	}
	return out
}
