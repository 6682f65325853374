package recordjson_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
)

func TestEncodeIsReadBack(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]review.Record{
		"the least": {Source: "google", Rating: 1, Date: "2026-03-01"},
		"everything": {
			ID: "01JC3Y5N8Q4T6V7W8X9Y0Z1A2B", Source: "google", SourceID: "a1", Author: "Jane <D>", AuthorAvatarURL: "https://a.example/p",
			Rating: 5, Date: "2026-03-01", Text: "a\nb", SourceURL: "https://a.example/1", Unverified: true,
			OwnerReply:  &review.ReplyRecord{Text: "Thanks", Date: "2026-03-02"},
			Technicians: []string{"Gaz"}, Services: []string{"ac-repair"},
		},
	} {
		text, err := recordjson.Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		got, issues := recordjson.Decoder{}.Decode(text)
		if diff := cmp.Diff(want, got); diff != "" || issues != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, issues, diff)
		}
	}
}
