package embedding

import "strings"

// MaxParts is the greatest number of rows that a word is made of.
const MaxParts = 3

// Word is the rows whose mean stands for a word.
type Word struct {
	Rows  [MaxParts]int32
	Parts int // of Rows in use; none for a word that is not known
}

// Lookup finds a folded word, or the words it is made of: "wasn't" is "was" and
// "not", "well-kept" is "well" and "kept". What is left is looked up without its
// ending.
func (t *Table) Lookup(folded string) Word {
	if row, ok := t.rows[folded]; ok {
		return single(row)
	}
	var out Word
	if base, ok := strings.CutSuffix(folded, "n't"); ok {
		t.add(&out, whole(base))
		t.add(&out, "not")
		return out
	}
	if strings.ContainsAny(folded, "-/'") {
		for part := range strings.FieldsFuncSeq(folded, divides) {
			t.add(&out, expanded(part))
		}
		return out
	}
	if folded != "" && folded[0] >= '0' && folded[0] <= '9' {
		t.add(&out, number)
		return out
	}
	for _, ending := range []string{"s", "es", "ed", "ing", "ly", "d", "er", "est"} {
		base, ok := strings.CutSuffix(folded, ending)
		if row, known := t.rows[base]; ok && known && len(base) > 2 {
			return single(row)
		}
	}
	return out
}

// number stands for what is written in digits, of which the table knows none.
const number = "ten"

func divides(r rune) bool { return r == '-' || r == '/' || r == '\'' }

// whole is the verb of which a contraction with "not" is made.
func whole(base string) string {
	switch base {
	case "wo":
		return "will"
	case "ca":
		return "can"
	case "sha":
		return "shall"
	}
	return base
}

// expanded is the word that stands behind an apostrophe, empty for a genitive.
func expanded(part string) string {
	switch part {
	case "s":
		return ""
	case "re":
		return "are"
	case "ve":
		return "have"
	case "ll", "d":
		return "will"
	case "m":
		return "am"
	}
	return part
}

func single(row int32) Word { return Word{Rows: [MaxParts]int32{row}, Parts: 1} }

func (t *Table) add(to *Word, word string) {
	if row, ok := t.rows[word]; ok && to.Parts < MaxParts {
		to.Rows[to.Parts] = row
		to.Parts++
	}
}
