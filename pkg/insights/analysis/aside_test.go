package analysis_test

import (
	"slices"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Not all that sounds like a judgement is one of the business.
func TestAsides(t *testing.T) {
	t.Parallel()
	a := newAnalyser(t, nil)
	const praise, blame = review.Positive, review.Negative
	for _, test := range []struct {
		text    string
		rating  int
		aspect  string
		hears   review.Sentiment // whether the aspect is judged so, or with both
		want    bool
		problem string
	}{
		{"My old plumber never called me back. Rosa picked up on the second ring.", 5, "responsiveness", blame, false, ""},
		{"Two other companies were rude to us. Rosa was not.", 5, "professionalism", blame, false, ""},
		{"Our last contractor left a mess in the yard. This crew swept the drive.", 4, "cleanliness", blame, false, ""},
		{"Her neighbor's crew left nails in the drive. Ours did not.", 5, "cleanliness", blame, false, ""},
		{"My neighbor's fence was scratched by their truck.", 3, "quality", blame, true, ""},
		{"The other guy they sent was rude.", 2, "professionalism", blame, true, "rude-staff"},
		{"One other thing, the office never called back.", 4, "responsiveness", blame, true, "no-callback"},
		{"Nobody else returned my call that weekend. Rosa did.", 5, "responsiveness", blame, false, ""},
		{"Nobody returned my call that weekend.", 2, "responsiveness", blame, true, ""},
		{"I rescheduled three times. They were patient every time.", 5, "punctuality", blame, false, ""},
		{"You have no idea how rare that is. Rosa gave me a straight answer.", 5, "knowledge", blame, false, ""},
		{"They have no idea how a furnace works.", 2, "knowledge", blame, true, ""},
		{"I was running fifteen minutes late. They still saw me.", 0, "punctuality", blame, false, ""},
		{"We were late and they took us all the same.", 5, "punctuality", blame, false, ""},
		{"I was late and still waited an hour to be seen.", 0, "punctuality", blame, true, "late-arrival long-wait"},
		{"I'm afraid they may be dishonest.", 0, "honesty", blame, true, ""},
		{"They were fifteen minutes late.", 0, "punctuality", blame, true, "late-arrival"},
		{"I was late for work because of them.", 2, "punctuality", blame, true, "late-arrival"},
		{"I was afraid they would be rude to my mother.", 5, "professionalism", blame, false, ""},
		{"I was afraid to ask, they were so rude.", 2, "professionalism", blame, true, "rude-staff"},
		{"They rescheduled three times.", 2, "punctuality", blame, true, "scheduling-error"},
		{"Cleared the drain, then waited an hour to see that it held.", 5, "punctuality", blame, false, ""},
		{"We waited two hours to see the doctor.", 2, "punctuality", blame, true, "long-wait"},
		{"What happened to the friendly lady at the desk? I got a machine.", 2, "friendliness", praise, false, ""},
		{"Who calls this a fair price? Not me.", 1, "value", praise, false, ""},
		{"My former law firm never called me back. Ms Rao does.", 5, "responsiveness", blame, false, ""},
		{"My last doctor here was rude and rushed me out.", 2, "friendliness", blame, true, "rude-staff"},
		{"Another contractor they sent never showed up.", 3, "punctuality", blame, true, "no-show"},
		{"I rescheduled because the technician never showed up.", 2, "punctuality", blame, true, "no-show"},
		{"Two other companies were polite and called me back within the hour.", 2, "professionalism", praise, false, ""},
		{"Other shops charge half of this.", 3, "value", blame, true, ""},
		{"Who knew a dentist could be this gentle?", 5, "friendliness", praise, true, ""},
		{"Why do they never answer the phone though?", 4, "responsiveness", blame, true, ""},
		{"Isn't it funny how rude people can be? Not here.", 5, "professionalism", blame, false, ""},
		{"Isn't it great how friendly they are until the bill comes?", 1, "friendliness", blame, true, ""},
	} {
		got := a.Analyse(review.Review{Text: test.text, Rating: test.rating})
		hears := slices.ContainsFunc(got.Aspects, func(m review.AspectMention) bool {
			return m.ID == test.aspect && (m.Sentiment == test.hears || m.Sentiment == review.Neutral)
		})
		if hears != test.want {
			t.Errorf("%q: %v; %s of %s: %t, want %t", test.text, got.Aspects, test.hears, test.aspect, hears, test.want)
		}
		reports(t, got, test.text, test.problem)
	}
}
