package embedding_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
)

func few(t testing.TB) *embedding.Table {
	t.Helper()
	out, err := embedding.New(
		[]string{"was", "not", "well", "kept", "ten", "repair", "will", "we"},
		[][]float32{{1, 0}, {0, 1}, {.5, .5}, {-.5, 1.9}, {0, 0}, {3, -3}, {.1, .2}, {1, 1}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestLookup(t *testing.T) {
	t.Parallel()
	table := few(t)
	for word, want := range map[string][]int32{
		"was": {0}, "wasn't": {0, 1}, "won't": {6, 1}, "well-kept": {2, 3}, "repairs": {5}, "repaired": {5},
		"we'll": {7, 6}, "1920s": {4}, "": nil, "zorble": nil, "-": nil, "kept-kept-kept-kept": {3, 3, 3},
	} {
		got := table.Lookup(word)
		if diff := cmp.Diff(want, got.Rows[:got.Parts], cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("rows of %q (-want +got)\n%s", word, diff)
		}
	}
}

func TestEncodeIsReadBack(t *testing.T) {
	t.Parallel()
	want := few(t)
	encoded, err := embedding.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := embedding.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(embedding.Table{})); diff != "" {
		t.Errorf("table (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]float32{-.5, 1.9}, vector(got, "kept"), cmpopts.EquateApprox(0, 0.06)); diff != "" {
		t.Errorf("vector (-want +got)\n%s", diff)
	}
}

// vector is that of a word of a table with two dimensions.
func vector(t *embedding.Table, word string) []float32 {
	out := []float32{-99, -99}
	t.Vector(t.Lookup(word).Rows[0], out)
	return out
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{"nothing": {}, "a word twice": {"a", "a"}, "a space": {"a b", "c"}, "too few vectors": {"a", "b", "c"}} {
		if _, err := embedding.New(words, [][]float32{{1}, {2}}); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := embedding.New([]string{"a", "b"}, [][]float32{{1}, {2, 3}}); err == nil {
		t.Error("vectors of two lengths are accepted")
	}
	if _, err := embedding.New([]string{"a"}, [][]float32{{1e30, 1}}); err == nil {
		t.Error("values whose squares are no numbers are accepted")
	}
}

func TestLearnedVectors(t *testing.T) {
	t.Parallel()
	table := few(t)
	values := make([]float32, 2*table.Len())
	values[3] = 8
	learned, err := table.Learned(values)
	if err != nil {
		t.Fatal(err)
	}
	values[2] = 2 // and another time
	beside, err := learned.Beside(values)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		table *embedding.Table
		want  []float32
	}{
		"to begin with":      {table, []float32{0, 1}},
		"learned":            {learned, []float32{0, 8}},
		"learned once again": {beside, []float32{2, 8}},
	} {
		if diff := cmp.Diff(c.want, vector(c.table, "not"), cmpopts.EquateApprox(0, 0.6)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
	if _, err := table.Learned(values[1:]); err == nil {
		t.Error("a value too few is accepted")
	}
	if _, err := table.Beside(values[1:]); err == nil {
		t.Error("a value too few is accepted beside others")
	}
}

// What two tables have in common is packed once: a vector that is the same in both takes
// a bit for each value.
func TestDifferencesPackSmall(t *testing.T) {
	t.Parallel()
	table := few(t)
	values := make([]float32, 2*table.Len())
	for i := range values {
		values[i] = float32(i%5) - 2
	}
	learned, err := table.Learned(values)
	if err != nil {
		t.Fatal(err)
	}
	beside, err := learned.Beside(values)
	if err != nil {
		t.Fatal(err)
	}
	which, others := beside.Numbers().Packed()
	if len(others) > 0 {
		t.Errorf("%d values differ from themselves", len(others))
	}
	read, rest, err := learned.UnpackBeside(which)
	if err != nil || len(rest) > 0 {
		t.Fatalf("error %v, %d bytes left", err, len(rest))
	}
	if diff := cmp.Diff(beside, read, cmp.AllowUnexported(embedding.Table{})); diff != "" {
		t.Errorf("read back (-want +got)\n%s", diff)
	}
	if _, _, err := learned.UnpackBeside(which[1:]); err == nil {
		t.Error("numbers that break off are accepted")
	}
}

func FuzzDecode(f *testing.F) {
	encoded, err := embedding.Encode(few(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encoded)
	f.Add(encoded[:len(encoded)/2])
	f.Add([]byte("no table"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if table, err := embedding.Decode(b); err == nil {
			table.Vector(int32(table.Len()-1), make([]float32, table.Dimensions))
		}
	})
}
