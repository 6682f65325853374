package grpcserver_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/reviewdata/reviewdata/pkg/review"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// largest returns records whose members are as long as they may be, in
// characters of four bytes.
func largest(source string, count int) []review.Record {
	fill := func(n int) string { return strings.Repeat("😀", n) }
	names := make([]string, review.MaxMentions)
	for i := range names {
		names[i] = string(rune('😀'+i)) + fill(review.MaxAuthorLength-1)
	}
	url := "https://example.com/"
	url += fill(review.MaxURLLength - len(url))
	out := records(count, fill(review.MaxTextLength))
	for i := range out {
		r := &out[i]
		r.Source, r.Author, r.AuthorAvatarURL, r.SourceURL = source, fill(review.MaxAuthorLength), url, url
		r.Technicians, r.Services = names, names
		r.OwnerReply = &review.ReplyRecord{Text: fill(review.MaxTextLength), Date: r.Date}
	}
	return out
}

// The largest reviews fit into the answer to a search, on the longest page.
// What comes in parts fits into the 4 MiB that every gRPC client takes, also
// where reviews are large without having a long text.
func TestLargestReviews(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	silent := largest("yelp", 40)
	for i := range silent {
		silent[i].Text, silent[i].Date = "", "2026-02-01" // behind the others, in parts of their own
	}
	mustSend(t, s.admin(""), append(largest("google", review.MaxLimit), silent...)...)
	page, err := s.client().Search(t.Context(), review.Query{Text: "😀", Limit: review.MaxLimit}, 1)
	if err != nil || len(page.Reviews) != review.MaxLimit {
		t.Errorf("search: %d reviews, %v", len(page.Reviews), err)
	}

	conn, err := grpc.NewClient(s.addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	client, want := pb.NewReviewServiceClient(conn), len(s.catalog.State().Reviews)
	stream, err := client.GetSnapshot(t.Context(), &pb.GetSnapshotRequest{})
	if err != nil {
		t.Fatal(err)
	}
	reviews := 0
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("snapshot: %v", err)
		}
		reviews += len(part.GetReviews().GetReviews())
	}
	changes, next := 0, &pb.ListChangesRequest{Limit: review.MaxChangesLimit}
	for more := true; more; {
		page, err := client.ListChanges(t.Context(), next)
		if err != nil {
			t.Fatalf("changes: %v", err)
		}
		changes += len(page.GetChanges())
		next.Cursor, more = page.GetNextCursor(), page.GetHasMore()
	}
	if reviews != want || changes != want {
		t.Errorf("%d reviews and %d changes, want %d", reviews, changes, want)
	}
}
