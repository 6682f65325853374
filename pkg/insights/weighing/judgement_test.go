package weighing_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/taxonomy"
	"github.com/reviewdata/reviewdata/pkg/insights/weighing"
)

// Clues as strong as they come, and one that hardly says anything.
func praise() weighing.Clue {
	return weighing.Clue{Odds: 3, Lead: 3, Tone: 4, Length: 5, Vote: weighing.Vote{Judges: 0.95, Praise: 0.98, Blame: 0.03}}
}

func blame() weighing.Clue {
	return weighing.Clue{Odds: 3, Lead: 3, Tone: -4, Length: 5, Vote: weighing.Vote{Judges: 0.95, Praise: 0.03, Blame: 0.98}}
}

func mild() weighing.Clue {
	return weighing.Clue{Odds: 3, Lead: 3, Tone: 1, Length: 4, Vote: weighing.Vote{Judges: 0.95, Praise: 0.75, Blame: 0.3}}
}

func faint() weighing.Clue {
	return weighing.Clue{Odds: -2, Lead: -4, Tone: 1, Length: 5, Vote: weighing.Vote{Judges: 0.1, Praise: 0.75, Blame: 0.3}}
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	even := weighing.Clue{Length: 1} // as likely as not, praise as likely as blame
	none := math.Log(0.03/1.03) / 3.5
	one := weighing.Measure([]weighing.Clue{even}, weighing.Setting{Clauses: 1})
	want := [model.Measures]float64{1, none, none, none, none, 0, math.Ln2 / 3, 0, 0, 0, 0, 0, 0}
	if diff := cmp.Diff(want, one, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("measures of one clue (-want +got)\n%s", diff)
	}
	praise := weighing.Clue{
		Clause: 3, Odds: 1, Lead: 2, Tone: 1, Length: 3, Seed: weighing.JudgingSeed,
		Vote: weighing.Vote{Judges: 0.5, Praise: 0.8, Blame: 0.2},
	}
	two := weighing.Measure([]weighing.Clue{even, praise}, weighing.Setting{Clauses: 4, Rating: 1})
	if two[1] <= one[1] {
		t.Errorf("a second clue, of praise, makes praise %g of %g", two[1], one[1])
	}
	voted, against := math.Log(0.43/0.63)/3.5, math.Log(0.13/0.93)/3.5
	want = [model.Measures]float64{1, two[1], none, voted, against, 2. / 6, math.Log(4) / 3, math.Log(4) / 3, 0, 1, 1. / 4, 3. / 4, -1}
	if diff := cmp.Diff(want, two, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Errorf("measures of two clues are those of the likelier in a review with one star (-want +got)\n%s", diff)
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for name, test := range map[string]struct {
		clues  []weighing.Clue
		want   int
		spoken bool
	}{
		"praise":                      {[]weighing.Clue{praise()}, model.Positive, true},
		"praise, told twice":          {[]weighing.Clue{praise(), faint(), praise()}, model.Positive, true},
		"blame":                       {[]weighing.Clue{blame()}, model.Negative, true},
		"praise and blame":            {[]weighing.Clue{praise(), blame()}, model.Neutral, true},
		"mild praise, told six times": {slices.Repeat([]weighing.Clue{mild()}, 6), model.Positive, true},
		"hardly a word of it":         {[]weighing.Clue{faint()}, model.Positive, false},
	} {
		j := r.Judge(test.clues, 4)
		if got := j.Likeliest(); got != test.want || (j.Spoken() > 0.5) != test.spoken {
			t.Errorf("%s: most likely %d of %v, want %d", name, got, j, test.want)
		}
		slices.Reverse(test.clues)
		if diff := cmp.Diff(j, r.Judge(test.clues, 4), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s, in another order (-first +reversed)\n%s", name, diff)
		}
	}
}

func reader(t *testing.T) *weighing.Reader {
	t.Helper()
	m, err := model.Load()
	if err != nil {
		t.Fatal(err)
	}
	subjects, err := taxonomy.For(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := weighing.NewReader(subjects, m)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Stars move every clue, and never far enough to overrule clear words. The network's
// votes are of the words alone.
func TestStarsMoveClues(t *testing.T) {
	t.Parallel()
	r := reader(t)
	in := r.Read(r.Parse("He was two hours late."))
	tones, votes := map[int]float64{}, map[weighing.Vote]bool{}
	for rating := range 6 {
		for _, c := range r.Clues(in, rating) {
			if c.Odds > 0 {
				tones[rating], votes[c.Vote] = c.Tone, true
			}
		}
	}
	if !(tones[1] < tones[2] && tones[2] < tones[3] && tones[3] == tones[0] && tones[3] < tones[4] && tones[4] < tones[5]) {
		t.Errorf("tones by stars: %v, want them to rise, and none to count as three", tones)
	}
	for v := range votes {
		if len(votes) != 1 || v.Judges < 0.5 || v.Blame < v.Praise {
			t.Errorf("votes with all stars: %+v, want one, for blame", votes)
		}
	}
	if tones[5] >= 0 {
		t.Errorf("five stars turn lateness into praise: %v", tones)
	}
}

// A model of another version would read other features than it has learned.
func TestReaderRefusesOtherModels(t *testing.T) {
	t.Parallel()
	subjects, err := taxonomy.For(nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Load()
	if err != nil {
		t.Fatal(err)
	}
	other := &model.Model{Aspects: m.Aspects, Polarity: m.Polarity, Ensemble: m.Ensemble, Detector: model.NewLinear(len(m.Aspects), make([]float32, len(m.Aspects)<<4), 1)}
	if _, err := weighing.NewReader(subjects, other); err == nil {
		t.Error("a model with fewer features is accepted")
	}
}
