package index

import "math/bits"

// bitset is a set of positions in a segment. All sets of a segment have the
// same length.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) set(i int) { b[i/64] |= 1 << (i % 64) }

// setRange adds the positions from low up to, not including, high.
func (b bitset) setRange(low, high int) {
	for i := low; i < high; i++ {
		if i%64 == 0 && i+64 <= high {
			b[i/64] = ^uint64(0)
			i += 63
			continue
		}
		b.set(i)
	}
}

// and keeps what is also in other; nil has nothing.
func (b bitset) and(other bitset) {
	if other == nil {
		clear(b)
		return
	}
	for i := range b {
		b[i] &= other[i]
	}
}

// or adds what is in other; nil has nothing.
func (b bitset) or(other bitset) {
	for i := range other {
		b[i] |= other[i]
	}
}

// without removes what is in other; nil has nothing.
func (b bitset) without(other bitset) {
	for i := range other {
		b[i] &^= other[i]
	}
}

func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// next returns the least position in the set from i on, or -1.
func (b bitset) next(i int) int {
	if i >= len(b)*64 {
		return -1
	}
	w := b[i/64] >> (i % 64)
	if w != 0 {
		return i + bits.TrailingZeros64(w)
	}
	for word := i/64 + 1; word < len(b); word++ {
		if b[word] != 0 {
			return word*64 + bits.TrailingZeros64(b[word])
		}
	}
	return -1
}
