package grpcserver_test

import (
	"errors"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// A snapshot comes whole, however large.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	admin := s.admin("")
	if _, err := admin.ApplyBusiness(t.Context(), reviewtest.Business(), review.Origin{}); err != nil {
		t.Fatal(err)
	}
	mustSend(t, admin, records(700, "Gazi fixed it. "+strings.Repeat("x", 9000))...) // 6 MB
	if _, _, err := admin.Remove(t.Context(), []review.ID{review.NewID("google", "7")}, review.Origin{}); err != nil {
		t.Fatal(err)
	}
	client := s.client()
	got, err := client.Snapshot(t.Context(), 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.catalog.State().Snapshot, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("snapshot (-store +client)\n%.2000s", diff)
	}
	if again, err := client.Snapshot(t.Context(), 0, got.Revision); err != nil || again != nil {
		t.Errorf("known revision: %v, %v", again, err)
	}
	if next, err := client.Snapshot(t.Context(), got.Revision, got.Revision-1); err != nil || next == nil {
		t.Errorf("an older known revision: %v, %v", next, err)
	}
}

func TestRevision(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	for want := range review.Revision(3) {
		if got, err := s.client().Revision(t.Context()); err != nil || got != want {
			t.Errorf("%d, %v; want %d", got, err, want)
		}
		mustSend(t, s.admin(""), record(strconv.Itoa(int(want)), 5, ""))
	}
}

// The longest texts on the longest page fit into one answer.
func TestSearchOfLongTexts(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	mustSend(t, s.admin(""), records(150, strings.Repeat("😀", review.MaxTextLength))...)
	page, err := s.client().Search(t.Context(), review.Query{Limit: review.MaxLimit}, 1)
	if err != nil || len(page.Reviews) != review.MaxLimit || page.Matched != 150 || page.Revision != 1 {
		t.Fatalf("%d of %d reviews at revision %d, %v", len(page.Reviews), page.Matched, page.Revision, err)
	}
	next, issues := review.ParseQuery("limit=100&cursor=" + page.NextCursor)
	if issues != nil {
		t.Fatal(issues)
	}
	rest, err := s.client().Search(t.Context(), next, 1)
	if err != nil || len(rest.Reviews) != 50 || rest.NextCursor != "" {
		t.Errorf("second page: %d reviews, cursor %q, %v", len(rest.Reviews), rest.NextCursor, err)
	}
}

// A wrong query is told as google.rpc.BadRequest, which the client turns into
// issues again.
func TestSearchSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	conn, err := grpc.NewClient(s.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = pb.NewReviewServiceClient(conn).SearchReviews(t.Context(), &pb.SearchReviewsRequest{Rating: 9, Limit: 500})
	answer := status.Convert(err)
	if answer.Code() != codes.InvalidArgument || len(answer.Details()) != 1 {
		t.Fatalf("%v", err)
	}
	details, _ := answer.Details()[0].(*errdetails.BadRequest)
	var fields []string
	for _, v := range details.GetFieldViolations() {
		fields = append(fields, v.GetField()+" "+v.GetReason())
	}
	if diff := cmp.Diff([]string{"rating OUT_OF_RANGE", "limit OUT_OF_RANGE"}, fields); diff != "" {
		t.Errorf("violations (-want +got)\n%s", diff)
	}
	_, err = s.client().Search(t.Context(), review.Query{Limit: 500}, 0)
	if issues, ok := errors.AsType[review.Issues](err); !ok || len(issues) != 1 || issues[0].Path[0] != "limit" {
		t.Errorf("%v, want an issue of limit", err)
	}
}

func TestReview(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	mustSend(t, s.admin(""), record("here", 5, "x"), record("gone", 1, ""))
	if _, _, err := s.admin("").Remove(t.Context(), []review.ID{review.NewID("google", "gone")}, review.Origin{}); err != nil {
		t.Fatal(err)
	}
	client := s.client()
	if c, err := client.Review(t.Context(), review.NewID("google", "here"), 0); err != nil || c.Upsert == nil || c.Upsert.Text != "x" {
		t.Errorf("published: %+v, %v", c, err)
	}
	if c, err := client.Review(t.Context(), review.NewID("google", "gone"), 0); err != nil || c.Delete == nil || c.Delete.Revision != 2 {
		t.Errorf("deleted: %+v, %v", c, err)
	}
	for _, id := range []review.ID{review.NewID("google", "never"), "nonsense"} {
		if _, err := client.Review(t.Context(), id, 0); !errors.Is(err, review.ErrNotFound) {
			t.Errorf("%s: %v, want not found", id, err)
		}
	}
}

// The change feed, page by page, is the snapshot.
func TestChanges(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	mustSend(t, s.admin(""), records(250, "words")...)
	mustSend(t, s.admin(""), record("3", 5, "other words"))
	got, cursor := map[review.ID]review.Review{}, ""
	for more := true; more; {
		page, err := s.client().Changes(t.Context(), cursor, 40, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Changes {
			got[c.ID()] = *c.Upsert
		}
		cursor, more = page.NextCursor, page.HasMore
	}
	want := map[review.ID]review.Review{}
	for _, r := range s.catalog.State().Reviews {
		want[r.ID] = r
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("replayed (-want +got)\n%s", diff)
	}
	for _, limit := range []int{0, -1, review.MaxChangesLimit + 1} {
		_, err := s.client().Changes(t.Context(), "", limit, 0)
		if _, ok := errors.AsType[review.Issues](err); !ok {
			t.Errorf("limit %d: %v, want issues", limit, err)
		}
	}
}

// A reader may ask for a revision that it has heard of; one that does not come
// is a reason to try again later.
func TestRevisionToCome(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	client := s.client()
	found := make(chan error, 1)
	go func() {
		_, err := client.Search(t.Context(), review.Query{Limit: 1}, 1)
		found <- err
	}()
	mustSend(t, s.admin(""), record("a", 5, ""))
	if err := <-found; err != nil {
		t.Error(err)
	}
	if _, err := client.Changes(t.Context(), "", 1, 9); !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("%v, want unavailable", err)
	}
}

// A store that is away, or hangs, is unavailable, soon.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0") // which nobody answers
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for name, addr := range map[string]string{"away": "127.0.0.1:1", "silent": l.Addr().String()} {
		c, err := storeclient.Dial(addr)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		start := time.Now()
		if _, err := c.Revision(t.Context()); !errors.Is(err, review.ErrUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
		if waited := time.Since(start); waited > 10*time.Second {
			t.Errorf("%s: it took %s", name, waited)
		}
	}
}
