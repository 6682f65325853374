package coding

import "strings"

// Accepted is the weight that a client gives to each coding, in thousandths;
// 0 means that it does not accept it.
type Accepted [Count]uint16

// The weights that follow from what a client leaves unsaid.
const (
	full    = 1000
	least   = 1
	unnamed = -1 // while the field is being read
)

// Accept reads the lines of an Accept-Encoding field. A client that does not
// send the field accepts everything, but is sent no coding unless there is no
// other way: it may not know that there are any. One that sends it accepts
// what it lists, and, as the last choice, no coding, unless it rules that out
// by "identity;q=0" or "*;q=0". List items that are malformed are ignored.
func Accept(lines []string) Accepted {
	if lines == nil {
		return Accepted{Identity: full, Gzip: least, Zstd: least, Brotli: least}
	}
	named := [Count]int{unnamed, unnamed, unnamed, unnamed}
	others := unnamed
	for _, line := range lines {
		for item := range strings.SplitSeq(line, ",") {
			name, weight, ok := parseItem(item)
			if !ok {
				continue
			}
			if name == "*" {
				others = weight
			} else if c, known := byName(name); known {
				named[c] = weight
			}
		}
	}
	return fill(named, others)
}

// fill gives the codings that the field does not name the weight of "*", or
// else none; identity then stays the last choice.
func fill(named [Count]int, others int) Accepted {
	var out Accepted
	for c, weight := range named {
		switch {
		case weight != unnamed:
			out[c] = uint16(weight)
		case others != unnamed:
			out[c] = uint16(others)
		case Coding(c) == Identity:
			out[c] = least
		}
	}
	return out
}

// Choose returns the coding of offers that the client likes best, and among
// its equals the first. It reports false when the client accepts none.
func (a Accepted) Choose(offers []Coding) (Coding, bool) {
	best, weight := Identity, uint16(0)
	for _, c := range offers {
		if a[c] > weight {
			best, weight = c, a[c]
		}
	}
	return best, weight > 0
}

// byName finds a coding by its name or alias (RFC 9110 §8.4.1.3), which are
// case-insensitive.
func byName(name string) (Coding, bool) {
	switch {
	case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
		return Gzip, true
	case strings.EqualFold(name, "zstd"):
		return Zstd, true
	case strings.EqualFold(name, "br"):
		return Brotli, true
	case strings.EqualFold(name, "identity"):
		return Identity, true
	default:
		return Identity, false
	}
}

// parseItem reads one list item: a name and, possibly, its weight.
func parseItem(item string) (name string, weight int, ok bool) {
	name, parameter, weighted := strings.Cut(item, ";")
	name = trim(name)
	if !weighted {
		return name, full, name != ""
	}
	parameter = trim(parameter)
	if len(parameter) < 2 || parameter[0]|0x20 != 'q' || parameter[1] != '=' {
		return "", 0, false
	}
	weight, ok = parseWeight(parameter[2:])
	return name, weight, ok && name != ""
}

// parseWeight reads a weight (RFC 9110 §12.4.2), 0 to 1 with at most three
// decimals, in thousandths.
func parseWeight(s string) (int, bool) {
	whole, decimals, _ := strings.Cut(s, ".")
	if whole != "0" && whole != "1" || len(decimals) > 3 {
		return 0, false
	}
	weight := int(whole[0]-'0') * full
	unit := full / 10
	for i := range len(decimals) {
		if decimals[i] < '0' || decimals[i] > '9' {
			return 0, false
		}
		weight += int(decimals[i]-'0') * unit
		unit /= 10
	}
	return weight, weight <= full
}

// trim removes the optional white space of HTTP (RFC 9110 §5.6.3).
func trim(s string) string { return strings.Trim(s, " \t") }
