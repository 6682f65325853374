package catalog

import (
	"strconv"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// BenchmarkOneOf25k commits a change to one of 25,000 reviews: from the import
// until its insights can be read.
func BenchmarkOneOf25k(b *testing.B) {
	c := newCatalog(b)
	words := []string{"They came on time.", "The price was fair.", "Nobody called back.", "He left a mess.", "Gazi was kind.", "The drain is clogged again."}
	text := func(i int) string { return words[i%6] + " " + words[i/6%6] + " " + words[i/36%6] }
	i := c.NewImport(25_000)
	for n := range 25_000 {
		if err := i.Add(n+1, record(strconv.Itoa(n), n%review.MaxRating+1, text(n))); err != nil {
			b.Fatal(err)
		}
	}
	if _, _, err := i.Commit(b.Context(), review.ImportOptions{}); err != nil {
		b.Fatal(err)
	}
	for n := 0; b.Loop(); n++ {
		i := c.NewImport(1)
		if err := i.Add(1, record(strconv.Itoa(n%25_000), 1, text(n)+" That is run "+strconv.Itoa(n)+".")); err != nil {
			b.Fatal(err)
		}
		if _, _, err := i.Commit(b.Context(), review.ImportOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
