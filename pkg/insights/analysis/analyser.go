package analysis

import (
	"github.com/reviewdata/reviewdata/pkg/insights/roster"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Model names the present way of reading reviews. It changes whenever the same
// review may be read differently.
const Model = "aspects-1"

// Analyser reads reviews of one business. It is immutable and safe for
// concurrent use.
type Analyser struct {
	taxonomy *taxonomy.Taxonomy
	roster   *roster.Roster
}

// New prepares an analyser for a business; nil stands for one without a
// profile.
func New(b *review.Business) (*Analyser, error) {
	t, err := taxonomy.For(b)
	if err != nil {
		return nil, err
	}
	return &Analyser{taxonomy: t, roster: roster.New(b)}, nil
}

// Taxonomy returns what the analyser looks for. It must not be changed.
func (a *Analyser) Taxonomy() *taxonomy.Taxonomy { return a.taxonomy }

// Analyse reads a review: its Text, its Rating unless it is 0, and the
// Technicians and Services that it came with.
func (a *Analyser) Analyse(r review.Review) Analysis {
	return Analysis{}
}
