package insights

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	const text = "Dr. Abara came at 5 p.m. on time!  Zoë’s boiler is $4.50 cheaper... Really? No end\nNew line. x"
	runes := []rune(text)
	var got []string
	for _, s := range sentences(text) {
		if string(runes[s.start:s.end]) != s.quote {
			t.Errorf("%+v is no slice", s)
		}
		got = append(got, s.quote)
	}
	want := []string{"Dr. Abara came at 5 p.m. on time!", "Zoë’s boiler is $4.50 cheaper... Really?", "No end", "New line.", "x"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestStandsAlone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Marisol was on time and explained every step of the repair.":   true,
		"She was on time and explained every step of the repair to me.": false,
		"And the price was exactly what they had told me on the phone.": false,
		"Great service.": false,
		"Write to me at jane@example.com if you want to know more about it.":  false,
		"Marisol was on time and explained every step of it in 20 minutes.":   false,
		"Marisol was on time and explained every step of the whole repair":    false,
		"See https://example.com/a for the pictures of the finished kitchen":  false,
		"MARISOL WAS ON TIME AND EXPLAINED EVERY STEP OF THE WHOLE REPAIR.":   false,
		"Call them on 715-555-0142 and ask for Marisol, who is the best one.": false,
	} {
		if got := standsAlone(text, len(text)); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}
