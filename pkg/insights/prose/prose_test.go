package prose_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/prose"
	"github.com/reviewdata/reviewdata/pkg/review"
)

func aspect(id, label string, positive, negative, neutral int, low float64) review.AspectInsight {
	return review.AspectInsight{
		ID: id, Label: label, MentionCount: positive + negative + neutral,
		PositiveCount: positive, NegativeCount: negative, NeutralCount: neutral, PositivePctLow: low,
		Evidence: []review.Evidence{
			{ReviewID: review.NewID("t", "good"), Quote: "Good " + id + " all round", Start: 3, End: 22 + len(id), Sentiment: review.Positive},
			{ReviewID: review.NewID("t", "bad"), Quote: "Bad " + id + "\non Monday 12", Start: 3, End: 22 + len(id), Sentiment: review.Negative},
		},
	}
}

func stars(n ...int) (out [review.MaxRating + 1]int) {
	copy(out[1:], n)
	return out
}

// nobody is in the profile.
func nobody(string) bool { return false }

func TestSummary(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		in    review.Insights
		stars [review.MaxRating + 1]int
		want  string
	}{
		{"none", review.Insights{}, stars(), ""},
		{
			"one review",
			review.Insights{ReviewCount: 1, Earliest: 20260301, Latest: 20260301},
			stars(0, 0, 0, 0, 1),
			"1 review of 1 March 2026 gives 5 of five stars. None gives fewer than three stars, and no aspect has more than one complaint; that rests on 1 review.",
		},
		{
			"criticism stands beside praise",
			review.Insights{
				ReviewCount: 20, Earliest: 20250102, Latest: 20260301,
				Aspects: []review.AspectInsight{
					aspect("quality", "Quality of work", 12, 1, 0, 81), aspect("value", "Value", 2, 1, 2, 20), aspect("speed", "Speed", 1, 3, 0, 5),
				},
				Technicians: []review.EntityInsight{{ID: "Bo", Label: "Bo", MentionCount: 6}, {ID: "Jo", Label: "Jo", MentionCount: 5}},
			},
			stars(1, 1, 0, 0, 18),
			"20 reviews from 2 January 2025 to 1 March 2026 give 4.65 of five stars on average. Of the reviews that speak of it, most praise quality of work (12 of 13). " +
				"18 reviews give four or five stars, 2 only one or two. Complaints, out of the reviews that speak of it, are about speed (3 of 4) and value (1 of 5; 2 more are in between). Bo is named most often, in 6 reviews.",
		},
		{
			"low stars without words",
			review.Insights{ReviewCount: 2, Earliest: 20250102, Latest: 20260301},
			stars(1, 0, 0, 0, 1),
			"2 reviews from 2 January 2025 to 1 March 2026 give 3 of five stars on average. 1 review gives four or five stars, 1 only one or two. No aspect has more than one complaint.",
		},
		{
			"who complains and praises complains",
			review.Insights{ReviewCount: 9, Earliest: 20250102, Latest: 20260301, Aspects: []review.AspectInsight{aspect("value", "Value", 0, 0, 4, 0)}},
			stars(0, 0, 0, 0, 9),
			"9 reviews from 2 January 2025 to 1 March 2026 give 5 of five stars on average. Complaints, out of the reviews that speak of it, are about value (4 of 4, which are in between).",
		},
		{
			"a trend",
			review.Insights{
				ReviewCount: 40, Earliest: 20240401, Latest: 20260301, Trend: review.Declining,
				Comparison: &review.Comparison{Recent: review.Period{From: 20250302, To: 20260301, ReviewCount: 18}, Earlier: review.Period{ReviewCount: 22}},
			},
			stars(0, 0, 0, 0, 40),
			"40 reviews from 1 April 2024 to 1 March 2026 give 5 of five stars on average. " +
				"None gives fewer than three stars, and no aspect has more than one complaint; that rests on 40 reviews. " +
				"The 18 reviews of the year to 1 March 2026 are worse than the 22 of the year before, by more than chance explains.",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, prose.Write(&test.in, test.stars, nobody).Summary); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestFAQ(t *testing.T) {
	t.Parallel()
	in := review.Insights{
		Taxonomy: "law", ReviewCount: 12, Earliest: 20250102, Latest: 20260301,
		Coverage: review.Coverage{Assessed: 11, Duplicates: 1},
		Aspects: []review.AspectInsight{
			aspect("quality", "Outcome", 4, 2, 1, 30), aspect("speed", "Speed", 1, 0, 0, 5), aspect("parking", "Parking", 5, 0, 0, 56),
		},
		Problems: []review.EntityInsight{{ID: "no-callback", Label: "No call back", MentionCount: 2}},
		Services: []review.EntityInsight{{ID: "wills", Label: "Wills", MentionCount: 6}, {ID: "ac", Label: "AC law", MentionCount: 1}},
	}
	var got []string
	text := prose.Write(&in, stars(1, 1, 0, 0, 10), nobody)
	for _, f := range text.FAQ {
		got = append(got, f.Question+" "+f.Answer)
	}
	want := []string{
		"How many reviews are there, and how recent are they? There are 12 reviews, the oldest of 2 January 2025 and the newest of 1 March 2026. 1 repeats another review; what it says is counted once.",
		"What do critical reviews say? 2 of 12 reviews give only one or two stars. Whatever their stars, the most frequent complaints, out of the reviews that speak of it, are about outcome (2 of 7; 1 more is in between). A problem they report is no call back (2 reviews). On outcome: “Bad quality on Monday 12”.",
		"What outcomes do clients report? 7 of 12 reviews judge this: 4 praise it, 2 complain of it and 1 is in between. In praise: “Good quality all round”. In criticism: “Bad quality on Monday 12”.",
		"What do reviews say about parking? 5 of 12 reviews judge this: 5 praise it and none complains of it. In praise: “Good parking all round”. In criticism: “Bad parking on Monday 12”.",
		"Which services do the reviews speak of? Most often they name wills (6 reviews) and AC law (1 review).",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, f := range text.Facts {
		if !strings.Contains(strings.Join(got, " ")+text.Summary, f.Text) {
			t.Errorf("the fact %s (%s) is used nowhere", f.ID, f.Text)
		}
	}
}

// An answer says it when all complain, and which way it goes, and quotes what can
// stand alone.
func TestAnswerAboutAspect(t *testing.T) {
	t.Parallel()
	quote := func(id review.ID, text string) review.Evidence {
		return review.Evidence{ReviewID: id, Quote: text, End: len(text), Sentiment: review.Negative}
	}
	in := review.Insights{
		ReviewCount: 9, Earliest: 20250102, Latest: 20260301,
		Aspects: []review.AspectInsight{{
			ID: "responsiveness", MentionCount: 6, NegativeCount: 6, Trend: review.Declining,
			Evidence: []review.Evidence{quote("1", "It was unavailable again."), quote("2", "and nobody picked up all day"), quote("3", "Nobody answered the phone.")},
		}},
	}
	want := "6 of 9 reviews judge this: 6 complain of it and none praises it. The last year is worse in this than the year before, " +
		"by more than chance explains. In criticism: “It was unavailable again.”"
	answers := map[string]string{}
	for _, f := range prose.Write(&in, stars(9, 0, 0, 0, 0), nobody).FAQ {
		answers[f.Question] = f.Answer
	}
	if got := answers["What do critical reviews say?"]; !strings.Contains(got, "“Nobody answered the phone.”") {
		t.Errorf("answer %q quotes what cannot stand alone", got)
	}
	if got := answers["Are they easy to reach?"]; got != want { // the other quote is used
		t.Errorf("answer %q, want %q", got, want)
	}
	in.Aspects[0].PositiveCount, in.Aspects[0].NegativeCount = 5, 1
	for stars, want := range map[[review.MaxRating + 1]int]bool{stars(0, 0, 0, 0, 9): false, stars(1, 0, 0, 0, 8): true} {
		for _, f := range prose.Write(&in, stars, nobody).FAQ {
			if f.Question == "Are they easy to reach?" && strings.Contains(f.Answer, "In criticism") != want {
				t.Errorf("with stars %v one complaint is quoted: %q", stars, f.Answer)
			}
		}
	}
}

// The path of a fact is one that the document has: people have a name and no
// label.
func TestFactsAboutPeople(t *testing.T) {
	t.Parallel()
	in := review.Insights{
		ReviewCount: 9, Earliest: 20250102, Latest: 20260301,
		Technicians: []review.EntityInsight{{ID: "Bo", Label: "Bo", MentionCount: 6}},
	}
	named := 0
	for _, f := range prose.Write(&in, stars(0, 0, 0, 0, 9), nobody).Facts {
		if strings.HasPrefix(f.ID, "entities.technicians.") && f.Text == "Bo" {
			named++
			if f.ID != "entities.technicians.Bo.name" {
				t.Errorf("the name of a person is %s", f.ID)
			}
		}
	}
	if named == 0 {
		t.Error("nobody is named")
	}
}
