package reviewtest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/review"
)

func TestSnapshotsAreValid(t *testing.T) {
	t.Parallel()
	checkSnapshot(t, Snapshot())
	checkSnapshot(t, Random(rand.New(rand.NewPCG(1, 2)), 2000))
}

func TestRandomIsReproducible(t *testing.T) {
	t.Parallel()
	a := Random(rand.New(rand.NewPCG(3, 4)), 50)
	b := Random(rand.New(rand.NewPCG(3, 4)), 50)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("two runs differ (-first +second):\n%s", diff)
	}
}

func checkSnapshot(t *testing.T, s *review.Snapshot) {
	t.Helper()
	if err := s.Business.Validate(); err != nil {
		t.Errorf("business: %v", err)
	}
	if !slices.IsSortedFunc(s.Reviews, review.Compare) {
		t.Error("the reviews are out of order")
	}
	for _, want := range s.Reviews {
		got, err := record(want).Review(20260401)
		if err != nil {
			t.Errorf("review %s: %v", want.ID, err)
			continue
		}
		got.UpdatedAt, got.Revision = want.UpdatedAt, want.Revision
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("review %s is not what an import makes of it (-want +got):\n%s", want.ID, diff)
		}
	}
}

// record is r as an import would submit it.
func record(r review.Review) review.Record {
	out := review.Record{
		ID: string(r.ID), Source: r.Source, Author: r.Author, AuthorAvatarURL: r.AuthorAvatarURL,
		Rating: r.Rating, Date: r.Date.String(), Text: r.Text, SourceURL: r.SourceURL,
		Technicians: r.Technicians, Services: r.Services,
	}
	if r.OwnerReply != nil {
		out.OwnerReply = &review.ReplyRecord{Text: r.OwnerReply.Text, Date: r.OwnerReply.Date.String()}
	}
	return out
}
