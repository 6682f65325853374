package grpcserver_test

import (
	"errors"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// wanted returns the issues of an error, of which there must be so many.
func wanted(t *testing.T, err error, count int) {
	t.Helper()
	if issues, ok := errors.AsType[review.Issues](err); !ok || len(issues) != count {
		t.Errorf("%d issues, want %d: %.200v", len(issues), count, err)
	}
}

// A record or profile with more problems than fit into an answer gets the
// first of them, and a record does not take the others down with it.
func TestMoreIssuesThanFit(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	wrong := record("wrong", 5, "")
	wrong.Technicians = make([]string, 1000)
	out := send(t.Context(), t, s.admin(""), false, record("a", 5, ""), wrong, record("b", 5, ""))
	if out.err != nil || out.result.Added != 2 || out.result.Rejected != 1 || len(out.rejected) != 1 {
		t.Fatalf("%+v, %v, %d rejected", out.result, out.err, len(out.rejected))
	}
	wanted(t, out.rejected[0].Issues, 100)
	profile := &review.Business{ID: "x", Name: "X", SameAs: make([]string, 1000)}
	_, err := s.admin("").ApplyBusiness(t.Context(), profile, review.Origin{})
	wanted(t, err, 100)
}

// A removal says how many ids it takes.
func TestRemovalOfTooMany(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	for _, count := range []int{0, 1001} {
		_, _, err := s.admin("").Remove(t.Context(), make([]review.ID, count), review.Origin{})
		wanted(t, err, 1)
	}
}
