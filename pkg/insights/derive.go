package insights

import (
	"math"
	"reflect"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/prose"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/topic"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Model names the present way of deriving insights.
const Model = analysis.Model

// analyser reads one review. It must be safe for concurrent use.
type analyser interface {
	Analyse(r review.Review) analysis.Analysis
	Relabel(from analysis.Analysis, mentions []analysis.Mention) analysis.Analysis
	Taxonomy() *taxonomy.Taxonomy
}

// Deriver derives the insights of one business. It remembers how it read each
// review, so that a change to one of many costs little more than adding up. It
// is not safe for concurrent use.
type Deriver struct {
	business  review.Business
	analyser  analyser
	assistant Assistant
	readings  map[review.ID]*reading
	topics    *topic.Index
	copies    *copies
}

// New returns a deriver for a business; nil stands for one without a profile.
func New(b *review.Business) (*Deriver, error) {
	a, err := analysis.New(b)
	if err != nil {
		return nil, err
	}
	return newDeriver(b, a), nil
}

func newDeriver(b *review.Business, a analyser) *Deriver {
	d := &Deriver{
		analyser: a,
		readings: map[review.ID]*reading{},
		copies:   newCopies(),
	}
	if b != nil {
		d.business = *b
	}
	d.topics = topic.NewIndex(names(d.business)...)
	return d
}

// names returns what is no topic, because all reviews are about it or it is
// counted elsewhere.
func names(b review.Business) []string {
	out := []string{b.Name, b.Address.Locality}
	for _, t := range b.Technicians {
		out = append(append(out, t.Name), t.Aliases...)
	}
	return append(out, b.ServiceAreas...)
}

// For returns a deriver for a profile: d itself when it reads reviews with the
// profile as it does without.
func (d *Deriver) For(b *review.Business) (*Deriver, error) {
	if b != nil && reflect.DeepEqual(readWith(d.business), readWith(*b)) {
		return d, nil
	}
	next, err := New(b)
	if err != nil {
		return nil, err
	}
	next.assistant = d.assistant
	return next, nil
}

// readWith returns what of a profile bears on how reviews are read.
func readWith(b review.Business) review.Business {
	return review.Business{
		Name:         b.Name,
		Vertical:     b.Vertical,
		Address:      review.Address{Locality: b.Address.Locality},
		ServiceAreas: b.ServiceAreas,
		Services:     b.Services,
		Technicians:  b.Technicians,
		Insights:     b.Insights,
	}
}

// Derive returns what reviews say about a business, which may be nil.
func Derive(reviews []review.Review, b *review.Business) (review.Insights, error) {
	d, err := New(b)
	if err != nil {
		return review.Insights{}, err
	}
	return d.Derive(reviews), nil
}

// Derive returns what reviews say, in whatever order they are, and forgets all
// others.
func (d *Deriver) Derive(reviews []review.Review) review.Insights {
	if !slices.IsSortedFunc(reviews, review.Compare) {
		reviews = slices.SortedFunc(slices.Values(reviews), review.Compare)
	}
	all := d.read(reviews)
	labelled := d.label(all)
	d.copies.mark()
	topics := d.topics.Topics()
	sums := newSums(d.analyser.Taxonomy(), topics)
	perReview := make([]review.ReviewInsight, len(all))
	for i, r := range all {
		perReview[i] = r.insight(topics)
		sums.add(r, &perReview[i])
	}
	out := review.Insights{
		Model:       Model,
		Taxonomy:    d.analyser.Taxonomy().Vertical,
		ReviewCount: len(all),
		Coverage:    sums.coverage,
		Overall:     sums.all.overall(),
		PerReview:   perReview,
	}
	if len(all) > 0 {
		out.Earliest, out.Latest = all[len(all)-1].review.Date, all[0].review.Date
	}
	years := newYears(out.Latest)
	out.Aspects = sums.aspectInsights(years, all)
	out.Technicians = sums.technicians.insights()
	out.Services = sums.services.insights()
	out.Problems = sums.problems.insights()
	out.ServiceAreas = sums.areas.insights()
	out.Topics = sums.topicInsights(topics)
	out.Monthly = monthly(all)
	out.Comparison, out.Trend = years.compare(all)
	out.PullQuote, out.PullQuoteReviewID = pullQuote(all, out.Aspects)
	text := prose.Write(&out, sums.stars, d.business.Employs)
	out.FAQ, out.Summary, out.SummaryFacts, out.Facts = text.FAQ, text.Summary, text.SummaryFacts, text.Facts
	if worded := d.word(&out); labelled || worded {
		out.Model += "+" + d.assistant.Name()
	}
	return out
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return round2(100 * float64(part) / float64(whole))
}

func round2(x float64) float64 { return math.Round(x*100) / 100 }
