package model_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

func small(t testing.TB) *model.Model {
	t.Helper()
	detector, polarity := make([]float32, 2<<4), make([]float32, model.Polarities<<4)
	for i := range detector {
		detector[i] = float32(i-16) / 8
	}
	polarity[5] = -3
	vectors, err := embedding.New([]string{"good", "bad"}, [][]float32{{1, 0, 1}, {0, -1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	m := &model.Model{
		Aspects:  []string{"quality", "value"},
		Detector: model.NewLinear(2, detector, 20),
		Polarity: model.NewLinear(model.Polarities, polarity, 20),
	}
	m.Judge[model.None][2] = -0.25
	beside, err := vectors.Beside([]float32{1, 0, 1, 0, -2, 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []*embedding.Table{vectors, beside} {
		member := model.Member{Network: network.New(network.Shape{Aspects: 2, Dimensions: 3, Filters: 2, Memory: 1}), Vectors: table}
		for i := range member.Network.Weights {
			member.Network.Weights[i] = float32(i % 32) // whole numbers of so few bits are packed as they are
		}
		m.Ensemble = append(m.Ensemble, member)
	}
	return m
}

// compressed is what Encode makes of the parts of a model.
func compressed(t *testing.T, parts []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	if _, err := zip.Write(parts); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestEncodeIsReadBack(t *testing.T) {
	t.Parallel()
	want := small(t)
	encoded, err := model.Encode(want, 4)
	if err != nil {
		t.Fatal(err)
	}
	got, err := model.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(embedding.Table{}), cmpopts.IgnoreUnexported(model.Model{})); diff != "" {
		t.Errorf("model (-want +got)\n%s", diff)
	}
}

func TestDecodeRefusesAModelThatCannotJudge(t *testing.T) {
	t.Parallel()
	m := small(t)
	m.Judge = model.Judge{}
	encoded, err := model.Encode(m, 4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.Decode(encoded); err == nil {
		t.Error("a model without weights to judge by is accepted")
	}
}

// A judge of another version has other measures: its weights would be taken for
// those of others.
func TestDecodeRefusesAJudgeOfAnotherVersion(t *testing.T) {
	t.Parallel()
	encoded, err := model.Encode(small(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	head, weights, _ := bytes.Cut(unpacked(t, encoded), []byte{'\n'})
	for name, judge := range map[string]any{
		"fewer measures":   slices.Repeat([][]float64{{1, 2, 3, 4, 5, 6, 7, 8}}, model.Judgements),
		"more measures":    slices.Repeat([][]float64{make([]float64, model.Terms+1)}, model.Judgements),
		"fewer judgements": [][]float64{make([]float64, model.Terms)},
	} {
		_, err = model.Decode(compressed(t, headed(t, head, "judge", judge, weights)))
		if err == nil || !strings.Contains(err.Error(), "train it again") {
			t.Errorf("%s: error %v, want one that says what to do", name, err)
		}
	}
}

func TestDecodeRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	other, err := embedding.New([]string{"good", "bad"}, [][]float32{{1, 2}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	beside, err := other.Beside([]float32{1, 2, 2, 2})
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*model.Model){
		"vectors of another length": func(m *model.Model) { m.Ensemble[0].Vectors, m.Ensemble[1].Vectors = other, beside },
		"a step that is no step":    func(m *model.Model) { m.Detector.Step = 0 },
		"a step that overflows":     func(m *model.Model) { m.Polarity.Step = 1e30 },
		"nine networks": func(m *model.Model) {
			for len(m.Ensemble) < 9 {
				m.Ensemble = append(m.Ensemble, m.Ensemble[1])
			}
		},
		"a network of other aspects": func(m *model.Model) {
			m.Ensemble[1].Network = network.New(network.Shape{Aspects: 3, Dimensions: 3, Filters: 1})
		},
	} {
		m := small(t)
		change(m)
		encoded, err := model.Encode(m, 4)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := model.Decode(encoded); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Models had one network once.
func TestDecodeRefusesOldModels(t *testing.T) {
	t.Parallel()
	old := append([]byte(`{"aspects":["quality"],"bits":1,"scales":[1,1],"network":{"aspects":1}}`+"\n"), make([]byte, 64)...)
	if _, err := model.Decode(compressed(t, old)); err == nil || !strings.Contains(err.Error(), "train it again") {
		t.Errorf("error %v, want one that says what to do", err)
	}
}

// Of vectors that are packed as differences nobody can tell what they differ from.
func TestEncodeRefusesVectorsThatGoByOthers(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*model.Model){
		"the first are differences": func(m *model.Model) { m.Ensemble = m.Ensemble[1:] },
		"the second are complete":   func(m *model.Model) { m.Ensemble[1].Vectors = m.Words() },
	} {
		m := small(t)
		change(m)
		if _, err := model.Encode(m, 4); err == nil {
			t.Errorf("%s: encoded", name)
		}
	}
}

// A header is believed only as far as its weights bear it out.
func TestDecodeRefusesHeaders(t *testing.T) {
	t.Parallel()
	encoded, err := model.Encode(small(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	head, weights, _ := bytes.Cut(unpacked(t, encoded), []byte{'\n'})
	if _, err := model.Decode(compressed(t, headed(t, head, "nothing", nil, weights))); err != nil {
		t.Errorf("as it is, but for a member that means nothing: %v", err)
	}
	for name, change := range map[string]struct {
		key   string
		value any
	}{
		"fewer bits than none": {"bits", -1},
		"too many bits":        {"bits", 23},
		"far too many bits":    {"bits", 62},
		"a long header":        {"aspects", []string{strings.Repeat("x", 1<<20)}},
		"other aspects":        {"aspects", []string{"quality"}},
	} {
		if _, err := model.Decode(compressed(t, headed(t, head, change.key, change.value, weights))); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for n := range weights {
		if _, err := model.Decode(compressed(t, headed(t, head, "networks", []any{}, weights[:n]))); err == nil {
			t.Errorf("no networks, and %d bytes behind the header: accepted", n)
		}
	}
	if _, err := model.Decode(compressed(t, append(unpacked(t, encoded), 0))); err == nil {
		t.Error("a byte behind the weights is accepted")
	}
}

// headed puts a header before weights, with another value of one member.
func headed(t *testing.T, head []byte, key string, value any, weights []byte) []byte {
	t.Helper()
	var header map[string]any
	if err := json.Unmarshal(head, &header); err != nil {
		t.Fatal(err)
	}
	header[key] = value
	other, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(other, []byte{'\n'}, weights)
}

// unpacked undoes the compression of a model.
func unpacked(t *testing.T, encoded []byte) []byte {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A model that breaks off, wherever, is none.
func TestDecodeRefusesParts(t *testing.T) {
	t.Parallel()
	encoded, err := model.Encode(small(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	whole := unpacked(t, encoded)
	for n := range whole {
		if _, err := model.Decode(compressed(t, whole[:n])); err == nil {
			t.Errorf("%d bytes of %d are accepted", n, len(whole))
		}
	}
}

func FuzzDecode(f *testing.F) {
	encoded, err := model.Encode(small(f), 4)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encoded)
	f.Add(encoded[:len(encoded)/2])
	f.Add([]byte("no model"))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := model.Decode(b)
		if err != nil || len(m.Aspects) == 0 {
			return
		}
		if len(m.Detector.Steps)%len(m.Aspects) != 0 {
			t.Errorf("%d aspects have %d weights", len(m.Aspects), len(m.Detector.Steps))
		}
		words := []network.Word{{Word: m.Words().Lookup("good")}}
		read := m.Readers().Read(words, []token.Span{{First: 0, Last: 1}}, func(int) bool { return false })
		if sum := m.Detector.Scores([]uint32{0, 1})[0] + read.Detection(0, 0); math.IsNaN(sum) {
			t.Error("a score is no number")
		}
	})
}
