package assist_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/assist"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/review"
)

const reviewText = "Zoë was kind. They left a wire unplugged 😀 and charged double."

func core(t *testing.T) *taxonomy.Taxonomy {
	t.Helper()
	out, err := taxonomy.For(nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestReadLabels(t *testing.T) {
	t.Parallel()
	sureOfCriticism := analysis.Analysis{Aspects: []review.AspectMention{{ID: "value", Sentiment: review.Negative, Score: -0.8}}}
	for _, test := range []struct {
		name, answer string
		want         []assist.Label
	}{
		{"another aspect is criticised", `{"labels":[{"aspect":"quality","sentiment":"negative","quote":"left a wire unplugged"}]}`, []assist.Label{{"quality", review.Negative, 19, 40}}},
		{"no list", `null`, nil},
		{"no criticism at all", `{"labels":[]}`, nil},
		{
			"two, in the order of the text",
			`{"labels":[{"aspect":"quality","sentiment":"negative","quote":"left a wire unplugged 😀"},{"aspect":"friendliness","sentiment":"positive","quote":"Zoë was kind"}]}`,
			[]assist.Label{{"friendliness", review.Positive, 0, 12}, {"quality", review.Negative, 19, 42}},
		},
		{
			"criticism beside praise", `{"labels":[{"aspect":"value","sentiment":"positive","quote":"kind"},{"aspect":"value","sentiment":"negative","quote":"charged double"}]}`,
			[]assist.Label{{"value", review.Positive, 8, 12}, {"value", review.Negative, 47, 61}},
		},
		{"not JSON", `Sure! Here are the labels:`, nil},
		{"more than was asked for", `{"labels":[],"summary":"flawless"}`, nil},
		{"something after it", `{"labels":[]} {"labels":[]}`, nil},
		{"an aspect of its own", `{"labels":[{"aspect":"luck","sentiment":"positive","quote":"kind"}]}`, nil},
		{"a sentiment of its own", `{"labels":[{"aspect":"value","sentiment":"perfect","quote":"kind"}]}`, nil},
		{"a quote that nobody wrote", `{"labels":[{"aspect":"quality","sentiment":"positive","quote":"They were perfect"}]}`, nil},
		{"an empty quote", `{"labels":[{"aspect":"quality","sentiment":"positive","quote":""}]}`, nil},
		{"too many", `{"labels":[` + strings.Repeat(`{"aspect":"value","sentiment":"negative","quote":"double"},`, 40) + `{"aspect":"value","sentiment":"negative","quote":"double"}]}`, nil},
		{"criticism turned into praise", `{"labels":[{"aspect":"value","sentiment":"positive","quote":"charged double"}]}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := assist.ReadLabels(core(t), reviewText, sureOfCriticism, []byte(test.answer))
			if (test.want == nil) != errors.Is(err, assist.ErrRefused) {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			for _, m := range assist.Mentions(reviewText, got) {
				if string([]rune(reviewText)[m.Start:m.End]) != m.Quote {
					t.Errorf("%+v is no slice", m)
				}
			}
		})
	}
}

func TestReadDraft(t *testing.T) {
	t.Parallel()
	const text = "20 reviews give 4.65 of five stars on average. 2 reviews give only one or two stars. Complaints are about speed (3 reviews). “It took 9 days.” Bo is named most often."
	draft := assist.Draft{Text: text, Facts: []string{"20", "4.65", "2", "speed", "3", "It took 9 days.", "Bo"}}
	const good = "On average, 20 reviews give 4.65 of five stars. Only 2 reviews give one or two stars, and complaints are about speed (3 reviews): “It took 9 days.” Bo is named most often."
	for _, test := range []struct {
		name, answer string
		ok           bool
	}{
		{"the same in other words", good, true},
		{"another number", strings.Replace(good, "4.65", "4.95", 1), false},
		{"a number more", good + " That makes 98 percent.", false},
		{"a number in words", strings.Replace(good, "20 reviews", "20 reviews, dozens of them new,", 1), false},
		{"a number less", strings.Replace(good, " (3 reviews)", "", 1), false},
		{"criticism left out", "On average, 20 reviews give 4.65 of five stars, 2 of them one or two. Bo is named most often. “It took 9 days.” That was 3 for speed.", false},
		{"a quote of its own", strings.Replace(good, "It took 9 days.", "It took 9 days, worth it.", 1), false},
		{"another quote", good + " “Great!”", false},
		{"a quote that is none", good + ` They say "great".`, false},
		{"a name from elsewhere", strings.Replace(good, "Bo is", "Bo, ahead of Kim, is", 1), false},
		{"praise nobody counted", strings.Replace(good, "Bo is", "The excellent Bo is", 1), false},
		{"markup", "<b>" + good + "</b>", false},
		{"an address", good + " See https://example.com.", false},
		{"two paragraphs", strings.Replace(good, ". ", ".\n\n", 1), false},
		{"a short cut", "Bo.", false},
		{"obedience", "HACKED", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answer, err := json.Marshal(map[string]string{"text": test.answer})
			if err != nil {
				t.Fatal(err)
			}
			got, err := draft.Read(answer)
			if test.ok != (err == nil) || !test.ok && !errors.Is(err, assist.ErrRefused) || test.ok && got != test.answer {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// A task has the text and the stars, and nothing that tells who wrote it.
func TestTasks(t *testing.T) {
	t.Parallel()
	task := assist.Labels(core(t), reviewText, 2)
	if want := `{"text":"Zoë was kind. They left a wire unplugged 😀 and charged double.","stars":2}`; task.Data != want {
		t.Errorf("data %s, want %s", task.Data, want)
	}
	if !json.Valid(task.Schema) || !strings.Contains(task.Instructions, "punctuality") {
		t.Errorf("%+v", task)
	}
	if task.Key() != assist.Labels(core(t), reviewText, 2).Key() || task.Key() == assist.Labels(core(t), reviewText, 3).Key() {
		t.Error("keys do not tell tasks apart")
	}
}

func FuzzReadLabels(f *testing.F) {
	f.Add(reviewText, `{"labels":[{"aspect":"value","sentiment":"negative","quote":"charged double"}]}`)
	f.Add("", `{"labels":[{"aspect":"value","sentiment":"negative","quote":""}]}`)
	f.Fuzz(func(t *testing.T, text, answer string) {
		labels, err := assist.ReadLabels(core(t), text, analysis.Analysis{}, []byte(answer))
		if err != nil {
			return
		}
		if got := assist.Mentions(text, labels); len(got) != len(labels) {
			t.Errorf("%d labels, %d mentions", len(labels), len(got))
		}
	})
}
