package token

import (
	"slices"
	"strings"
)

// The words at which a new statement begins.
const (
	// subjects begin a statement after a joint or a comma.
	subjects = " i we he she they it you this that these those there my our his her their its your the a an nobody nothing everyone everything everybody no not never had was were is did didn't wasn't weren't price prices cost communication quality work "
	// past are verbs whose past does not end in -ed; words that end so and
	// describe are no verbs.
	past      = " swept took came left kept got gave made went told showed did put found knew spent sent said brought wore paid ran held sold stood sat spoke understood fought won lost broke hung forgot threw drove cut let set saw heard felt began led met wrote taught caught built bought rang "
	described = " need experienced skilled qualified detailed organized organised relaxed rushed dedicated talented trained licensed insured unprepared stressed disappointed satisfied pleased bored overpriced outdated complicated confused unorganized disorganized dated limited "
)

// openers begin a sentence where they have a capital, unless they do so with a name.
const (
	openers      = " we he she they it this that these those my our his her their the there very would when if no not never "
	prepositions = " to at from by with of for in on and or called named "
)

// doers are subjects of a statement that can be nothing else.
const doers = " i we he she they it you "

// minClause is the number of words below which no clause is left alone.
const minClause = 2

// phraseWords is the number of words from which what stands between commas is a
// clause and not an item of a list.
const phraseWords = 2

// clauses cuts a sentence where a new statement begins.
func (t *Text) clauses(s Span) []Span {
	var out []Span
	first, unmarked := s.First, t.unmarked(s)
	for i := s.First + 1; i < s.Last; i++ {
		if t.cut(i, s) && (t.words(Span{first, i}) >= minClause || t.concedes(i)) && t.words(Span{i, s.Last}) >= minClause {
			out = append(out, t.runOn(Span{first, i}, unmarked)...)
			first = i
		}
	}
	return append(out, t.runOn(Span{first, s.Last}, unmarked)...)
}

// cut reports whether a clause begins at i.
func (t *Text) cut(i int, s Span) bool {
	this := t.Tokens[i]
	next := ""
	if i+1 < s.Last {
		next = t.Tokens[i+1].Folded
	}
	before := t.Tokens[i-1]
	switch {
	case t.excepts(i, s):
		return true
	case contrasts(this.Folded):
		return t.opposes(i, next)
	case before.Text == ";" || before.Text == "—" || before.Text == "–" || before.Text == "(":
		return true
	case before.Text == ":":
		return this.Start > before.End || t.noted(i) // and no time of day
	case (before.Text == "-" || before.Text == "/") && before.Start > 0 && t.Source[before.Start-1] == ' ':
		return true
	case pictures(before.Text):
		return true
	case before.Text == ",":
		return joins(this.Folded) || among(subjects, this.Folded) || this.Upper ||
			t.until(i, s) >= phraseWords && t.words(Span{t.since(i-1, s), i}) >= phraseWords
	case this.Upper && this.Text[1:] == this.Folded[1:] && before.Word && !before.Upper && among(openers, this.Folded) && !among(prepositions, before.Folded):
		return true // the stop before it was forgotten
	case joins(this.Folded):
		return among(subjects, next) || (this.Folded == "and" || this.Folded == "&") && i+1 < s.Last && t.tells(next) &&
			t.words(Span{t.since(i, s), i}) >= phraseWords && t.until(i+1, s) >= phraseWords
	default:
		return false
	}
}

// concedes reports whether the word at i stands behind "even", which by itself goes with
// praise ("They even swept") and is left alone: "Even though they left a mess".
func (t *Text) concedes(i int) bool {
	return t.Tokens[i-1].Folded == "even" && contrasts(t.Tokens[i].Folded)
}

// contrasts reports whether a folded word turns the sentence around.
func contrasts(folded string) bool {
	switch folded {
	case "but", "however", "although", "though", "whereas", "yet", "except", "unfortunately", "sadly", "despite",
		"nevertheless", "instead", "otherwise":
		return true
	}
	return false
}

// opposes reports whether the contrasting word at i contrasts where it stands.
func (t *Text) opposes(i int, next string) bool {
	switch before := t.Tokens[i-1].Folded; t.Tokens[i].Folded {
	case "but":
		return before != "anything" || bars(next) || among(doers, next) || t.tells(next)
	case "otherwise":
		return before != "an" // "an otherwise good day"
	}
	return true
}

// excepts reports whether the word at i begins an exception of several words: "All was
// well apart from the price", and not "What sets them apart from others".
func (t *Text) excepts(i int, s Span) bool {
	next := func(n int) string { return t.Tokens[min(i+n, s.Last-1)].Folded }
	switch t.Tokens[i].Folded {
	case "apart", "aside":
		const near = 6
		return next(1) == "from" && next(2) != "each" && !slices.ContainsFunc(t.Tokens[max(s.First, i-near):i], func(before Token) bool {
			return among(" set sets setting stand stands stood tell keep keeps kept come came took take step put ", before.Folded)
		})
	case "with":
		return next(1) == "the" && next(2) == "exception"
	}
	return false
}

// joins reports whether a clause begins at a folded word when a subject follows.
func joins(folded string) bool {
	switch folded {
	case "and", "&", "so", "plus", "or", "then", "while":
		return true
	}
	return false
}

// tells reports whether a word is a verb in the past, as far as its form says.
func (t *Text) tells(word string) bool {
	return among(past, word) || strings.HasSuffix(word, "ed") && !among(described, word)
}

// until counts the words from i to the next comma.
func (t *Text) until(i int, s Span) int {
	end := i
	for end < s.Last && t.Tokens[end].Text != "," {
		end++
	}
	return t.words(Span{i, end})
}

// since returns where the run without a comma that ends before i begins.
func (t *Text) since(i int, s Span) int {
	for i > s.First && t.Tokens[i-1].Text != "," {
		i--
	}
	return i
}

func (t *Text) words(s Span) int {
	n := 0
	for _, token := range t.Tokens[s.First:s.Last] {
		if token.Word {
			n++
		}
	}
	return n
}

// among reports whether a list of words, each between spaces, has word.
func among(list, word string) bool {
	return word != "" && strings.Contains(list, " "+word+" ")
}
