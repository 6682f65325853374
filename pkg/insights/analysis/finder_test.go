package analysis_test

import (
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Of a problem that the operator has added no aspect may tell.
func TestOperatorsOwnProblem(t *testing.T) {
	t.Parallel()
	b := business()
	b.Insights.Problems = []review.SubjectSettings{{ID: "blocked-drive", NegativeSeeds: []string{"blocked ..2 drive*"}}}
	const text = "Their truck blocked my drive until noon."
	reports(t, newAnalyser(t, b).Analyse(review.Review{Text: text, Rating: 4}), text, "blocked-drive")
}

func reports(t *testing.T, got analysis.Analysis, text, problem string) {
	t.Helper()
	var found []string
	for _, p := range got.Problems {
		found = append(found, p.ID)
	}
	if strings.Join(found, " ") != problem {
		t.Errorf("%q reports %q, want %q", text, found, problem)
	}
}

// Content customers speak of damage that was repaired, and of what others charge.
func TestProblemsOfContentCustomers(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for _, test := range []struct {
		text    string
		rating  int
		problem string
	}{
		{"The pipe burst and flooded our basement. Rosa stopped it and dried everything.", 5, ""},
		{"She found the hidden leak in ten minutes.", 0, ""},
		{"She found the hidden leak in ten minutes.", 4, ""},
		{"They left a dent in my car and never said sorry.", 5, "damage"},
		{"They showed me the damage from the last storm. Then they damaged the gutter.", 3, "damage"},
		{"The crown fell out on a sandwich.", 1, "repair-did-not-last"},
	} {
		reports(t, a.Analyse(review.Review{Text: test.text, Rating: test.rating}), test.text, test.problem)
	}
}

// Who is praised in a critical review is praised: what is said of a person is what is
// said of the business beside the name, and only then what the review says as a whole.
func TestSaidOfPeople(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	for text, want := range map[string]review.Sentiment{
		"It cost twice the estimate and the leak came back. Jerry arrived when he said he would.": review.Positive,
		"Great price and a clean job. Keith took three visits to fix one tap.":                    review.Negative,
		"It cost twice the estimate, nobody called back and the leak came back. We saw Jerry.":    review.Negative,
	} {
		got := a.Analyse(review.Review{Text: text})
		if len(got.Technicians) != 1 || got.Technicians[0].Sentiment != want {
			t.Errorf("%q says of %+v, want %s", text, got.Technicians, want)
		}
	}
}

// The tone of words is that of English ones.
func TestSaidInAnotherLanguage(t *testing.T) {
	t.Parallel()
	const text = "Marcus hat die Heizung schnell repariert, war freundlich und kam auf die Minute, gerne wieder."
	got := newAnalyser(t, business()).Analyse(review.Review{Text: text, Rating: 5})
	if got.Assessed || len(got.Technicians) != 1 || got.Technicians[0].Sentiment != review.Positive {
		t.Errorf("assessed %t, %+v; want somebody praised by the stars", got.Assessed, got.Technicians)
	}
}

// What insurers are blamed for most is not what plumbers are, and whom their customers
// name are pets.
func TestInsurers(t *testing.T) {
	t.Parallel()
	insurer := &review.Business{ID: "i", Name: "I", Vertical: "insurance"}
	for text, want := range map[string]string{
		"They denied my claim for the surgery and never told me why.":        "claim-denied",
		"It says the operation is not covered, though I had paid for years.": "claim-denied",
		"They keep asking for the same documents over and over.":             "asked-again",
		"My claim was paid in two days and the form took me ten minutes.":    "",
		"Others do not cover that, and these people paid all of it at once.": "",
	} {
		rating := 1
		if want == "" {
			rating = 5
		}
		reports(t, newAnalyser(t, insurer).Analyse(review.Review{Text: text, Rating: rating}), text, want)
	}
	if got := newAnalyser(t, insurer).Analyse(review.Review{Text: "So glad I found you when Enzo was a puppy.", Rating: 5}); len(got.Technicians) != 0 {
		t.Errorf("%+v is on the staff of an insurer", got.Technicians)
	}
	const text = "They denied my claim under the guarantee."
	reports(t, newAnalyser(t, business()).Analyse(review.Review{Text: text, Rating: 1}), text, "")
}
