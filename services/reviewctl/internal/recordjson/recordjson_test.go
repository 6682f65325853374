package recordjson_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
)

const whole = `{"id":"01JC0000000000000000000000","source":"google","source_id":"k1","author":"Jane D.",
	"author_avatar_url":"https://a.example/j.png","rating":5,"date":"2026-03-01","title":"Great","text":"Fixed it.",
	"source_url":"https://g.example/1","owner_reply":{"text":"Thanks","date":"2026-03-02"},"verified":false,
	"technicians":["Gazi"],"services":["ac-repair"],"updated_at":"2026-03-02T09:00:00Z","revision":41}`

func wholeRecord() review.Record {
	return review.Record{
		ID:              "01JC0000000000000000000000",
		Source:          "google",
		SourceID:        "k1",
		Author:          "Jane D.",
		AuthorAvatarURL: "https://a.example/j.png",
		Rating:          5,
		Date:            "2026-03-01",
		Text:            "Great\n\nFixed it.",
		SourceURL:       "https://g.example/1",
		OwnerReply:      &review.ReplyRecord{Text: "Thanks", Date: "2026-03-02"},
		Unverified:      true,
		Technicians:     []string{"Gazi"},
		Services:        []string{"ac-repair"},
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		object string
		want   review.Record
	}{
		"every member":      {whole, wholeRecord()},
		"the least":         {`{"rating":4}`, review.Record{Rating: 4, Source: "elsewhere"}},
		"null is absent":    {`{"rating":4,"text":null,"owner_reply":null,"technicians":null,"verified":null}`, review.Record{Rating: 4, Source: "elsewhere"}},
		"a whole number":    {`{"rating":5.0}`, review.Record{Rating: 5, Source: "elsewhere"}},
		"with an exponent":  {`{"rating":30e-1}`, review.Record{Rating: 3, Source: "elsewhere"}},
		"its own source":    {`{"rating":4,"source":"google"}`, review.Record{Rating: 4, Source: "google"}},
		"escapes":           {`{"rating":4,"author":"J\u00f6rg \ud83d\ude00"}`, review.Record{Rating: 4, Source: "elsewhere", Author: "Jörg 😀"}},
		"a title alone":     {`{"rating":4,"title":"Great"}`, review.Record{Rating: 4, Source: "elsewhere", Text: "Great"}},
		"verified":          {`{"rating":4,"verified":true}`, review.Record{Rating: 4, Source: "elsewhere"}},
		"space around":      {"\t {\"rating\": 4 } ", review.Record{Rating: 4, Source: "elsewhere"}},
		"text in any order": {`{"text":"b","title":"A","rating":1}`, review.Record{Rating: 1, Source: "elsewhere", Text: "A\n\nb"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, issues := recordjson.Decoder{Source: "elsewhere"}.Decode([]byte(test.object))
			if len(issues) > 0 {
				t.Fatalf("issues: %v", issues)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("record (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDecodeIssues holds code, path and message of everything that can be
// wrong with an object.
func TestDecodeIssues(t *testing.T) {
	t.Parallel()
	for object, want := range map[string][]string{
		`{"rating":"5"}`: {"not_an_integer rating: rating must be a number without quotes"},
		`{"rating":4.5}`: {"not_an_integer rating: rating must be an integer from 1 to 5"},
		`{"rating":0}`:   {"out_of_range rating: rating must be an integer from 1 to 5"},
		`{"rating":4294967301}`: {
			"out_of_range rating: rating must be an integer from 1 to 5",
		},
		`{"rating":1e999}`:   {"out_of_range rating: rating must be an integer from 1 to 5"},
		`{"rating":[5]}`:     {"not_an_integer rating: rating must be an integer from 1 to 5"},
		`{"rating":null}`:    {"missing rating: rating is required"},
		`{}`:                 {"missing rating: rating is required"},
		`{"ratng":5}`:        {"unknown_member ratng: ratng is not a member of a review; did you mean rating?", "missing rating: rating is required"},
		`{"rating":5,"z":1}`: {"unknown_member z: z is not a member of a review"},
		`{"rating":5,"author":7,"date":20260301,"text":["a"]}`: {
			"malformed author: author must be a text in quotes",
			"malformed date: date must be a text in quotes",
			"malformed text: text must be a text in quotes",
		},
		`{"rating":5,"verified":"yes"}`:           {"malformed verified: verified must be true or false"},
		`{"rating":5,"technicians":"Gazi"}`:       {"malformed technicians: technicians must be a list of texts"},
		`{"rating":5,"services":["a",1]}`:         {"malformed services.1: services.1 must be a text in quotes"},
		`{"rating":5,"owner_reply":"Thanks"}`:     {"malformed owner_reply: owner_reply must be a JSON object"},
		`{"rating":5,"owner_reply":{"texte":""}}`: {"unknown_member owner_reply.texte: owner_reply.texte is not a member of a review; did you mean owner_reply.text?"},
		`{"rating":5,"rating":4}`:                 {"duplicate rating: rating is given twice"},
		"{\"rating\":5,\"text\":\"a\xff\"}":       {"invalid_utf8 text: text must be valid UTF-8"},
		"{\"rating\":5,\"owner_reply\":{\"text\":\"\xff\"}}": {
			"invalid_utf8 owner_reply.text: owner_reply.text must be valid UTF-8",
		},
		"{\"rating\":5,\"te\xffxt\":\"a\"}": {"unknown_member te\uFFFDxt: te\uFFFDxt is not a member of a review"},
		"{\"rating\":\"\xff\"}":             {"invalid_utf8 rating: rating must be valid UTF-8"},
		``:                                  {"malformed : the record is not valid JSON: it ends too early"},
		`{"rating":5`:                       {"malformed : the record is not valid JSON: it ends too early"},
		`{"rating":5}}`:                     {"malformed : the record is not valid JSON: something follows after its end"},
		`{"rating":5} {"rating":5}`:         {"malformed : the record is not valid JSON: something follows after its end"},
		`{'rating':5}`:                      {"malformed : the record is not valid JSON: invalid character '\\''"},
		`[1]`:                               {"malformed : a review must be a JSON object"},
		`5`:                                 {"malformed : a review must be a JSON object"},
		`rating: 5`:                         {"malformed : the record is not valid JSON: invalid character 'r'"},
	} {
		t.Run(object, func(t *testing.T) {
			t.Parallel()
			_, issues := recordjson.Decoder{}.Decode([]byte(object))
			if len(issues) != len(want) {
				t.Fatalf("issues %v, want %q", issues, want)
			}
			for i, issue := range issues {
				got := string(issue.Code) + " " + strings.Join(issue.Path, ".") + ": " + issue.Message
				if !strings.HasPrefix(got, want[i]) {
					t.Errorf("issue %q, want %q", got, want[i])
				}
			}
		})
	}
}

func TestDecodeIgnoresUnknownMembersOfOthers(t *testing.T) {
	t.Parallel()
	object := `{"rating":4,"likes":7,"owner_reply":{"text":"T","date":"2026-01-01","by":"Ann"}}`
	got, issues := recordjson.Decoder{AllowUnknown: true}.Decode([]byte(object))
	if len(issues) > 0 {
		t.Fatalf("issues: %v", issues)
	}
	want := review.Record{Rating: 4, OwnerReply: &review.ReplyRecord{Text: "T", Date: "2026-01-01"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
}

func TestWithTitle(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ title, text, want string }{
		{"", "", ""},
		{"Great", "", "Great"},
		{"", "They came.", "They came."},
		{"Great", "They came.", "Great\n\nThey came."},
		{" Great \r\n", "\tThey came.\r\nTwice.", "Great\n\nThey came.\nTwice."},
		{"They came.", "They came. Twice.", "They came. Twice."},
		{"THEY CAME!!", "They came, twice.", "They came, twice."},
		{"They ca…", "They came.", "They came."},
		{"They ca...", "They came.", "They came."},
		{"Good", "Goodness, what a mess.", "Good\n\nGoodness, what a mess."},
		{"Good.", "Good", "Good"},
		{"Straße", "STRASSE", "Straße\n\nSTRASSE"}, // simple folding keeps ß
		{"ΣΊΣΥΦΟΣ", "σίσυφος τα κατάφερε", "σίσυφος τα κατάφερε"},
		{"!!!", "They came.", "!!!\n\nThey came."},
		{"!!!", "", "!!!"},
	} {
		if got := recordjson.WithTitle(test.title, test.text); got != test.want {
			t.Errorf("WithTitle(%q, %q) = %q, want %q", test.title, test.text, got, test.want)
		}
	}
}

// FuzzDecode checks that no object makes the decoder fail in another way than
// by issues, and that what it accepts holds valid UTF-8 only: nothing else can
// travel to the store.
func FuzzDecode(f *testing.F) {
	f.Add(whole, true)
	f.Add(`{"rating":5,"owner_reply":{"text":"\ud800"},"technicians":["a",null]}`, false)
	f.Add("{\"rating\":5,\"text\":\"\xff\"}", false)
	f.Add(`{"a":{"b":[{"c":null}]},"rating":1e400}`, true)
	f.Fuzz(func(t *testing.T, object string, allowUnknown bool) {
		record, issues := recordjson.Decoder{Source: "x", AllowUnknown: allowUnknown}.Decode([]byte(object))
		if len(issues) > 0 {
			return
		}
		if record.Rating < review.MinRating || record.Rating > review.MaxRating {
			t.Errorf("rating %d accepted", record.Rating)
		}
		for _, s := range append([]string{record.ID, record.Source, record.SourceID, record.Author, record.Text, record.Date}, record.Technicians...) {
			if s != strings.ToValidUTF8(s, "") {
				t.Errorf("invalid UTF-8 accepted: %q", s)
			}
		}
	})
}
