package network

// The products below are rounded before they are added: so they come out the
// same on processors that could do both in one step (Go specification,
// "Floating-point operators").

// Dot is the sum of the products of two rows of one length.
func Dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	for i, x := range a {
		s0 += float32(x * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// Dots writes the products of values with as many rows as into has places; the
// rows begin stride apart. It takes four of them at a time, so that each value is
// fetched once for four products, and adds up one after the other, which rounds
// otherwise than Dot does.
func Dots(into, rows []float32, stride int, values []float32) {
	i := 0
	for ; i+3 < len(into); i += 4 {
		a, b := rows[i*stride:][:len(values)], rows[(i+1)*stride:][:len(values)]
		c, d := rows[(i+2)*stride:][:len(values)], rows[(i+3)*stride:][:len(values)]
		var s0, s1, s2, s3 float32
		for j, v := range values {
			s0 += float32(v * a[j])
			s1 += float32(v * b[j])
			s2 += float32(v * c[j])
			s3 += float32(v * d[j])
		}
		into[i], into[i+1], into[i+2], into[i+3] = s0, s1, s2, s3
	}
	for ; i < len(into); i++ {
		into[i] = Dot(values, rows[i*stride:])
	}
}

// Add adds a row, multiplied, to the beginning of another.
func Add(to []float32, factor float32, row []float32) {
	to = to[:len(row)]
	for i, x := range row {
		to[i] += float32(factor * x)
	}
}

// certain is from where on Squash is 1.
const certain = 4.97

// Squash maps a value to one between -1 and 1: the hyperbolic tangent to within
// 0.0002, by Lambert's continued fraction of seven terms, which takes a quarter of the time
// that the exact value does.
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
