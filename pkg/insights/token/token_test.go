package token_test

import (
	"os"
	slicing "slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

func slices(t *token.Text, spans []token.Span) []string {
	out := []string{}
	for _, s := range spans {
		quote, _, _ := t.Slice(s)
		out = append(out, quote)
	}
	return out
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                                   {},
		"Great!":                             {"Great"},
		"He came at 5 p.m. Great job!":       {"He came at 5 p.m", "Great job"},
		"Dr. Patel is kind. So is Mr. Lee.":  {"Dr. Patel is kind", "So is Mr. Lee"},
		"It cost $4.50. Fair.":               {"It cost $4.50", "Fair"},
		"No reply... Still waiting":          {"No reply", "Still waiting"},
		"Fixed.Then it broke":                {"Fixed", "Then it broke"},
		"So kind.I'd go again":               {"So kind", "I'd go again"},
		"so kind.they called back":           {"so kind", "they called back"},
		"so kind...came late":                {"so kind", "came late"},
		"See example.com or U.S.Mail":        {"See example.com or U.S.Mail"},
		"Ask for Dr.Hoffman":                 {"Ask for Dr.Hoffman"},
		"One note:they came late":            {"One note:they came late"},
		"One line\nanother line":             {"One line", "another line"},
		"\"Never again.\" That is all I say": {"Never again", "That is all I say"},
	} {
		got := token.Parse(text)
		if diff := cmp.Diff(want, slices(got, got.Sentences)); diff != "" {
			t.Errorf("sentences of %q (-want +got)\n%s", text, diff)
		}
	}
}

// A sentence keeps its marks, and stands where it says in code points.
func TestSentencesAreSlices(t *testing.T) {
	t.Parallel()
	const text = "Dr. Abara came at 5 p.m. on time!  Zoë’s boiler is $4.50 cheaper... Really? No end\nNew line. x"
	runes := []rune(text)
	var got []string
	for _, s := range token.Sentences(text) {
		if string(runes[s.Start:s.End]) != s.Text {
			t.Errorf("%+v is no slice", s)
		}
		got = append(got, s.Text)
	}
	want := []string{"Dr. Abara came at 5 p.m. on time!", "Zoë’s boiler is $4.50 cheaper...", "Really?", "No end", "New line.", "x"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// A quote is cut so that it can be read by itself.
func TestSlice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"...":                               "",
		"“Great job.”":                      "Great job",
		"$640 all in.":                      "$640 all in",
		"£ 20, he said!":                    "20, he said",
		"He came early (by an hour).":       "He came early (by an hour)",
		"“Never again,” she says.":          "“Never again,” she says",
		`She says "never again."`:           `She says "never again."`,
		`"Never again," she says.`:          `"Never again," she says`,
		"early), as they say":               "early), as they say",
		"See the list [of ours]!":           "See the list [of ours]",
		"He fixed it and":                   "He fixed it",
		"and":                               "and",
		`and left a 2" hole."`:              `and left a 2" hole`,
		`A 2" pipe and a "valve" of brass.`: `A 2" pipe and a "valve" of brass`,
	} {
		parsed := token.Parse(text)
		quote, start, end := parsed.Slice(token.Span{Last: len(parsed.Tokens)})
		if quote != want || text[start:end] != want {
			t.Errorf("%q from %d to %d, want %q", quote, start, end, want)
		}
	}
}

func TestClauses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Polite, friendly and quick.":                         {"Polite, friendly and quick"},
		"Nice guy but he left a wire loose.":                  {"Nice guy", "but he left a wire loose"},
		"They were anything but kind to us.":                  {"They were anything but kind to us"},
		"They did not fix anything but charged us.":           {"They did not fix anything", "but charged us"},
		"He was late, and the price was high.":                {"He was late", "and the price was high"},
		"He explained everything and swept up after himself.": {"He explained everything", "and swept up after himself"},
		"Spotless office, never more than a short wait.":      {"Spotless office", "never more than a short wait"},
		"The work is fine; the bill is not.":                  {"The work is fine", "the bill is not"},
		"Seen at 2:00 for a 2:00, out by 3.":                  {"Seen at 2:00 for a 2:00", "out by 3"},
		"They were closed or the line was busy.":              {"They were closed", "or the line was busy"},
		"One complaint: the bill was wrong.":                  {"One complaint", "the bill was wrong"},
		"One complaint:the bill was wrong.":                   {"One complaint", "the bill was wrong"},
		"The price was fair They cleaned up":                  {"The price was fair", "They cleaned up"},
		"So kind 😊 came right on time":                        {"So kind", "came right on time"},
		"So kind / came right on time":                        {"So kind", "came right on time"},
		"A 24/7 line for us":                                  {"A 24/7 line for us"},
		"He was late & the price was high":                    {"He was late", "the price was high"},
		"They were not VERY polite to us":                     {"They were not VERY polite to us"},
		"Great :D thank you Bob":                              {"Great :D thank you Bob"},
		"All went well apart from the price.":                 {"All went well", "apart from the price"},
		"We liked it with the exception of the bill.":         {"We liked it", "with the exception of the bill"},
		"What sets them apart from others is their care.":     {"What sets them apart from others is their care"},
		"They live a mile apart from each other.":             {"They live a mile apart from each other"},
		"It spoilt an otherwise good day for us.":             {"It spoilt an otherwise good day for us"},
		"Even though they left a mess, I came back.":          {"Even", "though they left a mess", "I came back"},
		"It was 72° all night":                                {"It was 72° all night"},
		"He drove us to The Home Depot":                       {"He drove us to The Home Depot"},
		"My dryer quit last week I called in the morning he came at noon he found the belt broken the price was fair I told them they were great": {
			"My dryer quit last week", "I called in the morning", "he came at noon", "he found the belt broken",
			"the price was fair", "I told them they were great",
		},
		"the booking was easy rosa told us the day before parking was simple dr osei took his time with my mother the new crown fitted first go staff were kind and the bill came to what they had told me": {
			"the booking was easy", "rosa told us the day before", "parking was simple", "dr osei took his time with my mother",
			"the new crown fitted first go", "staff were kind", "and the bill came to what they had told me",
		},
		"My parents wanted the man who had fitted the kitchen to come back for the doors that he had not had the time to hang before the winter, and he said that he would when the weather was dry": {
			"My parents wanted the man who had fitted the kitchen to come back for the doors that he had not had the time to hang before the winter",
			"and he said that he would when the weather was dry",
		},
	} {
		got := token.Parse(text)
		if diff := cmp.Diff(want, slices(got, got.Clauses)); diff != "" {
			t.Errorf("clauses of %q (-want +got)\n%s", text, diff)
		}
	}
}

func TestNegated(t *testing.T) {
	t.Parallel()
	negates(t, map[string]bool{
		"He was not LATE":                     true,
		"They never once were LATE":           true,
		"He wasn't LATE":                      true,
		"He was LATE":                         false,
		"Not only FAST, also cheap":           false,
		"I could not be HAPPIER":              false,
		"It has never looked BETTER":          false,
		"It could not have been more HELPFUL": false,
		"They could not be REACHED":           true,
		"I never met a more THOROUGH one":     false,
		"He sold what we did not NEED at all": false,
		"I never saw a room DIRTIER":          false,
		"I never asked for more WORK":         true,
		"I could not recommend this FIRM":     true,
		"I couldn't recommend this FIRM":      true,
		"I couldn't believe how QUICK it is":  false,
		"I couldn't RECOMMEND them enough":    false,
		"I could not RECOMMEND them more":     false,
		"They never CLEAN the rooms any more": true,
		"It couldn't have been any more KIND": false,
		"Never had a less PLEASANT day":       true,
		"They never CAME and were slower":     true,
		"Could it be any EASIER":              false,
		"I could tell they were more SKILLED": false,
		"I wish they were more SKILLED":       true,
		"Nothing but PRAISE":                  false,
		"They sold us a pump we did not NEED": false,
		"He sold what they didn't NEED":       false,
		"He said we did not NEED a new pump":  true,
		"He replaced it, we did not NEED two": true,
		"I did not like it but it was FAST":   false,
		"It could have been CLEANER":          true,
		"They could be MORE attentive":        false, // what there is too little of is turned, not how much
		"They could be more ATTENTIVE":        true,
		"I wish he had been a bit CLEARER":    true,
		"They were anything but HELPFUL":      true,
		"The room was far from CLEAN":         true,
		"It was less than PERFECT":            true,
		"It took less than an HOUR":           false,
		"There was very little WAITING":       true,
		"They rarely ANSWER":                  true,
		"They were not kind, helpful or FAST": true,
		"They were not KIND, helpful or fast": true,
		"He did not call, KIND as he was":     false,
		"Not a single person was FRIENDLY":    true,
		"Were they on TIME? Not even close.":  true,
		"Were they on TIME? No. We left.":     true,
		"Were they on TIME? No idea at all.":  false,
		"Were they on TIME? They were.":       false,
		"He EXPLAINED nothing to us":          true,
		"He CHARGED us nothing":               true,
		"He LEFT nothing but dirt":            false,
		"He FOUND nothing wrong":              false,
		"It was a little LATE":                false,
		"There was little or no WAITING":      true,
		"With little to show for the MONEY":   false,
		"I have never seen such CARE":         false,
		"There is no excuse for RUDE staff":   false,
		"Never have I been treated so WELL":   false,
		"Hardly what I would call CLEAN":      true,
		"No one would ever call them RUDE":    true,
		"He was never anything but POLITE":    false,
		"Nothing less than PERFECT":           false,
		"The result is not far from PERFECT":  false,
		"Nobody could have been KINDER":       false,
		"She was kinder and more PATIENT":     false,
		"We could see BETTER at once":         false,
		"It should work and it was CHEAPER":   false,
	})
}

// What repeats itself takes no longer for it.
func TestNegatedTakesTime(t *testing.T) {
	t.Parallel()
	parsed := token.Parse(strings.Repeat("expected it to be anything but too busy to ", 200) + "smile")
	if !parsed.Negated(len(parsed.Tokens)-1, parsed.Sentences[0]) {
		t.Error("what they are too busy for is not negated")
	}
}

// However many questions are denied, or exceptions made, it takes no longer for each.
func TestParseTakesTime(t *testing.T) {
	t.Parallel()
	const many = 10_000
	parsed := token.Parse(strings.Repeat("Kind? No. ", many) + strings.Repeat("apart from ", many))
	denied := 0
	for i, word := range parsed.Tokens {
		if word.Folded == "kind" && parsed.Negated(i, token.Span{First: i, Last: i + 1}) {
			denied++
		}
	}
	if denied != many {
		t.Errorf("%d questions are denied, want %d", denied, many)
	}
}

// Words are parted where the space after a stop was forgotten, and nowhere else.
func TestTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Fixed.Then it":               "Fixed . Then it",
		"so kind.they came":           "so kind . they came",
		"Kind.I'd go, Kind.I":         "Kind . I'd go , Kind . I",
		"note:they came":              "note : they came",
		"Dr.Hoffman":                  "Dr . Hoffman",
		"example.com or Example.Com":  "example.com or Example.Com",
		"firma.no and U.S.Mail at 5.": "firma.no and U.S.Mail at 5 .",
	} {
		var got []string
		for _, word := range token.Parse(text).Tokens {
			got = append(got, word.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("tokens of %q are %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

// What is doubted, wished, pretended, expected in vain or over is not so.
func TestUnreal(t *testing.T) {
	t.Parallel()
	negates(t, map[string]bool{
		"If only they were POLITE":                         true,
		"You would think a dentist would be GENTLE":        true,
		"You'd think you were in a FINE hotel":             false,
		"If only all doctors were this KIND":               false,
		"It would be great if every firm were this HONEST": false,
		"I doubt anyone could be more THOROUGH":            false,
		"You will not find anyone more HONEST":             false,
		"I doubt there is a more THOROUGH one":             false,
		"I can't say it enough HONEST people":              false,
		"It is great if a bit PRICEY":                      false,
		"They used to be slow now they are HONEST":         false,
		"She never once failed to IMPRESS":                 false,
		"He rarely failed to be POLITE":                    false,
		"If only I had found this HONEST firm sooner":      false,
		"Less PROFESSIONAL than before":                    true,
		"If you need to be seen SOONER":                    false,
		"It doesn't get any FRIENDLIER":                    false,
		"They were not very POLITE":                        true,
		"They only were POLITE":                            false,
		"I doubt that they are HONEST":                     true,
		"There is no doubt that they are HONEST":           false,
		"I doubt I could find a BETTER one":                false,
		"I cannot say that they were FRIENDLY":             true,
		"I cannot say ENOUGH":                              false,
		"It would be nice if they were PUNCTUAL":           true,
		"It is nice that they were PUNCTUAL":               false,
		"They used to be GOOD":                             true,
		"I used to be AFRAID of dentists":                  false,
		"The tools they used to fix it were GOOD":          false,
		"You never used to be LATE":                        false,
		"She failed to LISTEN":                             true,
		"She never fails to IMPRESS":                       false,
		"They pretend to be HONEST":                        true,
		"He claims to be an EXPERT":                        true,
		"It takes months for claims to be PAID":            false,
		"They were too busy to be POLITE":                  true,
		"I expected the crew to be POLITE":                 true,
		"I had not expected them to be so POLITE":          false,
		"They were less PROFESSIONAL than before":          true,
		"They were no less PROFESSIONAL than before":       false,
		"It was less EXPENSIVE than I feared":              false,
		"They did not even try to be POLITE":               true,
		"They did not try to get out of PAYING":            false,
		"No one could call them RUDE":                      true,
		"I have not had one problem with the QUALITY":      false,
		"You won't find anyone more FRIENDLY":              false,
		"The website needs to be more RELIABLE":            true,
		"There is no need to be more POLITE":               false,
	})
}

// negates checks whether the words in capital letters stand under a negation.
func negates(t *testing.T, texts map[string]bool) {
	t.Helper()
	for text, want := range texts {
		parsed := token.Parse(text)
		i := slicing.IndexFunc(parsed.Tokens, func(word token.Token) bool {
			return len(word.Text) > 1 && word.Text == strings.ToUpper(word.Text)
		})
		if i < 0 {
			t.Fatalf("%q has no word in capital letters", text)
		}
		if got := parsed.Negated(i, parsed.Sentences[0]); got != want {
			t.Errorf("%s in %q: negated is %t, want %t", parsed.Tokens[i].Text, text, got, want)
		}
		if want && !slicing.ContainsFunc(parsed.Tokens, func(word token.Token) bool { return token.Turns(word.Folded) }) {
			t.Errorf("%q has no word that may turn others", text)
		}
	}
}

// FuzzParse checks that every token is where it says, and that sentences and
// clauses cover all tokens in order.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"Gazi's on time. Not late!", "", "\xff\xfe", "日本語。はい", "a.b.c...", "“Quoted.” – ok", "e\u0301 👩‍🔧 \u200b x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed := token.Parse(text)
		at := 0
		for _, word := range parsed.Tokens {
			if word.Start < at || text[word.Start:word.End] != word.Text {
				t.Fatalf("token %+v is not where it says", word)
			}
			at = word.End
		}
		for _, spans := range [][]token.Span{parsed.Sentences, parsed.Clauses} {
			next := 0
			for _, s := range spans {
				if s.First != next || s.Len() < 1 {
					t.Fatalf("spans %v leave something out", spans)
				}
				next = s.Last
			}
			if next != len(parsed.Tokens) {
				t.Fatalf("spans %v end before token %d", spans, len(parsed.Tokens))
			}
		}
	})
}

// A misspelt word is read as the word that is meant, and shown as it was written.
func TestParseMendsSpelling(t *testing.T) {
	t.Parallel()
	parsed := token.Parse("Knowledgable, curtious; they DIDNT keep the appt. Mr Plummer is knowledgeable.")
	var folded []string
	for _, word := range parsed.Tokens {
		if word.Word {
			folded = append(folded, word.Folded)
		}
	}
	want := "knowledgeable courteous they didn't keep the appointment mr plummer is knowledgeable"
	if got := strings.Join(folded, " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := parsed.Tokens[0]; got.Text != "Knowledgable" || got.End != len("Knowledgable") {
		t.Errorf("%+v does not stand as it was written", got)
	}
}

// The list has no word twice, and mends nothing into what is mended again.
func TestSpellings(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("spellings.txt")
	if err != nil {
		t.Fatal(err)
	}
	wrong := map[string]bool{}
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			t.Fatalf("%q misspells nothing", line)
		}
		for _, w := range words[1:] {
			if wrong[w] {
				t.Errorf("%q stands twice", w)
			}
			wrong[w] = true
			if got := token.Spelt(w); got != words[0] {
				t.Errorf("%q is spelt %q, want %q", w, got, words[0])
			}
		}
	}
	for line := range strings.Lines(string(list)) {
		if right, _, _ := strings.Cut(line, " "); wrong[right] {
			t.Errorf("%q is right on one line and wrong on another", right)
		}
	}
}

// A word that means something else beside its neighbours is read as another.
func TestIdioms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"He was kind of mean":           "he was sort of mean",
		"What kind of firm is it":       "what sort of firm is it",
		"It was kind of you to do":      "it was kind of you to do",
		"She is kind":                   "she is kind",
		"A kind of":                     "a kind of",
		"The app is user friendly":      "the app is user easy",
		"A user-friendly site":          "a user - easy site",
		"Friendly users":                "friendly users",
		"I was a patient of his":        "i was a patients of his",
		"I am a new patient.":           "i am a new patients .",
		"Every patient is heard":        "every patients is heard",
		"He is a patient man":           "he is a patient man",
		"A patient, kind man":           "a patient , kind man",
		"My patient":                    "my patients",
		"She was patient":               "she was patient",
		"Avoid at all costs":            "avoid at all means",
		"Avoid it at any cost.":         "avoid it at any means .",
		"Look at the cost of it all":    "look at the cost of it all",
		"They charged us for all costs": "they charged us for all costs",
	} {
		var got []string
		for _, word := range token.Parse(text).Tokens {
			got = append(got, word.Folded)
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
