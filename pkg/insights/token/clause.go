package token

import "strings"

// The words at which a new statement begins.
const (
	// contrasts turn the sentence around.
	contrasts = " but however although though whereas yet except unfortunately sadly despite nevertheless instead otherwise "
	// joints begin a clause when a subject follows.
	joints = " and so plus or then while "
	// subjects begin a statement after a joint or a comma.
	subjects = " i we he she they it you this that these those there my our his her their its your the a an nobody nothing everyone everything everybody no not never had was were is did didn't wasn't weren't price prices cost communication quality work "
)

// minClause is the number of words below which no clause is left alone.
const minClause = 2

// clauses cuts a sentence where a new statement begins.
func (t *Text) clauses(s Span) []Span {
	var out []Span
	first := s.First
	for i := s.First + 1; i < s.Last; i++ {
		if t.cut(i, s) && t.words(Span{first, i}) >= minClause && t.words(Span{i, s.Last}) >= minClause {
			out = append(out, Span{first, i})
			first = i
		}
	}
	return append(out, Span{first, s.Last})
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
	case among(contrasts, this.Folded):
		return true
	case before.Text == ";" || before.Text == "—" || before.Text == "–" || before.Text == ":" || before.Text == "(":
		return true
	case before.Text == "-" && before.Start > 0 && t.Source[before.Start-1] == ' ':
		return true
	case before.Text == ",":
		return among(joints, this.Folded) || among(subjects, this.Folded)
	case among(joints, this.Folded) && this.Folded != "or" && this.Folded != "that":
		return among(subjects, next)
	default:
		return false
	}
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
