package taxonomy

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/reviewdata/reviewdata/pkg/review"
)

//go:embed core.yaml overlays
var files embed.FS

// document is the form of the embedded files. An overlay says which verticals
// it is for: words, one of which stands in the vertical of the business.
type document struct {
	Verticals    []string  `yaml:"verticals"`
	Aspects      []Subject `yaml:"aspects"`
	Problems     []Subject `yaml:"problems"`
	Overall      Subject   `yaml:"overall"`
	Decisive     Subject   `yaml:"decisive"`
	Instructions []string  `yaml:"instructions"`
	StaffUnseen  bool      `yaml:"staff_unseen"`
}

// For returns the taxonomy of a business, which may be nil.
func For(b *review.Business) (*Taxonomy, error) {
	core, err := read("core.yaml")
	if err != nil {
		return nil, err
	}
	t := &Taxonomy{
		Aspects: core.Aspects, Problems: core.Problems, Overall: core.Overall, Decisive: core.Decisive, Instructions: core.Instructions,
	}
	if b == nil {
		return t, nil
	}
	if err := t.overlay(b); err != nil {
		return nil, err
	}
	t.Aspects = without(merge(t.Aspects, settings(b.Insights.Aspects)))
	t.Problems = without(merge(t.Problems, settings(b.Insights.Problems)))
	return t, nil
}

func (t *Taxonomy) overlay(b *review.Business) error {
	vertical := cmp.Or(b.Insights.Vertical, b.Vertical)
	for _, id := range overlays() {
		d, err := read("overlays/" + id + ".yaml")
		if err != nil {
			return err
		}
		if d.fits(id, vertical) {
			t.Vertical, t.StaffUnseen = id, d.StaffUnseen
			t.Aspects, t.Problems = merge(t.Aspects, d.Aspects), merge(t.Problems, d.Problems)
			return nil
		}
	}
	return nil
}

// overlays are the ids of all overlays. The first that fits is taken, so the words
// of the last may be the plainest: a "home" is insured, cared for and repaired.
func overlays() []string {
	return []string{"law", "insurance", "senior-living", "clinic", "home-services"}
}

// fits reports whether an overlay is for a vertical: it has its name, or one of
// the overlay's words begins a word of it.
func (d document) fits(id, vertical string) bool {
	folded := strings.Join(strings.FieldsFunc(review.Fold(vertical), func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '/' }), " ")
	if folded == strings.ReplaceAll(id, "-", " ") {
		return true
	}
	for _, word := range d.Verticals {
		if strings.Contains(" "+folded, " "+word) {
			return true
		}
	}
	return false
}

func read(name string) (document, error) {
	var d document
	text, err := files.ReadFile(name)
	if err == nil {
		err = yaml.UnmarshalWithOptions(text, &d, yaml.Strict())
	}
	if err != nil {
		return d, fmt.Errorf("read taxonomy %s: %w", name, err)
	}
	return d, nil
}

// settings reads the operator's changes as an overlay.
func settings(from []review.SubjectSettings) []Subject {
	out := make([]Subject, len(from))
	for i, s := range from {
		out[i] = Subject{
			ID: s.ID, Label: s.Label, Seeds: s.Seeds, PositiveSeeds: s.PositiveSeeds, NegativeSeeds: s.NegativeSeeds, Disabled: s.Disabled, Own: true,
		}
	}
	return out
}

// merge changes subjects as an overlay says: labels are replaced, seeds added,
// and new subjects come last.
func merge(subjects, overlay []Subject) []Subject {
	out := slices.Clone(subjects)
	for _, change := range overlay {
		at := slices.IndexFunc(out, func(s Subject) bool { return s.ID == change.ID })
		if at < 0 {
			change.Label = cmp.Or(change.Label, change.ID)
			out = append(out, change)
			continue
		}
		s := &out[at]
		s.Label = cmp.Or(change.Label, s.Label)
		s.Seeds = slices.Concat(s.Seeds, change.Seeds)
		s.PositiveSeeds = slices.Concat(s.PositiveSeeds, change.PositiveSeeds)
		s.NegativeSeeds = slices.Concat(s.NegativeSeeds, change.NegativeSeeds)
		s.Disabled = change.Disabled
	}
	return out
}

func without(subjects []Subject) []Subject {
	return slices.DeleteFunc(subjects, func(s Subject) bool { return s.Disabled })
}
