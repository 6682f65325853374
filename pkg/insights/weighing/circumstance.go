package weighing

import (
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// What was broken before anybody came is why the customer called, and no
// judgement of those who came.
const (
	// staff are the words for them.
	staff = " they he she them him their his her technician tech plumber electrician engineer contractor company guys team crew office dispatcher installer roofer doctor dentist nurse lawyer attorney agent "
	// failures are what things do before somebody is called.
	failures = " quit died dies failed broke burst stopped clogged froze frozen flooded flooding cracked dripping leaking leaked leaky tripped tripping backed seized smoking kaput dead broken "
	// lacks are what a house has no more, after the word "no".
	lacks = " heat heating ac air water power electricity "
	// mends are words of a clause that tells what became of the failure.
	mends = " fixed fix repaired repair replaced replace mended nothing never excellent great good handled solved resolved sorted found diagnosed unclogged cleared explained "
	// turns are words by which a failure is told of that came after the work.
	turns = " again still after since already later now yet until back before "
)

// has reports whether one of a list of words is in a span.
func has(in *feature.Reading, s token.Span, list string) bool {
	for _, t := range in.Tokens[s.First:s.Last] {
		if t.Word && strings.Contains(list, " "+t.Folded+" ") {
			return true
		}
	}
	return false
}

// fails reports whether a span tells that something does not work.
func fails(in *feature.Reading, s token.Span) bool {
	if has(in, s, failures) {
		return true
	}
	for i := s.First; i+1 < s.Last; i++ {
		if in.Tokens[i].Folded != "no" {
			continue
		}
		next := in.Tokens[i+1].Folded
		if next == "hot" && i+2 < s.Last {
			next = in.Tokens[i+2].Folded
		}
		if strings.Contains(lacks, " "+next+" ") {
			return true
		}
	}
	return false
}

// circumstances tells of each clause whether it is about what was broken before
// anybody came: it names a failure and nobody, and stands before the staff is
// first spoken of, or in the review of a customer who is content.
func circumstances(in *feature.Reading, rating int) []bool {
	out := make([]bool, len(in.Clauses))
	first := slices.IndexFunc(in.Clauses, func(s token.Span) bool { return has(in, s, staff) })
	for i, s := range in.Clauses {
		if fails(in, s) && !has(in, s, staff) && !has(in, s, turns) && !has(in, s, mends) {
			out[i] = rating > 3 || i < first
		}
	}
	return out
}
