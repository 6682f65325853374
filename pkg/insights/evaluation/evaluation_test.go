package evaluation_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/evaluation"
	"github.com/reviewdata/reviewdata/pkg/insights/training"
	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestTally(t *testing.T) {
	t.Parallel()
	tally := evaluation.Tally{Right: 6, Extra: 2, Missed: 6}
	if p, r, f := tally.Precision(), tally.Recall(), tally.F1(); p != 0.75 || r != 0.5 || f != 0.6 {
		t.Errorf("P %g R %g F1 %g", p, r, f)
	}
	if (evaluation.Tally{}).F1() != 0 {
		t.Error("nothing measured is not zero")
	}
}

func TestConfusion(t *testing.T) {
	t.Parallel()
	c := evaluation.Confusion{}
	for range 3 {
		c.Add(review.Positive, review.Positive)
	}
	c.Add(review.Negative, review.Positive)
	if c.Count() != 4 || c.Accuracy() != 0.75 || c.MacroF1() <= 0.42 || c.MacroF1() >= 0.43 {
		t.Errorf("n %d accuracy %g macro-F1 %g", c.Count(), c.Accuracy(), c.MacroF1())
	}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	rows, err := training.ReadLines[evaluation.Row](strings.NewReader(`
{"text":"He was two hours late.","labels":[{"aspect":"punctuality","polarity":"negative"}]}
{"text":"Dave was great.","technicians":["Dave"]}
{"text":"The prices are very reasonable.","categories":[{"category":"price","polarity":"positive"}]}
{"text":"Stay away!","stars":1}
{"text":"Seen in training!","stars":1}
{"text":"Lovely soup.","terms":[{"polarity":"positive","from":7,"to":11}]}
{"text":"She waits on nobody and nobody waits. On time!","staff":5,"punctuality":5,"helpfulness":5,"knowledge":5}
`))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := evaluation.Measure(rows, map[string]bool{"seen in training": true}, analysis.New)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, table := range tables {
		var out strings.Builder
		if err := table.Print(&out); err != nil {
			t.Fatal(err)
		}
		titles = append(titles, table.Title)
		if !strings.HasPrefix(out.String(), table.Title+"\n") {
			t.Errorf("printed %q", out.String())
		}
	}
	want := []string{
		"Aspects", "Technicians", "Sentiment of terms", "Sentiment of categories", "Stars for parts, told those for the others",
		"Sentiment of reviews, by their words alone", "1 rows were left out: their texts were trained on.",
	}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("tables (-want +got)\n%s", diff)
	}
}

// TestHeldOut keeps the analyser at least as good as it was on reviews that
// nothing was learned from.
func TestHeldOut(t *testing.T) {
	t.Parallel()
	for file, least := range map[string]map[string]float64{
		"unseen": {"found": 84, "found, right sentiment": 82, "criticism": 78, "discovered": 93, "with a roster": 98},
		"wide":   {"found": 78, "found, right sentiment": 74.5, "criticism": 73.5},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			atLeast(t, heldOut(t, file), least)
		})
	}
}

// TestCareless does so for the same reviews as those write who take no care, each with
// what it costs.
func TestCareless(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		write func(string) string
		least map[string]float64
	}{
		"as they are":                {strings.Clone, map[string]float64{"found, right sentiment": 80.5, "criticism": 78}},
		"all in capitals":            {strings.ToUpper, map[string]float64{"found, right sentiment": 80, "criticism": 77.5}},
		"no capitals":                {strings.ToLower, map[string]float64{"found, right sentiment": 80, "criticism": 77.5}},
		"no apostrophes":             {strings.NewReplacer("'", "", "’", "").Replace, map[string]float64{"found, right sentiment": 78.5, "criticism": 74.5}},
		"no spaces behind stops":     {strings.NewReplacer(". ", ".").Replace, map[string]float64{"found, right sentiment": 79.5, "criticism": 77}},
		"three dots for one":         {strings.NewReplacer(". ", "...").Replace, map[string]float64{"found, right sentiment": 79.5, "criticism": 77}},
		"faces for stops":            {strings.NewReplacer(". ", " 😊 ").Replace, map[string]float64{"found, right sentiment": 79, "criticism": 76}},
		"a sign for and":             {strings.NewReplacer(" and ", " & ").Replace, map[string]float64{"found, right sentiment": 79, "criticism": 76.5}},
		"no stops":                   {unstopped, map[string]float64{"found, right sentiment": 69, "criticism": 65.5}},
		"neither stops nor capitals": {func(s string) string { return strings.ToLower(unstopped(s)) }, map[string]float64{"found, right sentiment": 65.5, "criticism": 62}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := heldOut(t, "later")
			for i := range rows {
				rows[i].Text = test.write(rows[i].Text)
			}
			atLeast(t, rows, test.least)
		})
	}
}

func unstopped(text string) string {
	return strings.NewReplacer(".", "", ",", "", ";", "", ":", "", "!", "", "?", "").Replace(text)
}

// atLeast measures rows, and checks that the F1 of each figure is no lower than told.
func atLeast(t *testing.T, rows []evaluation.Row, least map[string]float64) {
	t.Helper()
	tables, err := evaluation.Measure(rows, nil, analysis.New)
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, table := range tables {
		for _, row := range table.Rows {
			floor, ok := least[row[0]]
			if !ok {
				continue
			}
			f1, err := strconv.ParseFloat(row[len(row)-1], 64)
			if err != nil || f1 < floor {
				t.Errorf("%s: F1 is %s, it was at least %.1f", row[0], row[len(row)-1], floor)
			}
			met++
		}
	}
	if met != len(least) {
		t.Errorf("%d of %d rows were measured", met, len(least))
	}
}

func heldOut(t *testing.T, name string) []evaluation.Row {
	t.Helper()
	f, err := os.Open("heldout/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := training.ReadLines[evaluation.Row](f)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
