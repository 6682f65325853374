package grpcserver_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// What is wrong with a record comes back with its line, field and reason,
// while the import goes on; progress counts every record.
func TestImportRejections(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	list := records(1200, "x")
	list[700].Rating = 0
	list[701].Date = "2026-02-30"
	list[702].Text = "a\x00b"
	list[703].Text = strings.Repeat("x", 1<<20)
	out := send(t.Context(), t, s.admin(""), false, list...)
	want := review.ImportResult{Revision: 1, Committed: true, Added: 1196, Rejected: 4}
	if out.err != nil || out.result != want || out.progress != 1200 {
		t.Errorf("%+v, %v, progress %d; want %+v", out.result, out.err, out.progress, want)
	}
	var got []string
	for _, r := range out.rejected {
		got = append(got, strings.Join(r.Issues[0].Path, ".")+" "+string(r.Issues[0].Code))
		if r.Line < 701 || r.Line > 704 || r.Issues[0].Message == "" || len(r.Issues[0].Received) > 500 {
			t.Errorf("line %d: %+v", r.Line, r.Issues)
		}
	}
	wantIssues := []string{"rating out_of_range", "date not_a_date", "text invalid_character", "text too_long"}
	if diff := cmp.Diff(wantIssues, got); diff != "" {
		t.Errorf("rejected (-want +got)\n%s", diff)
	}
	if out := send(t.Context(), t, s.admin(""), true, record("new", 5, ""), record("bad", 0, "")); out.err != nil || out.result.Committed {
		t.Errorf("strict: %+v, %v", out.result, out.err)
	}
}

// Nothing of an import is left when the client goes away before its end.
func TestImportCutOff(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	i, err := s.admin("").Import(ctx, review.ImportOptions{}, storeclient.ImportEvents{Progress: func(int) { cancel() }})
	if err != nil {
		t.Fatal(err)
	}
	for n, r := range records(2000, "x") {
		if err := i.Add(n+1, r); err != nil {
			break
		}
	}
	<-ctx.Done()
	if _, err := i.Finish(); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want canceled", err)
	}
	if s := s.catalog.State(); s.Revision != 0 {
		t.Errorf("revision %d", s.Revision)
	}
}

// Imports at the same time do not disturb each other.
func TestImportsAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	var running sync.WaitGroup
	for _, source := range []string{"google", "yelp", "facebook"} {
		admin := s.admin("")
		running.Go(func() {
			list := records(600, "x")
			for i := range list {
				list[i].Source = source
			}
			if out := send(t.Context(), t, admin, true, list...); out.err != nil || out.result.Added != 600 {
				t.Errorf("%+v, %v", out.result, out.err)
			}
		})
	}
	running.Wait()
	if state := s.catalog.State(); state.Revision != 3 || len(state.Reviews) != 1800 {
		t.Errorf("revision %d, %d reviews", state.Revision, len(state.Reviews))
	}
}

// An import has its bound, and its messages their order.
func TestImportProtocol(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	if out := send(t.Context(), t, s.admin(""), false, records(maxRecords+1, "")...); out.result.Added != maxRecords || out.result.Rejected != 1 {
		t.Errorf("%+v, %v", out.result, out.err)
	}
	conn, err := grpc.NewClient(s.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	options := &pb.ImportReviewsRequest{Part: &pb.ImportReviewsRequest_Options{Options: &pb.ImportOptions{}}}
	batch := &pb.ImportReviewsRequest{Part: &pb.ImportReviewsRequest_Records{Records: &pb.RecordBatch{}}}
	for name, messages := range map[string][]*pb.ImportReviewsRequest{
		"records first": {batch},
		"options twice": {options, options},
		"nothing":       {{}},
	} {
		stream, err := pb.NewAdminServiceClient(conn).ImportReviews(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range messages {
			_ = stream.Send(m) // a refusal shows in Recv
		}
		_ = stream.CloseSend()
		if _, err := stream.Recv(); status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestApplyBusiness(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	admin := s.admin("")
	applied, err := admin.ApplyBusiness(t.Context(), reviewtest.Business(), review.Origin{})
	if err != nil || !applied.Changed || applied.Revision != 1 {
		t.Errorf("%+v, %v", applied, err)
	}
	if diff := cmp.Diff(reviewtest.Business(), s.catalog.State().Business); diff != "" {
		t.Errorf("profile (-sent +kept)\n%s", diff)
	}
	_, err = admin.ApplyBusiness(t.Context(), &review.Business{}, review.Origin{})
	if issues, ok := errors.AsType[review.Issues](err); !ok || len(issues) == 0 {
		t.Errorf("an empty profile: %v, want issues", err)
	}
}

func TestRemoveBounds(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	mustSend(t, s.admin(""), record("a", 5, ""))
	ids := make([]review.ID, 1001)
	for i := range ids {
		ids[i] = review.NewID("google", "a")
	}
	for name, list := range map[string][]review.ID{"too many": ids, "none": nil} {
		if _, _, err := s.admin("").Remove(t.Context(), list, review.Origin{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, id := range map[string]review.ID{"unknown": review.NewID("google", "b"), "no id": "x"} {
		if _, _, err := s.admin("").Remove(t.Context(), []review.ID{id}, review.Origin{}); !errors.Is(err, review.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if revision, n, err := s.admin("").Remove(t.Context(), ids[:1000], review.Origin{}); revision != 2 || n != 1 || err != nil {
		t.Errorf("revision %d, %d removed, %v", revision, n, err)
	}
}

// Who changes something must know the token; who reads need not.
func TestToken(t *testing.T) {
	t.Parallel()
	s := start(t, "secret")
	for _, token := range []string{"", "wrong", "secret "} {
		admin := s.admin(token)
		_, _, removeErr := admin.Remove(t.Context(), []review.ID{review.NewID("google", "a")}, review.Origin{})
		out := send(t.Context(), t, admin, false, record("a", 5, ""))
		for _, err := range []error{removeErr, out.err} {
			var answer interface{ GRPCStatus() *status.Status }
			if !errors.As(err, &answer) || answer.GRPCStatus().Code() != codes.Unauthenticated {
				t.Errorf("token %q: %v", token, err)
			}
		}
	}
	mustSend(t, s.admin("secret"), record("a", 5, ""))
	if r, err := s.client().Revision(t.Context()); r != 1 || err != nil {
		t.Errorf("revision %d, %v", r, err)
	}
}

// A deadline of the caller ends a call that waits.
func TestDeadline(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.client().Snapshot(ctx, 5, 0); !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("%v, want unavailable", err)
	}
}
