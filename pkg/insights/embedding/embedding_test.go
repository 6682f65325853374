package embedding_test

import (
	"slices"
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
	v := make([]float32, 2)
	got.Vector(3, v)
	if diff := cmp.Diff([]float32{-.5, 1.9}, v, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
		t.Errorf("vector (-want +got)\n%s", diff)
	}
}

func TestUnpackRefusesStepsThatAreNoNumbers(t *testing.T) {
	t.Parallel()
	text, numbers, err := few(t).Packed()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := embedding.Unpack(text, slices.Concat(numbers...)); err != nil {
		t.Errorf("what was packed is refused: %v", err)
	}
	numbers[3][0], numbers[2][0] = 0x7f, 0xc0 // the upper bytes of NaN
	if _, err := embedding.Unpack(text, slices.Concat(numbers...)); err == nil {
		t.Error("a step that is no number is accepted")
	}
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
}

func TestWithChangesTheVectorsAlone(t *testing.T) {
	t.Parallel()
	table := few(t)
	values := make([]float32, 2*table.Len())
	values[3] = 8
	got, err := table.With(values)
	if err != nil {
		t.Fatal(err)
	}
	v := make([]float32, 2)
	got.Vector(got.Lookup("not").Rows[0], v)
	if diff := cmp.Diff([]float32{0, 8}, v); diff != "" {
		t.Errorf("new vector (-want +got)\n%s", diff)
	}
	table.Vector(1, v)
	if diff := cmp.Diff([]float32{0, 1}, v); diff != "" {
		t.Errorf("vector of the table to begin with (-want +got)\n%s", diff)
	}
	if _, err := table.With(values[1:]); err == nil {
		t.Error("a value too few is accepted")
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
