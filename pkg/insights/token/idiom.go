package token

// idioms puts a word for another that means something else beside its neighbours: "kind
// of mean" praises nobody, as "kind of you" does, "user friendly" no staff, "a patient of
// his" is not patient, and "avoid at all costs" speaks of no price.
func (t *Text) idioms() {
	folded := func(i int) string {
		if i < 0 || i >= len(t.Tokens) {
			return ""
		}
		return t.Tokens[i].Folded
	}
	for i := range t.Tokens {
		switch word := &t.Tokens[i].Folded; *word {
		case "kind":
			if folded(i+1) == "of" && i+2 < len(t.Tokens) && !among(" you him her them us these those ", folded(i+2)) {
				*word = "sort"
			}
		case "friendly":
			if folded(i-1) == "user" || folded(i-1) == "-" && folded(i-2) == "user" {
				*word = "easy"
			}
		case "patient":
			if t.somebody(i) {
				*word = "patients"
			}
		case "cost", "costs":
			if folded(i-2) == "at" && among(" all any ", folded(i-1)) {
				*word = "means"
			}
		}
	}
}

// somebody reports whether the "patient" at i is one: "a patient of his", and not "a
// patient man".
func (t *Text) somebody(i int) bool {
	if i == 0 || !among(" a his her their your my new former current regular longtime every each this same ", t.Tokens[i-1].Folded) {
		return false
	}
	if i+1 == len(t.Tokens) {
		return true
	}
	next := t.Tokens[i+1]
	if next.Folded == "and" || next.Text == "," {
		return t.Tokens[i-1].Folded != "a" // "a patient and kind man"
	}
	return !next.Word || among(" of for here there since at in with who or is was has had i he she we they that to on from by but so under as after before because ", next.Folded)
}
