package training

import (
	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// text is what the networks learn from: all clauses of one text, because those
// around a clause tell what it means.
type text struct {
	words   []network.Word
	spans   []token.Span
	clauses []lesson
	said    []statement // of each aspect, nil when nothing is known of the whole text
	weight  float32
}

// statement is whether some clause of a text praises an aspect, and blames it; it is
// unknown of an aspect that is not looked for in the vertical of the text.
type statement struct{ unknown, praise, blame bool }

// lesson is what a clause says.
type lesson struct {
	ignored bool
	aspects []target    // nil when nothing is known of any
	judged  []judgement // of the aspects that are judged
	whole   int         // how the clause judges anything, below 0 when nobody knows
}

// judgement is the class of the polarity model for an aspect.
type judgement struct{ aspect, class int }

func newText(in *feature.Reading, weight float32) text {
	t := text{words: in.Words, spans: in.Clauses, clauses: make([]lesson, len(in.Clauses)), weight: weight}
	for i := range t.clauses {
		t.clauses[i] = lesson{ignored: in.Ignored(i), whole: -1}
	}
	return t
}

// judges notes that the clause judges an aspect. Of two judgements of one
// aspect the last counts.
func (l *lesson) judges(aspect, class int) {
	for i, j := range l.judged {
		if j.aspect == aspect {
			l.judged[i].class = class
			return
		}
	}
	l.judged = append(l.judged, judgement{aspect, class})
}

// judges notes that a clause judges an aspect, and so does the text, unless the
// clause is ignored.
func (t text) judges(clause, aspect, class int) {
	t.clauses[clause].judges(aspect, class)
	if !t.clauses[clause].ignored {
		t.said[aspect].praise = t.said[aspect].praise || class != model.Negative
		t.said[aspect].blame = t.said[aspect].blame || class != model.Positive
	}
}
