package command_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/command"
)

// insights runs an insights command and returns its exit code and output.
func insights(t *testing.T, input string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = command.Run(t.Context(), append([]string{"insights"}, args...), func(string) string { return "" },
		command.Streams{In: strings.NewReader(input), Out: &out, Err: &errs})
	return code, out.String(), errs.String()
}

// file writes a file and returns its name.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAnalyzeWritesOneLinePerReview(t *testing.T) {
	t.Parallel()
	profile := file(t, "profile.yaml", "id: a\nname: A\ntechnicians: [{name: Marcus Webb}]\n")
	code, out, errs := insights(t, "\ufeff{\"id\":\"r1\",\"text\":\"Marcus was two hours late.\",\"rating\":2}\n\n{\"id\":12345678901234567890,\"text\":\"\"}\n",
		"analyze", "--business", profile)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2:\n%s", len(lines), out)
	}
	var got struct {
		ID          string
		Sentiment   string
		Aspects     []struct{ ID, Sentiment string }
		Technicians []string
	}
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != "r1" || got.Sentiment != "negative" || len(got.Technicians) != 1 || len(got.Aspects) == 0 || got.Aspects[0].ID != "punctuality" {
		t.Errorf("first line: %s", lines[0])
	}
	const empty = `{"id":"12345678901234567890","sentiment":"neutral","score":0,"language":null,"duplicate_of":null,"aspects":[],"unclear":[],"technicians":[],"services":[],"problems":[],"service_areas":[],"topics":[]}`
	if diff := cmp.Diff(empty, lines[1]); diff != "" {
		t.Errorf("a review without words (-want +got)\n%s", diff)
	}
}

func TestAnalyzeAddsEvidence(t *testing.T) {
	t.Parallel()
	_, out, _ := insights(t, `{"id":"r1","text":"Hi 😀 he was two hours late."}`, "analyze", "--evidence")
	var got struct {
		Evidence []struct {
			Aspect, Quote string
			Start, End    int
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Evidence) == 0 {
		t.Fatalf("%v in %s", err, out)
	}
	e := got.Evidence[0]
	if string([]rune("Hi 😀 he was two hours late.")[e.Start:e.End]) != e.Quote {
		t.Errorf("quote %q is not at %d to %d", e.Quote, e.Start, e.End)
	}
}

func TestAnalyzeNamesTheLineThatIsWrong(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		"{\"id\":1,\"text\":\"a\"}\nno":        "line 2: ",
		`{"text":"a"}`:                         "line 1: a review needs an id",
		`{"id":"a","text":"a","rating":6}`:     "line 1: rating must be",
		`{"id":"a","text":"a","rating":"six"}`: "line 1: a review is an object with id, text and rating: rating cannot be a string\n",
		`{"id":"a","text":"a","rating":"so"}`:  "line 1: ",
	} {
		code, _, errs := insights(t, input, "analyze")
		if code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q, want %q", input, code, errs, want)
		}
	}
}

func TestEvalPrintsTables(t *testing.T) {
	t.Parallel()
	labelled := file(t, "labelled.jsonl", `{"text":"He was two hours late.","labels":[{"aspect":"punctuality","polarity":"negative"}]}`+"\n")
	code, out, errs := insights(t, "", "eval", labelled)
	if code != 0 || !strings.Contains(out, "labelled.jsonl, 1 rows\nAspects\n") || !strings.Contains(out, "100.0") {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	code, out, _ = insights(t, "", "eval", "--except", labelled, labelled)
	if code != 0 || !strings.Contains(out, "1 rows were left out") {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestTrainRefits(t *testing.T) {
	t.Parallel()
	reviews := file(t, "reviews.jsonl", strings.Repeat(`{"text":"The zorble was snarfy.","rating":1}`+"\n"+`{"text":"Lovely.","rating":5}`+"\n", 40))
	model := filepath.Join(t.TempDir(), "own.bin")
	if code, _, errs := insights(t, "", "train", "--out", model, reviews); code != 0 {
		t.Fatalf("exit %d: %s", code, errs)
	}
	_, out, errs := insights(t, `{"id":"a","text":"The zorble was snarfy. Zorble! Snarfy. The zorble was snarfy and the zorble was snarfy."}`, "analyze", "--model", model)
	if !strings.Contains(out, `"sentiment":"negative"`) {
		t.Errorf("%s%s", out, errs)
	}
}

func TestTrainFromSentences(t *testing.T) {
	t.Parallel()
	sentences := filepath.Dir(file(t, "few.jsonl", `{"id":"1","text":"The zorble wobbles. Quib!","labels":[{"aspect":"quality","polarity":"negative","quote":"The zorble wobbles."}]}`+"\n"))
	all := file(t, "all.json", `{"vectors":{"the":[1,2,2.2,0],"zorble":[3,4,5,40000],"quib":[5,6,7.8,140000]}}`)
	vectors, model := filepath.Join(t.TempDir(), "vectors.bin"), filepath.Join(t.TempDir(), "new.bin")
	if code, out, errs := insights(t, "", "vectors", "--out", vectors, "--sentences", sentences, all); code != 0 || !strings.Contains(out, "2 words") {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	if code, out, errs := insights(t, "", "train", "--out", model, "--sentences", sentences, "--vectors", vectors); code != 0 || !strings.Contains(out, "bytes") {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	if code, _, errs := insights(t, `{"id":"a","text":"The zorble wobbles."}`, "analyze", "--model", model); code != 0 {
		t.Errorf("exit %d: %s", code, errs)
	}
}

func TestInsightsUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{}, {"eval"}, {"train"}, {"train", "--out", "x"}, {"train", "--out", "x", "--sentences", "y"}, {"train", "--out", "x", "--vectors", "y", "z"}, {"analyze", "x"}} {
		if code, _, errs := insights(t, "", args...); code != 2 {
			t.Errorf("insights %v: exit %d, want 2: %s", args, code, errs)
		}
	}
	if code, _, _ := insights(t, "", "eval", "/nonexistent"); code != 1 {
		t.Error("a file that is not there is no failure")
	}
}
