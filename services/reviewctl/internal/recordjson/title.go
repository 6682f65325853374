package recordjson

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// WithTitle returns the text of a review whose source keeps a title apart,
// which the published text has not: the title becomes the first paragraph.
// Sources that make a title of the first words leave nothing to add; a cut
// title ends in "…" and may end within a word.
func WithTitle(title, text string) string {
	title, text = review.CleanText(title), review.CleanText(text)
	switch {
	case text == "":
		return title
	case title == "", beginsWith(text, title):
		return text
	default:
		return title + "\n\n" + text
	}
}

// beginsWith reports whether text starts with what title says, without regard
// to letter case and to what stands at the end of the title.
func beginsWith(text, title string) bool {
	cut := strings.HasSuffix(title, "…") || strings.HasSuffix(title, "...")
	start := review.Fold(strings.TrimRight(title, "….! "))
	rest, ok := strings.CutPrefix(review.Fold(text), start)
	next, _ := utf8.DecodeRuneInString(rest)
	return ok && (cut || !unicode.IsLetter(next) && !unicode.IsDigit(next))
}
