package evaluation

import (
	"fmt"
	"math"
	"slices"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Analysers makes an analyser for a business.
type Analysers func(*review.Business) (*analysis.Analyser, error)

// Measure reads every row as a review and compares. Rows whose text is in
// except were seen in training and are left out.
func Measure(rows []Row, except map[string]bool, analysers Analysers) ([]Table, error) {
	m := newMeasurement(analysers)
	for _, r := range rows {
		if except[r.Key()] {
			m.left++
			continue
		}
		if err := m.row(r); err != nil {
			return nil, err
		}
	}
	return m.tables(), nil
}

// measurement is what was counted so far.
type measurement struct {
	analysers  Analysers
	made       map[string]*analysis.Analyser // by vertical
	left       int
	aspects    map[string]*Tally
	detection  Tally
	joint      Tally
	negative   Tally
	discovered Tally
	known      Tally
	terms      Confusion
	categories map[string]Confusion
	stars      map[string]Confusion
	whole      Confusion
}

func newMeasurement(analysers Analysers) *measurement {
	return &measurement{
		analysers:  analysers,
		made:       map[string]*analysis.Analyser{},
		aspects:    map[string]*Tally{},
		terms:      Confusion{},
		categories: map[string]Confusion{},
		stars:      map[string]Confusion{},
		whole:      Confusion{},
	}
}

func (m *measurement) row(r Row) error {
	a := m.made[r.Vertical]
	if a == nil {
		made, err := m.analysers(&review.Business{Vertical: r.Vertical})
		if err != nil {
			return err
		}
		a, m.made[r.Vertical] = made, made
	}
	if r.Labels != nil {
		m.labels(r, a.Analyse(review.Review{Text: r.Text, Rating: r.Rating}))
	}
	m.ofTerms(r, a)
	for _, c := range r.Categories {
		m.category(r, c, a)
	}
	m.ownStars(r, a)
	if s := r.stars(); s > 0 && r.Labels == nil {
		m.whole.Add(ofStars(s), a.Analyse(review.Review{Text: r.Text}).Sentiment)
	}
	if r.Technicians != nil {
		return m.technicians(r, a)
	}
	return nil
}

// labels compares aspects and their sentiments.
func (m *measurement) labels(r Row, a analysis.Analysis) {
	found := map[string]review.Sentiment{}
	for _, x := range a.Aspects {
		found[x.ID] = x.Sentiment
	}
	expected := r.expected()
	for _, aspect := range keys(expected, found) {
		want, wanted := expected[aspect]
		got, has := found[aspect]
		if m.aspects[aspect] == nil {
			m.aspects[aspect] = &Tally{}
		}
		m.aspects[aspect].add(wanted, has, true)
		m.detection.add(wanted, has, true)
		m.joint.add(wanted, has, want == got)
		m.negative.add(want == review.Negative, got == review.Negative, true)
	}
}

func keys(maps ...map[string]review.Sentiment) []string {
	var out []string
	for _, m := range maps {
		for k := range m {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// ofTerms compares what is said around words at offsets.
func (m *measurement) ofTerms(r Row, a *analysis.Analyser) {
	for _, t := range r.Terms {
		if !slices.Contains(sentiments(), t.Polarity) {
			continue
		}
		m.terms.Add(t.Polarity, a.Tone(r.Text, t.From))
	}
}

// category compares what is said about the aspects of a category.
func (m *measurement) category(r Row, c category, a *analysis.Analyser) {
	aspects := anchors(c.Category)
	if aspects == nil || !slices.Contains(sentiments(), c.Polarity) {
		return
	}
	got, found := of(a.Analyse(review.Review{Text: r.Text}), aspects)
	m.count(m.categories, c.Category, c.Polarity, got)
	if found {
		m.count(m.categories, c.Category+", aspect found", c.Polarity, got)
	}
}

func (m *measurement) count(in map[string]Confusion, name string, want, got review.Sentiment) {
	if in[name] == nil {
		in[name] = Confusion{}
	}
	in[name].Add(want, got)
}

// ownStars compares with the stars that customers gave to parts: the analyser
// is told the mean of the others. Where both are at odds, only the text helps.
func (m *measurement) ownStars(r Row, a *analysis.Analyser) {
	if r.Staff == 0 || r.Punctuality == 0 || r.Helpfulness == 0 || r.Knowledge == 0 {
		return
	}
	parts := []struct {
		name    string
		stars   float64
		aspects []string
	}{
		{"staff", r.Staff, []string{"friendliness", "professionalism"}},
		{"punctuality", r.Punctuality, []string{"punctuality"}},
		{"helpfulness", r.Helpfulness, []string{"friendliness", "communication", "quality"}},
		{"knowledge", r.Knowledge, []string{"knowledge", "quality"}},
	}
	sum := r.Staff + r.Punctuality + r.Helpfulness + r.Knowledge
	for _, p := range parts {
		others := math.Round((sum - p.stars) / 3)
		got, found := of(a.Analyse(review.Review{Text: r.Text, Rating: int(others)}), p.aspects)
		if !found {
			continue
		}
		m.count(m.stars, p.name, ofStars(p.stars), got)
		if ofStars(p.stars) != ofStars(others) {
			m.count(m.stars, p.name+", at odds", ofStars(p.stars), got)
		}
	}
}

// technicians compares names, found with and without a roster.
func (m *measurement) technicians(r Row, a *analysis.Analyser) error {
	m.names(&m.discovered, r, a)
	b := &review.Business{Vertical: r.Vertical}
	for _, name := range r.Technicians {
		b.Technicians = append(b.Technicians, review.Technician{Name: name})
	}
	if len(r.Technicians) == 0 {
		return nil
	}
	known, err := m.analysers(b)
	if err != nil {
		return fmt.Errorf("roster of %v: %w", r.Technicians, err)
	}
	m.names(&m.known, r, known)
	return nil
}

func (m *measurement) names(t *Tally, r Row, a *analysis.Analyser) {
	var found []string
	for _, e := range a.Analyse(review.Review{Text: r.Text}).Technicians {
		found = append(found, e.ID)
		t.add(slices.Contains(r.Technicians, e.ID), true, true)
	}
	for _, name := range r.Technicians {
		if !slices.Contains(found, name) {
			t.add(true, false, false)
		}
	}
}
