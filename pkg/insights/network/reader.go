package network

import (
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
	channels [Channels]answers
}

// answers are what all filters make of one word at each place of a run: for run
// length w+1 and place p, as many as Filters from offset (w(w+1)/2+p)*Filters.
type answers []float32

// places is the number of places in the runs of all lengths.
const places = Windows * (Windows + 1) / 2

// remembered is how many words a reader remembers at most, some 3 kB each with 128
// filters: those that it meets first.
const remembered = 1 << 14

// NewReader prepares to read.
func NewReader(n *Network, t *embedding.Table) *Reader {
	r := &Reader{network: n, table: t, words: make([]atomic.Pointer[answers], t.Len())}
	for c := range r.channels {
		values := make([]float32, n.Inputs())
		values[t.Dimensions+c] = 1
		r.channels[c] = n.answers(values)
	}
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

// word returns the answers to a row of the table.
func (r *Reader) word(row int32) answers {
	if known := r.words[row].Load(); known != nil {
		return *known
	}
	values := make([]float32, r.network.Inputs())
	r.table.Vector(row, values)
	for i := range values {
		values[i] *= vectorScale
	}
	out := r.network.answers(values)
	if r.held.Load() < remembered && r.words[row].CompareAndSwap(nil, &out) {
		r.held.Add(1)
	}
	return out
}

// sum adds up the answers to all that is known of a word.
func (r *Reader) sum(w Word, into answers) {
	clear(into)
	for _, row := range w.Rows[:w.Parts] {
		Add(into, 1/float32(w.Parts), r.word(row))
	}
	for c, value := range w.channels() {
		if value != 0 {
			Add(into, value, r.channels[c])
		}
	}
}

// Read reads the words of a text that is cut into clauses.
func (r *Reader) Read(words []Word, clauses []token.Span) *Text {
	n := r.network
	t := &Text{network: n, joined: make([]float32, len(clauses)*n.Joined())}
	longest := 0
	for _, c := range clauses {
		longest = max(longest, c.Len())
	}
	sums := make(answers, longest*places*n.Filters)
	around := make([]float32, n.Pooled())
	for i, c := range clauses {
		pooled := t.of(i)[:n.Pooled()]
		for at, w := range words[c.First:c.Last] {
			r.sum(w, sums[at*places*n.Filters:][:places*n.Filters])
		}
		n.pool(sums, c.Len(), pooled)
		for j, v := range pooled {
			around[j] = max(around[j], v)
		}
	}
	t.join(len(clauses), around)
	return t
}

// pool keeps the strongest answer of each filter to any run of a clause; runs
// may reach past its ends.
func (n *Network) pool(sums answers, words int, pooled []float32) {
	run := make([]float32, n.Filters)
	for w := range Windows {
		best := pooled[w*n.Filters:][:n.Filters]
		for first := -w; first < words; first++ {
			copy(run, n.FilterBias[w])
			for place := max(0, -first); place <= w && first+place < words; place++ {
				answer := sums[((first+place)*places+w*(w+1)/2+place)*n.Filters:][:len(run)]
				for f := range run {
					run[f] += answer[f]
				}
			}
			for f, v := range run {
				best[f] = max(best[f], v)
			}
		}
	}
	for i, v := range pooled {
		pooled[i] = Squash(v)
	}
}
