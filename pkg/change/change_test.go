package change_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/change"
)

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	want := change.Event{Revision: 41, ChangedAt: time.Unix(1_800_000_000, 0).UTC(), Upserted: 3, Deleted: 1, BusinessChanged: true}
	b, err := change.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := change.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if id := change.MessageID(want.Revision); id != "41" {
		t.Errorf("MessageID = %q, want 41", id)
	}
}

func FuzzDecode(f *testing.F) {
	good, err := change.Encode(change.Event{Revision: 1, ChangedAt: time.Unix(1, 0)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		event, err := change.Decode(b)
		if err == nil && event.Revision == 0 {
			t.Error("accepted an event without a revision")
		}
	})
}
