package analysis

import (
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Model names the present way of reading reviews. It changes whenever the same
// review may be read differently.
const Model = "aspects-17"

// Analyser reads reviews of one business. It is immutable and safe for
// concurrent use.
type Analyser struct {
	taxonomy *taxonomy.Taxonomy
	reader   *weighing.Reader
	aside    aside
	finder   *finder
}

// New prepares an analyser for a business; nil stands for one without a
// profile. It reads the embedded model, which takes some milliseconds.
func New(b *review.Business) (*Analyser, error) {
	m, err := model.Load()
	if err != nil {
		return nil, err
	}
	return NewWithModel(b, m)
}

// NewWithModel is New with another model, such as one that was fitted to the
// operator's own reviews.
func NewWithModel(b *review.Business, m *model.Model) (*Analyser, error) {
	t, err := taxonomy.For(b)
	if err != nil {
		return nil, err
	}
	r, err := weighing.NewReader(t, m)
	if err != nil {
		return nil, err
	}
	return &Analyser{taxonomy: t, reader: r, aside: aside{manners()}, finder: newFinder(b, t)}, nil
}

// Taxonomy returns what the analyser looks for. It must not be changed.
func (a *Analyser) Taxonomy() *taxonomy.Taxonomy { return a.taxonomy }

// Analyse reads a review: its Text, its Rating unless it is 0, and the
// Technicians and Services that it came with.
func (a *Analyser) Analyse(r review.Review) Analysis {
	in := a.reader.Parse(r.Text)
	out := Analysis{Language: language(in, a.finder.people.English)}
	out.Assessed = out.Language == englishCode
	if out.Assessed {
		read := a.reader.Read(in)
		a.judge(&out, read, r.Rating)
		out.Sentiment, out.Score = a.verdict(read, out.Aspects, r.Rating)
	} else {
		out.Sentiment, out.Score = ofStars(r.Rating)
	}
	a.finder.find(&out, in, r)
	return out
}
