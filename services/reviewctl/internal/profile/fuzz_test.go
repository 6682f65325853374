package profile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/profile"
)

// FuzzParse checks that a profile is either refused or valid, and that a valid
// one survives being written and read again.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"brookside.yaml", "brookside.json", "wrong.yaml"} {
		f.Add(string(read(f, file)))
	}
	f.Add("id: a\nname: |\n  b\n")
	f.Add("{id: a, name: 'b', geo: {latitude: 1, longitude: 2}}")
	f.Add("id: &a b\nname: *a\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := profile.Parse([]byte(text))
		if err != nil {
			return
		}
		if err := b.Validate(); err != nil {
			t.Fatalf("a parsed profile is not valid: %v", err)
		}
		written, err := profile.Format(b)
		if err != nil {
			t.Fatal(err)
		}
		again, err := profile.Parse(written)
		if err != nil {
			t.Fatalf("%v\nin:\n%s", err, written)
		}
		if diff := cmp.Diff(b, again); diff != "" {
			t.Errorf("read back (-want +got):\n%s\nfrom:\n%s", diff, written)
		}
	})
}
