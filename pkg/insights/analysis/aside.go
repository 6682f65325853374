package analysis

import (
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
)

// Not all that sounds like a judgement is one: a question may tell the opposite, and
// what others did is neither a fault nor a merit of the business.

// manner is how a word makes a clause tell nothing of the business: one bit each.
type manner int

const (
	asking    manner = 1 << iota // begins a question
	wondering                    // begins one that wants no answer
	mine                         // tells whose somebody is
	article                      // or a number: tells not whose
	another                      // tells that it is not the business that is reviewed
	before                       // the same, and that it is over
	neighbor                     // is nobody who was paid
	firm                         // names a business
	person                       // names somebody of a business
	theirs                       // stands for the business that is reviewed
	undoing                      // tells what customers do to an appointment
	nobody                       // makes "nobody else" with the word after it
	whether                      // stands in "to see that it works"
	customer                     // is who writes
	being                        // stands between one who writes and "late"
	because                      // tells whose fault that is, or what came after
	fearing                      // expected no good,
	afraid                       // does so, or did where "was" stands before it,
	might                        // that did not come
)

// manners are those of each word that has any.
func manners() map[string]manner {
	return lexicon.Bits(map[manner]string{
		asking:    "who what",
		wondering: "isn't aren't wasn't weren't doesn't don't didn't",
		mine:      "my our his her",
		article:   "the a an one two three four five six both",
		another:   "last other another",
		before:    "old previous former prior earlier",
		neighbor:  "neighbor neighbour neighbors neighbours neighbor's neighbour's",
		firm:      "company companies firm firms outfit outfits contractor contractors agency agencies insurer insurers shop shops place places facility",
		person:    "plumber plumbers electrician electricians roofer roofers mechanic mechanics guy guys dentist dentists doctor doctors lawyer lawyers attorney attorneys agent agents",
		theirs:    "they them their here",
		undoing:   "rescheduled postponed",
		nobody:    "nobody one",
		whether:   "that if whether",
		customer:  "i we",
		being:     "was were am are arrived came ran running a an few bit little couple of over about five ten fifteen twenty thirty minutes minute mins hour hours already also even so very",
		because:   "because due thanks wait waited waiting after until still",
		fearing:   "feared dreaded",
		afraid:    "afraid worried nervous scared anxious",
		might:     "would might could",
	})
}

// aside tells the clues apart that judge nothing of the business.
type aside struct{ manners map[string]manner }

func (a aside) is(t token.Token, m manner) bool { return a.manners[t.Folded]&m != 0 }

func (a aside) have(words []token.Token, m manner) bool {
	return slices.ContainsFunc(words, func(t token.Token) bool { return a.is(t, m) })
}

// without returns the clues that judge. Who is discontent blames the business, whatever
// else is spoken of, and praises others; who is not, the other way round.
func (a aside) without(in weighing.Text, clues []weighing.Clue, rating int) []weighing.Clue {
	besides := a.besides(in.Text, rating)
	return slices.DeleteFunc(clues, func(c weighing.Clue) bool {
		return besides[c.Clause] && (c.Tone > 0 && weighing.Discontent(rating) || c.Tone < 0 && !weighing.Discontent(rating))
	})
}

// besides tells of each clause whether it judges somebody else, or nobody.
func (a aside) besides(in *token.Text, rating int) []bool {
	var out []bool
	switch {
	case weighing.Discontent(rating):
		out = a.questions(in, asking|wondering)
	case rating > 3:
		out = a.questions(in, wondering)
	default:
		out = make([]bool, len(in.Clauses))
	}
	for i, s := range in.Clauses {
		words := in.Tokens[s.First:s.Last]
		out[i] = out[i] || a.ofAnother(words) || !weighing.Discontent(rating) && a.blameless(words)
	}
	return out
}

// questions tells of each clause whether it is in a question that begins so.
func (a aside) questions(in *token.Text, so manner) []bool {
	out := make([]bool, len(in.Clauses))
	for _, s := range in.Sentences {
		if in.Tokens[s.Last-1].Text != "?" || !a.is(in.Tokens[s.First], so) {
			continue
		}
		for i, c := range in.Clauses {
			out[i] = out[i] || c.First >= s.First && c.Last <= s.Last
		}
	}
	return out
}

// ofAnother reports whether a clause begins with somebody else: "my old plumber", "two
// other companies", "another firm", or with a neighbor. Before that stand at most two
// words, such as "because".
func (a aside) ofAnother(words []token.Token) bool {
	const most = 2
	if a.have(words, theirs) { // "the last contractor they sent"
		return false
	}
	for i := range min(most+1, len(words)) {
		if a.begins(words[i:]) {
			return true
		}
	}
	return false
}

// begins reports whether words begin with somebody else. One word may stand before what
// they are: "my old insurance company".
func (a aside) begins(words []token.Token) bool {
	own := a.is(words[0], mine)
	switch {
	case own || a.is(words[0], article):
		words = words[1:]
	case words[0].Folded != "another": // "other shops charge half" compares
		return false
	}
	if len(words) < 2 || own && a.is(words[0], neighbor) {
		return len(words) > 1
	}
	named := words[1:min(len(words), 3)]
	switch {
	case !a.is(words[0], another|before):
		return false
	case a.have(named, firm):
		return true
	default: // "the other guy" and "my last doctor" may be of theirs
		return own && a.is(words[0], before) && a.have(named, person)
	}
}

// blameless reports whether a clause tells of no fault: what only the customer did, "I
// rescheduled" or "we were late"; that nobody else did what the business has done; that
// somebody stayed "to see that it works"; that "you have no idea how rare" something is;
// what was only feared.
func (a aside) blameless(words []token.Token) bool {
	for i := 1; i < len(words); i++ {
		first, second := words[i-1], words[i]
		switch {
		case a.is(first, customer) && a.is(second, undoing),
			a.is(first, customer) && a.cameLate(words[i:]) && !a.have(words[i:], because),
			a.feared(words[:i]) && a.have(words[i:min(i+fearReach, len(words))], might),
			a.is(first, nobody) && second.Folded == "else",
			i > 1 && words[i-2].Folded == "see" && a.is(first, whether) && second.Folded == "it",
			i > 2 && words[i-3].Folded == "you" && first.Folded == "no" && second.Folded == "idea":
			return true
		}
	}
	return false
}

// fearReach is how many words after a fear tell what might come.
const fearReach = 4

// feared reports whether words end with a fear that somebody had.
func (a aside) feared(words []token.Token) bool {
	last := words[len(words)-1]
	past := func(t token.Token) bool { return t.Folded == "was" || t.Folded == "were" || t.Folded == "been" }
	return a.is(last, fearing) || a.is(last, afraid) && slices.ContainsFunc(words[max(0, len(words)-3):], past)
}

// cameLate reports whether words begin with "was late", "were running ten minutes late"
// or the like.
func (a aside) cameLate(words []token.Token) bool {
	for _, word := range words {
		if !a.is(word, being) && strings.Trim(word.Folded, "0123456789") != "" {
			return word.Folded == "late"
		}
	}
	return false
}
