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
	// Labels returns the answer to the task of assist.Labels with a key.
	Labels(key string) ([]assist.Label, bool)
	// Wording returns the answer to the task of assist.Wording with a key.
	Wording(key string) (string, bool)
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
			if r.task == "" {
				r.task = assist.Labels(d.analyser.Taxonomy(), r.review.Text, r.review.Rating).Key()
			}
			if labels, ok := d.assistant.Labels(r.task); ok {
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
	found := false
	for i, task := range assist.Wordings(in) {
		if worded, ok := d.assistant.Wording(task.Key()); ok {
			found = true
			if i == 0 {
				in.Summary = worded
			} else {
				in.FAQ[i-1].Answer = worded
			}
		}
	}
	return found
}
