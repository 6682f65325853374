package evaluation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Row is one line of a labelled file. What it has tells what can be measured:
//
//   - labels: aspects of the taxonomy, as in the training sentences;
//   - technicians: names;
//   - terms: words at offsets, as in SemEval-2014 and MAMS-ATSA;
//   - categories: as in SemEval-2014, MAMS-ACSA and FABSA;
//   - staff, punctuality, helpfulness, knowledge: the customer's own stars;
//   - stars or rating: of the whole review.
type Row struct {
	Vertical    string     `json:"vertical"`
	Text        string     `json:"text"`
	Rating      int        `json:"rating"`
	Stars       float64    `json:"stars"`
	Labels      []label    `json:"labels"`
	Technicians []string   `json:"technicians"`
	Terms       []term     `json:"terms"`
	Categories  []category `json:"categories"`
	Staff       float64    `json:"staff"`
	Punctuality float64    `json:"punctuality"`
	Helpfulness float64    `json:"helpfulness"`
	Knowledge   float64    `json:"knowledge"`
}

type label struct {
	Aspect   string           `json:"aspect"`
	Polarity review.Sentiment `json:"polarity"`
}

type term struct {
	Polarity review.Sentiment `json:"polarity"`
	From     int              `json:"from"`
	To       int              `json:"to"`
}

type category struct {
	Category string           `json:"category"`
	Polarity review.Sentiment `json:"polarity"`
}

// expected are the sentiments of the aspects that a row is labelled with.
func (r Row) expected() map[string]review.Sentiment {
	out := map[string]review.Sentiment{}
	for _, l := range r.Labels {
		if before, ok := out[l.Aspect]; ok && before != l.Polarity {
			l.Polarity = review.Neutral
		}
		out[l.Aspect] = l.Polarity
	}
	return out
}

// Key is the text without what does not matter for its being the same text.
func (r Row) Key() string {
	return strings.Join(strings.FieldsFunc(review.Fold(r.Text), func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9')
	}), " ")
}

// ofStars is the sentiment of a number of stars.
func ofStars(stars float64) review.Sentiment {
	switch {
	case stars >= 4:
		return review.Positive
	case stars <= 2:
		return review.Negative
	default:
		return review.Neutral
	}
}

// of is what an analysis says about any of some aspects, and about the whole
// where it says nothing about them.
func of(a analysis.Analysis, aspects []string) (s review.Sentiment, found bool) {
	sum := 0.0
	for _, m := range a.Aspects {
		if slices.Contains(aspects, m.ID) {
			sum += m.Score
			found = true
		}
	}
	switch {
	case !found:
		return a.Sentiment, false
	case sum > 0:
		return review.Positive, true
	case sum < 0:
		return review.Negative, true
	default:
		return review.Neutral, true
	}
}

// serviceAspects are what other schemes call service or staff.
func serviceAspects() []string {
	return []string{"responsiveness", "punctuality", "professionalism", "communication", "knowledge", "friendliness", "speed", "quality"}
}

// anchors are the aspects that stand for a category of another scheme.
func anchors(category string) []string {
	switch {
	case category == "price" || strings.HasPrefix(category, "value."):
		return []string{"value"}
	case category == "service" || category == "staff" || strings.HasPrefix(category, "staff-support."):
		return serviceAspects()
	case category == "logistics-rides.speed" || category == "logistics.speed":
		return []string{"speed", "punctuality", "responsiveness"}
	default:
		return nil
	}
}

// stars of the whole review, 0 when there are none.
func (r Row) stars() float64 { return cmp.Or(r.Stars, float64(r.Rating)) }
