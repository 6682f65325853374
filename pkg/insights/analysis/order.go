package analysis

import (
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// suspicious are parts of words that no sentence to a machine does without, so
// that few texts have to be looked at closer.
func suspicious(folded string) bool {
	for _, part := range [...]string{"instruction", "prompt", "system", "assistant", "aspect", "sentiment", "json", "language model", "summary", "{"} {
		if strings.Contains(folded, part) {
			return true
		}
	}
	return false
}

// orders returns the sentences that tell a machine what to make of the review.
// They are no judgement of the business, whatever words they use.
func orders(in *feature.Reading) []token.Span {
	if !suspicious(review.Fold(in.Text.Source)) {
		return nil
	}
	var out []token.Span
	for _, s := range in.Text.Sentences {
		if order(in.Text.Tokens[s.First:s.Last]) {
			out = append(out, s)
		}
	}
	return out
}

// order reports whether a sentence speaks to a machine: it wants instructions to
// be ignored, wants figures of ours to be something, plays a part in a
// conversation, or is code.
func order(tokens []token.Token) bool {
	has := func(words ...string) bool {
		return slices.ContainsFunc(tokens, func(t token.Token) bool { return slices.Contains(words, t.Folded) })
	}
	switch {
	case has("{", "}"):
		return true
	case has("ignore", "disregard", "forget", "override") && has("instruction", "instructions", "prompt", "prompts", "rules", "guidelines"):
		return true
	case has("mark", "rate", "label", "classify", "set", "report", "output", "write", "treat", "count") &&
		has("aspect", "aspects", "sentiment", "sentiments", "json", "summary"):
		return true
	case has("assistant", "ai") && has("must", "role"), speaks(tokens, "system"), speaks(tokens, "assistant"):
		return true
	default:
		return has("language") && has("model")
	}
}

// speaks reports whether a sentence begins with who says it, as in a script.
func speaks(tokens []token.Token, who string) bool {
	return len(tokens) > 1 && tokens[0].Folded == who && tokens[1].Folded == ":"
}
