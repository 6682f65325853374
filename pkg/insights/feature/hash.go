package feature

import "slices"

// Bits is the number of bits of a feature's number.
const Bits = 19

// list collects the numbers of features. Features that get the same number
// cannot be told apart, which costs little: most are rare.
type list []uint32

// own is how many features a list has room for beside those of words, at first.
const own = 32

// The parameters of FNV-1a.
const (
	offset = 2166136261
	prime  = 16777619
)

// Bias is the number of the feature that every clause has.
func Bias() uint32 { return number("bias") }

// add numbers a feature that is made of parts.
func (l *list) add(parts ...string) { *l = append(*l, number(parts...)) }

// unique sorts the numbers and drops repeats.
func unique(l list) list {
	slices.Sort(l)
	return slices.Compact(l)
}

// and returns the numbers of two lists that are sorted and without repeats, as one such.
func (l list) and(other list) []uint32 {
	out := make([]uint32, 0, len(l)+len(other))
	for _, n := range other {
		at, there := slices.BinarySearch(l, n)
		out, l = append(out, l[:at]...), l[at:]
		if !there {
			out = append(out, n)
		}
	}
	return append(out, l...)
}

func number(parts ...string) uint32 {
	h := uint32(offset)
	for _, part := range parts {
		for i := range len(part) {
			h = (h ^ uint32(part[i])) * prime
		}
		h = (h ^ '\x00') * prime
	}
	return (h ^ h>>Bits) & (1<<Bits - 1)
}
