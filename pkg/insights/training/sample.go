package training

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/lexicon"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// target says what a clause is to a class.
type target int8

// A clause speaks about an aspect, or not, or nobody knows.
const (
	no target = iota
	yes
	unknown
)

// sample is one clause to learn from.
type sample struct {
	features []uint32
	targets  []target // by class
	weight   float64
}

// samples are the clauses of everything there is to learn from.
type samples struct {
	detection, polarity []sample
	texts               []text
}

// sampler turns sentences into samples.
type sampler struct {
	aspects []string
	lexicon *lexicon.Lexicon
	vectors *embedding.Table
	readers map[string]*reader // by vertical
	samples
}

// reader reads the sentences of one vertical.
type reader struct {
	*feature.Reader
	known []bool // the aspects that are looked for in the vertical
}

func newSampler(aspects []string, vectors *embedding.Table) (*sampler, error) {
	l, err := lexicon.Load()
	if err != nil {
		return nil, err
	}
	return &sampler{aspects: aspects, lexicon: l, vectors: vectors, readers: map[string]*reader{}}, nil
}

func (s *sampler) reader(vertical string) (*reader, error) {
	if r := s.readers[vertical]; r != nil {
		return r, nil
	}
	t, err := taxonomy.For(&review.Business{Vertical: vertical})
	if err != nil {
		return nil, err
	}
	f, err := feature.NewReader(s.lexicon, s.vectors, t)
	if err != nil {
		return nil, err
	}
	r := &reader{Reader: f, known: make([]bool, len(s.aspects))}
	for i, id := range s.aspects {
		_, r.known[i] = t.Aspect(id)
	}
	s.readers[vertical] = r
	return r, nil
}

// add learns from a sentence.
func (s *sampler) add(from Sentence) error {
	r, err := s.reader(from.Vertical)
	if err != nil {
		return err
	}
	in := r.Read(from.Text)
	targets := make([][]target, len(in.Clauses))
	for i := range targets {
		targets[i] = slices.Repeat([]target{no}, len(s.aspects))
		for a, known := range r.known {
			if !known {
				targets[i][a] = unknown
			}
		}
	}
	learned := newText(in, 1)
	learned.said = make([]statement, len(s.aspects))
	for a, known := range r.known {
		learned.said[a].unknown = !known
	}
	for _, label := range from.Labels {
		if err := s.label(r, in, label, targets, learned); err != nil {
			return fmt.Errorf("sentence %s: %w", from.ID, err)
		}
	}
	class := slices.Index(polarities(), from.Sentiment)
	for i := range targets {
		learned.clauses[i].aspects = targets[i]
		learned.clauses[i].whole = class
		s.detection = append(s.detection, sample{r.Detection(in, i), targets[i], 1})
		if class >= 0 {
			s.polarity = append(s.polarity, sample{r.Polarity(in, i, ""), one(class), 1})
		}
	}
	s.texts = append(s.texts, learned)
	return nil
}

// label marks the clauses that a label is about.
func (s *sampler) label(r *reader, in *feature.Reading, label Label, targets [][]target, learned text) error {
	start := strings.Index(in.Source, label.Quote)
	aspect := slices.Index(s.aspects, label.Aspect)
	class := slices.Index(polarities(), label.Polarity)
	if start < 0 || aspect < 0 || class < 0 {
		return fmt.Errorf("label %q of %s, %s cannot be used", label.Quote, label.Aspect, label.Polarity)
	}
	for i, share := range shares(in, start, start+len(label.Quote)) {
		switch {
		case share == 0:
		case share < halfOf:
			if targets[i][aspect] == no {
				targets[i][aspect] = unknown
			}
		default:
			targets[i][aspect] = yes
			learned.judges(i, aspect, class)
			s.polarity = append(s.polarity, sample{r.Polarity(in, i, label.Aspect), one(class), 1})
		}
	}
	return nil
}

// halfOf is the share of a clause, or of a quote, that makes them one.
const halfOf = 0.5

// shares tells for each clause how much of it a range of bytes covers, or how
// much of the range it holds, whichever is more; in words.
func shares(in *feature.Reading, start, end int) []float64 {
	out := make([]float64, len(in.Clauses))
	quoted := 0
	for i, span := range in.Clauses {
		words, inside := 0, 0
		for _, t := range in.Tokens[span.First:span.Last] {
			if t.Word {
				words++
				if t.Start >= start && t.End <= end {
					inside++
				}
			}
		}
		quoted += inside
		out[i] = float64(inside) / max(float64(words), 1)
	}
	for i, span := range in.Clauses {
		inside := out[i] * float64(max(words(in, span.First, span.Last), 1))
		out[i] = max(out[i], inside/max(float64(quoted), 1))
	}
	return out
}

func words(in *feature.Reading, first, last int) int {
	n := 0
	for _, t := range in.Tokens[first:last] {
		if t.Word {
			n++
		}
	}
	return n
}

// polarities are the names of the classes of the polarity model.
func polarities() []string {
	return []string{model.Negative: "negative", model.Neutral: "neutral", model.Positive: "positive"}
}

// one marks one of the classes of the polarity model.
func one(class int) []target {
	out := make([]target, model.Polarities)
	out[class] = yes
	return out
}
