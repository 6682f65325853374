package network

import (
	"sync"
	"sync/atomic"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

// Reader reads texts with a network. It remembers what the filters make of each
// word, so that reading is adding up. It is safe for concurrent use.
type Reader struct {
	network  *Network
	table    *embedding.Table
	words    []atomic.Pointer[answers] // by row of the table, nil for those not remembered
	held     atomic.Int32              // how many are remembered
	unknown  answers                   // to a word that is in no row
	channels [Channels]answers
	rooms    sync.Pool // of *room
}

// answers are what all filters make of one word at each place of a run: for run
// length w+1 and place p, as many as Filters from offset (w(w+1)/2+p)*Filters.
type answers []float32

// room is where values are put that are needed only while a text is read, such as answers
// that are not remembered: those to words of several parts, with an opinion, or under a
// negation.
type room []float32

// take returns the next values of a room, which are whatever was left there; what it
// returned before stays where it is.
func (r *room) take(count int) []float32 {
	if len(*r)+count > cap(*r) {
		*r = make(room, 0, max(count, 2*cap(*r)))
	}
	first := len(*r)
	*r = (*r)[:first+count]
	return (*r)[first:]
}

// places is the number of places in the runs of all lengths.
const places = Windows * (Windows + 1) / 2

// remembered is how many words a reader remembers at most, some 3 kB each with 128
// filters: those that it meets first.
const remembered = 1 << 13

// NewReader prepares to read.
func NewReader(n *Network, t *embedding.Table) *Reader {
	r := &Reader{network: n, table: t, words: make([]atomic.Pointer[answers], t.Len())}
	r.rooms.New = func() any { return new(room) }
	for c := range r.channels {
		values := make([]float32, n.Inputs())
		values[t.Dimensions+c] = 1
		r.channels[c] = n.answers(values)
	}
	r.unknown = make(answers, places*n.Filters)
	Add(r.unknown, presentScale, r.channels[Present])
	return r
}

// Answers writes what the filters for runs of w+1 words make of a word at a place
// of the run, from 0 to w: Filters numbers for Inputs values.
func (n *Network) Answers(into []float32, w, place int, values []float32) {
	Dots(into, n.Filter[w][place*n.Inputs():], (w+1)*n.Inputs(), values)
}

func (n *Network) answers(values []float32) answers {
	out := make(answers, places*n.Filters)
	into := out
	for w := range Windows {
		for place := range w + 1 {
			n.Answers(into[:n.Filters], w, place, values)
			into = into[n.Filters:]
		}
	}
	return out
}

// word returns the answers to a row of the table, and to its being there.
func (r *Reader) word(row int32) answers {
	if known := r.words[row].Load(); known != nil {
		return *known
	}
	values := make([]float32, r.network.Inputs())
	r.table.Vector(row, values)
	for i := range values {
		values[i] *= vectorScale
	}
	values[r.table.Dimensions+Present] = presentScale
	out := r.network.answers(values)
	if r.held.Load() < remembered && r.words[row].CompareAndSwap(nil, &out) {
		r.held.Add(1)
	}
	return out
}

// answers are those to all that is known of a word. They must not be changed, and those
// that are in the room hold as long as it is not used for another text.
func (r *Reader) answers(w Word, in *room) answers {
	out := r.unknown
	switch {
	case w.Parts == 1:
		out = r.word(w.Rows[0])
	case w.Parts > 1:
		out = in.take(places * r.network.Filters)
		clear(out)
		for _, row := range w.Rows[:w.Parts] {
			Add(out, 1/float32(w.Parts), r.word(row))
		}
	}
	shared := w.Parts < 2
	for c, value := range w.channels() {
		if value == 0 || c == Present {
			continue
		}
		if shared {
			own := in.take(len(out))
			copy(own, out)
			out, shared = own, false
		}
		Add(out, value, r.channels[c])
	}
	return out
}

// Read reads the words of a text that is cut into clauses. What is ignored tells
// nothing of the other clauses, and its own scores mean nothing.
func (r *Reader) Read(words []Word, clauses []token.Span, ignored func(clause int) bool) *Text {
	n := r.network
	t := &Text{network: n, joined: make([]float32, len(clauses)*n.Joined())}
	in := r.rooms.Get().(*room) //nolint:forcetypeassert // it holds nothing else
	defer r.rooms.Put(in)
	*in = (*in)[:0]
	r.hear(t, words, clauses, in)
	t.join(len(clauses), ignored, in)
	t.score(len(clauses))
	return t
}

// hear pools the answers to the words of each clause.
func (r *Reader) hear(into *Text, words []Word, clauses []token.Span, in *room) {
	heard := make([]answers, len(words))
	for i, w := range words {
		heard[i] = r.answers(w, in)
	}
	for i, c := range clauses {
		r.network.pool(heard[c.First:c.Last], into.of(i)[:r.network.Pooled()])
	}
}

// pool keeps the strongest answer of each filter to any run of a clause; runs
// may reach past its ends.
func (n *Network) pool(words []answers, pooled []float32) {
	for w := range Windows {
		best := pooled[w*n.Filters:][:n.Filters]
		for first := -w; first < len(words); first++ {
			var run [Windows][]float32
			size := 0
			for place := max(0, -first); place <= w && first+place < len(words); place++ {
				run[size] = words[first+place][(w*(w+1)/2+place)*n.Filters:][:n.Filters]
				size++
			}
			strongest(best, n.FilterBias[w], run[:size])
		}
	}
	for i, v := range pooled {
		pooled[i] = Squash(v)
	}
}

// strongest keeps what is stronger: what is best so far, or the sum of a bias and
// of the answers at the one to three places of a run.
func strongest(best, bias []float32, run [][]float32) {
	bias = bias[:len(best)]
	first := run[0][:len(best)]
	switch len(run) {
	case 1:
		for f, b := range best {
			best[f] = max(b, bias[f]+first[f])
		}
	case 2:
		second := run[1][:len(best)]
		for f, b := range best {
			best[f] = max(b, bias[f]+first[f]+second[f])
		}
	default:
		second, third := run[1][:len(best)], run[2][:len(best)]
		for f, b := range best {
			best[f] = max(b, bias[f]+first[f]+second[f]+third[f])
		}
	}
}
