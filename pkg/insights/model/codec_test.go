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
		var header map[string]any
		if err := json.Unmarshal(head, &header); err != nil {
			t.Fatal(err)
		}
		header["judge"] = judge
		other, err := json.Marshal(header)
		if err != nil {
			t.Fatal(err)
		}
		_, err = model.Decode(compressed(t, slices.Concat(other, []byte{'\n'}, weights)))
		if err == nil || !strings.Contains(err.Error(), "train it again") {
			t.Errorf("%s: error %v, want one that says what to do", name, err)
		}
	}
}

func TestDecodeRefusesWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	other, err := embedding.New([]string{"good"}, [][]float32{{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*model.Model){
		"vectors of another length": func(m *model.Model) { m.Ensemble[0].Vectors = other },
		"a step that is no step":    func(m *model.Model) { m.Detector.Step = 0 },
		"a step that overflows":     func(m *model.Model) { m.Polarity.Step = 1e30 },
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
