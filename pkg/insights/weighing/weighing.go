// Package weighing puts together what the models say about the clauses of a
// review: clues per aspect, and from these how likely the review praises the
// aspect, blames it, does both, or does not judge it at all.
package weighing

import (
	"errors"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
)

// Text is a text as both kinds of models see it.
type Text struct {
	*feature.Reading

	network network.Heard
	shared  []commonTone // by clause, once it was asked for
}

// commonTone is what the polarities of a clause have in common, for whatever aspect: features,
// and the sums of their weights.
type commonTone struct {
	features []uint32
	sums     []int32
}

// Told is the number of clauses, without those that are ignored.
func (t Text) Told() int {
	n := 0
	for i := range t.Clauses {
		if !t.Ignored(i) {
			n++
		}
	}
	return n
}

// Reader reads texts with the models. It is safe for concurrent use.
type Reader struct {
	taxonomy *taxonomy.Taxonomy
	features *feature.Reader
	model    *model.Model
	network  network.Ensemble
	classes  []int // of the models, by aspect of the taxonomy; -1 where they know none
	cues     map[string]cue
}

// NewReader prepares to read. It refuses a model that was made for other
// features.
func NewReader(t *taxonomy.Taxonomy, m *model.Model) (*Reader, error) {
	l, err := lexicon.Load()
	if err != nil {
		return nil, err
	}
	f, err := feature.NewReader(l, m.Words(), t)
	if err != nil {
		return nil, err
	}
	if len(m.Detector.Steps) != len(m.Aspects)<<feature.Bits {
		return nil, errors.New("the model was made by another version: train it again")
	}
	return &Reader{taxonomy: t, features: f, model: m, network: m.Readers(), classes: classes(t, m), cues: cues()}, nil
}

func classes(t *taxonomy.Taxonomy, m *model.Model) []int {
	out := make([]int, len(t.Aspects))
	for i, aspect := range t.Aspects {
		out[i] = -1
		for class, id := range m.Aspects {
			if id == aspect.ID {
				out[i] = class
			}
		}
	}
	return out
}

// Parse cuts a text into clauses and looks up its words, which takes a part of the
// time that Read does.
func (r *Reader) Parse(text string) *feature.Reading { return r.features.Read(text) }

// Read reads a text that was parsed.
func (r *Reader) Read(in *feature.Reading) Text {
	return Text{in, r.network.Read(in.Words, in.Clauses, in.Ignored), make([]commonTone, len(in.Clauses))}
}

// Any stands for no aspect in particular.
const Any = -1

// networkShare is the part of the networks in how a clause judges.
const networkShare = 0.5

// Polarity is how a clause judges an aspect of the taxonomy, or Any, as the
// scores of the classes of the polarity model.
func (r *Reader) Polarity(in Text, clause, aspect int) []float64 {
	class := -1
	if aspect != Any {
		class = r.classes[aspect]
	}
	return r.mixed(in, clause, aspect, in.network.Polarity(clause, class))
}

// Whole is how likely a clause judges in each way, whatever it judges: as a phrase in it
// decides, or as the models hear it.
func (r *Reader) Whole(in Text, clause int) []float64 {
	p := model.Softmax(r.Polarity(in, clause, Any))
	switch kind, decided := r.features.Decided(in.Reading, clause); {
	case decided && kind == feature.Praise:
		p[model.Negative], p[model.Positive] = min(p[model.Negative], p[model.Positive]), max(p[model.Negative], p[model.Positive])
	case decided && kind == feature.Blame:
		p[model.Negative], p[model.Positive] = max(p[model.Negative], p[model.Positive]), min(p[model.Negative], p[model.Positive])
	}
	return p
}

// mixed is Polarity, given what the networks say.
func (r *Reader) mixed(in Text, clause, aspect int, heard [network.Polarities]float64) []float64 {
	id := ""
	if aspect != Any {
		id = r.taxonomy.Aspects[aspect].ID
	}
	common := &in.shared[clause]
	if common.sums == nil {
		common.features = r.features.SharedPolarity(in.Reading, clause)
		common.sums = r.model.Polarity.Sums(common.features)
	}
	own := r.features.OwnPolarity(common.features, in.Reading, clause, id)
	scores := r.model.Polarity.ScoresBeside(common.sums, own)
	for p, score := range heard {
		scores[p] += float64(networkShare * (score - scores[p]))
	}
	return scores
}
