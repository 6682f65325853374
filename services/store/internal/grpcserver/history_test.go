package grpcserver_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
)

// code returns the status of an error, whatever was wrapped around it.
func code(err error) codes.Code {
	var answer interface{ GRPCStatus() *status.Status }
	if errors.As(err, &answer) {
		return answer.GRPCStatus().Code()
	}
	return codes.OK
}

func TestDryRun(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	mustSend(t, s.admin(""), record("a", 5, "x"))
	var got []review.Difference
	i, err := s.admin("").Import(t.Context(), review.ImportOptions{DryRun: true, Prune: true}, storeclient.ImportEvents{
		Difference: func(d review.Difference) { got = append(got, d) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := i.Add(7, record("b", 5, "x")); err != nil {
		t.Fatal(err)
	}
	result, err := i.Finish()
	if want := (review.ImportResult{Revision: 1, Added: 1, Pruned: 1}); err != nil || result != want {
		t.Errorf("%+v, %v; want %+v", result, err, want)
	}
	want := []review.Difference{
		{Kind: review.DifferenceAdded, ID: review.NewID("google", "b"), Line: 7},
		{Kind: review.DifferencePruned, ID: review.NewID("google", "a")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("differences (-want +got)\n%s", diff)
	}
}

// What the operator can mend is told.
func TestPruneTooMuch(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	mustSend(t, s.admin(""), records(5, "x")...)
	i, err := s.admin("").Import(t.Context(), review.ImportOptions{Prune: true}, storeclient.ImportEvents{})
	if err != nil {
		t.Fatal(err)
	}
	_ = i.Add(1, record("0", 1, "x")) // Finish says why
	if _, err := i.Finish(); code(err) != codes.FailedPrecondition || !strings.Contains(err.Error(), "lacks 4 of the 5 published reviews of google") {
		t.Errorf("%v", err)
	}
}

func TestForgetAndHistory(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	admin := s.admin("")
	mustSend(t, admin, record("a", 5, "x"), record("b", 5, "x"))
	origin := review.Origin{Actor: "me@here", File: "takedown.txt"}
	revision, removed, err := admin.Forget(t.Context(), []review.ID{review.NewID("google", "a")}, origin)
	if revision != 2 || removed != 1 || err != nil {
		t.Errorf("revision %d, %d removed, %v", revision, removed, err)
	}
	if out := send(t.Context(), t, admin, false, record("a", 5, "x")); out.err != nil || out.result.Forgotten != 1 || out.result.Committed {
		t.Errorf("%+v, %v", out.result, out.err)
	}
	entries, err := admin.History(t.Context(), 0, 2)
	if err != nil || len(entries) != 2 || entries[1].Action != review.ActionForget || entries[1].Origin != origin || entries[1].Result.Removed != 1 {
		t.Errorf("history %+v, %v", entries, err)
	}
	for _, limit := range []int{0, review.MaxHistoryLimit + 1} {
		if _, err := admin.History(t.Context(), 0, limit); err == nil {
			t.Errorf("limit %d: no error", limit)
		}
	}
}

// A backup of several messages comes back whole; a part of it, or something
// else, leaves the store as new as it was.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	from, to := start(t, ""), start(t, "")
	var texts []review.Record
	for i, r := range records(2000, "") {
		r.Text = strings.Repeat(string(rune('a'+i%26))+r.SourceID+" ", 300)
		texts = append(texts, r)
	}
	mustSend(t, from.admin(""), texts...)
	var b bytes.Buffer
	if err := from.admin("").Backup(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	for name, part := range map[string][]byte{"a part": b.Bytes()[:b.Len()-10], "something else": []byte("hello"), "nothing": nil} {
		if _, err := to.admin("").Restore(t.Context(), bytes.NewReader(part), review.Origin{}); code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
	got, err := to.admin("").Restore(t.Context(), bytes.NewReader(b.Bytes()), review.Origin{})
	if want := (storeclient.Restored{Revision: 1, Reviews: 2000}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if diff := cmp.Diff(from.catalog.State().Snapshot, to.catalog.State().Snapshot); diff != "" {
		t.Errorf("(-from +to)\n%.2000s", diff)
	}
	if _, err := to.admin("").Restore(t.Context(), bytes.NewReader(b.Bytes()), review.Origin{}); code(err) != codes.FailedPrecondition {
		t.Errorf("a second time: %v", err)
	}
}
