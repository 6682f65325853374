package coding

import (
	"testing"
)

func TestAcceptChoose(t *testing.T) {
	t.Parallel()
	bySize := []Coding{Brotli, Zstd, Gzip, Identity}
	tests := []struct {
		name  string
		lines []string
		want  string // empty when nothing is acceptable
	}{
		{"no field", nil, "identity"},
		{"empty field", []string{""}, "identity"},
		{"one", []string{"gzip"}, "gzip"},
		{"a browser", []string{"gzip, deflate, br, zstd"}, "br"},
		{"several lines", []string{"gzip", "zstd"}, "zstd"},
		{"weights", []string{"br;q=0.5, gzip;q=0.8, zstd;q=0.1"}, "gzip"},
		{"three decimals", []string{"br;q=0.998,gzip;q=0.999"}, "gzip"},
		{"spaces and tabs", []string{" br \t; \tQ=0.1 ,\tgzip ; q=0.2"}, "gzip"},
		{"case", []string{"GZip"}, "gzip"},
		{"alias", []string{"x-gzip"}, "gzip"},
		{"unknown", []string{"deflate, compress"}, "identity"},
		{"refused", []string{"br;q=0, gzip;q=0.0"}, "identity"},
		{"least weight beats the unsaid", []string{"gzip;q=0.002"}, "gzip"},
		{"identity preferred", []string{"gzip;q=0.5, identity"}, "identity"},
		{"identity alone", []string{"identity"}, "identity"},
		{"anything", []string{"*"}, "br"},
		{"anything but", []string{"br;q=0, *"}, "zstd"},
		{"anything, less", []string{"gzip, *;q=0.5"}, "gzip"},
		{"identity ruled out", []string{"identity;q=0, gzip"}, "gzip"},
		{"nothing but identity ruled out", []string{"identity;q=0"}, ""},
		{"everything ruled out", []string{"*;q=0"}, ""},
		{"everything else ruled out", []string{"*;q=0, identity"}, "identity"},
		{"unknown and identity ruled out", []string{"deflate, identity;q=0"}, ""},
		{"weight too great", []string{"gzip;q=2"}, "identity"},
		{"weight is no number", []string{"gzip;q=x"}, "identity"},
		{"four decimals", []string{"gzip;q=0.1234"}, "identity"},
		{"more than one", []string{"gzip;q=1.001"}, "identity"},
		{"another parameter", []string{"gzip;level=9"}, "identity"},
		{"empty items", []string{",, ,gzip,"}, "gzip"},
		{"no name", []string{";q=1, gzip"}, "gzip"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if c, ok := Accept(test.lines).Choose(bySize); ok {
				got = c.String()
			}
			if got != test.want {
				t.Errorf("Accept-Encoding %q: %q, want %q", test.lines, got, test.want)
			}
		})
	}
}

// Without the field every coding is acceptable, though none is preferred: a
// body that exists in one coding only may be sent.
func TestAcceptWithoutField(t *testing.T) {
	t.Parallel()
	if c, ok := Accept(nil).Choose([]Coding{Zstd}); c != Zstd || !ok {
		t.Errorf("chose %s, %t, want zstd", c, ok)
	}
}

func TestAcceptDoesNotAllocate(t *testing.T) {
	lines := []string{"gzip, deflate;q=0.5, br, zstd, *;q=0"}
	if n := testing.AllocsPerRun(100, func() { Accept(lines) }); n > 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func FuzzAccept(f *testing.F) {
	for _, seed := range []string{"", "gzip", "gzip;q=0.5, *;q=0", "identity;q=0", ";;,=q", "x-gzip ; Q=1.000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		accepted := Accept([]string{line})
		for c, weight := range accepted {
			if weight > full {
				t.Errorf("%q: weight %d of %s", line, weight, Coding(c))
			}
		}
		c, ok := accepted.Choose([]Coding{Gzip, Identity})
		if ok && accepted[c] == 0 {
			t.Errorf("%q: chose %s, which is not acceptable", line, c)
		}
	})
}
