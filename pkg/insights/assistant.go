package insights

import (
	"github.com/reviewdata/reviewdata/pkg/insights/assist"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Assistant knows what a language model has answered, checked by package
// assist. It does not ask: what it has no answer to yet is done without it. It
// must be safe for concurrent use.
type Assistant interface {
	// Name tells which model answered.
	Name() string
	// Labels returns the statements of a text.
	Labels(text string, rating int) ([]assist.Label, bool)
	// Wording returns another wording of a text made from facts.
	Wording(text string, facts []review.Fact) (string, bool)
}

// Assist lets an assistant help from now on.
func (d *Deriver) Assist(a Assistant) { d.assistant = a }

// label takes over the labels of the assistant, and reports whether any review
// has some.
func (d *Deriver) label(all []*reading) bool {
	if d.assistant == nil {
		return false
	}
	found := false
	for _, r := range all {
		if !r.labelled && r.analysis.Assessed {
			if labels, ok := d.assistant.Labels(r.review.Text, r.review.Rating); ok {
				r.analysis = d.analyser.Relabel(r.analysis, assist.Mentions(r.review.Text, labels))
				r.own = r.analysis.Insight(r.review.ID)
				r.labelled = true
			}
		}
		found = found || r.labelled
	}
	return found
}

// word takes over the wordings of the assistant, and reports whether there are
// any.
func (d *Deriver) word(in *review.Insights) bool {
	if d.assistant == nil {
		return false
	}
	known := map[string]review.Fact{}
	for _, f := range in.Facts {
		known[f.ID] = f
	}
	found := false
	for _, t := range texts(in) {
		facts := make([]review.Fact, len(t.facts))
		for i, id := range t.facts {
			facts[i] = known[id]
		}
		if worded, ok := d.assistant.Wording(*t.text, facts); ok {
			*t.text = worded
			found = true
		}
	}
	return found
}

// text is one of the texts of insights with the ids of its facts.
type text struct {
	text  *string
	facts []string
}

func texts(in *review.Insights) []text {
	out := []text{{&in.Summary, in.SummaryFacts}}
	for i := range in.FAQ {
		out = append(out, text{&in.FAQ[i].Answer, in.FAQ[i].Facts})
	}
	return out
}
