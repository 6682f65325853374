package network

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// Dot is the sum of the products of two rows of one length.
func Dot(a, b []float32) float32 {
	return gonum.Implementation{}.Sdot(len(a), a, 1, b, 1)
}

// Dots writes the products of values with as many rows as into has places; the
// rows begin stride apart. They come out the same wherever each begins at a multiple of
// 16 bytes, as all do whose lengths are multiples of four (decision 24).
func Dots(into, rows []float32, stride int, values []float32) {
	gonum.Implementation{}.Sgemv(blas.NoTrans, len(into), len(values), 1, rows, max(stride, 1), values, 1, 0, into, 1)
}

// Add adds a row, multiplied, to the beginning of another.
func Add(to []float32, factor float32, row []float32) {
	gonum.Implementation{}.Saxpy(len(row), factor, row, 1, to, 1)
}

// certain is from where on Squash is 1.
const certain = 4.97

// Squash maps a value to one between -1 and 1: the hyperbolic tangent to within
// 0.0002, by Lambert's continued fraction of seven terms, which takes a quarter of the time
// that the exact value does. Each product is rounded before it is added, so that
// processors which could do both in one step find the same (Go specification,
// "Floating-point operators").
func Squash(x float32) float32 {
	switch {
	case x >= certain:
		return 1
	case x <= -certain:
		return -1
	}
	square := float32(x * x)
	above := 135135 + float32(square*(17325+float32(square*(378+square))))
	below := 135135 + float32(square*(62370+float32(square*(3150+float32(28*square)))))
	return float32(x*above) / below
}
