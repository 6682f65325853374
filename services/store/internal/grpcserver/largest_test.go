package grpcserver_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reviewdata/reviewdata/pkg/review"
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

// The largest reviews fit into every answer, on the longest page, and so do
// those that are large without having a long text.
func TestLargestReviews(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	silent := largest("yelp", 130)
	for i := range silent {
		silent[i].Text, silent[i].Date = "", "2026-02-01" // behind the others, in batches of their own
	}
	mustSend(t, s.admin(""), append(largest("google", review.MaxLimit), silent...)...)
	client, want := s.client(), s.catalog.State().Snapshot

	got, err := client.Snapshot(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Reviews, got.Reviews, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("snapshot (-store +client)\n%.2000s", diff)
	}
	page, err := client.Search(t.Context(), review.Query{Text: "😀", Limit: review.MaxLimit}, 1)
	if err != nil || len(page.Reviews) != review.MaxLimit {
		t.Errorf("search: %d reviews, %v", len(page.Reviews), err)
	}
	changes, cursor := 0, ""
	for more := true; more; {
		page, err := client.Changes(t.Context(), cursor, review.MaxChangesLimit, 1)
		if err != nil {
			t.Fatal(err)
		}
		changes += len(page.Changes)
		cursor, more = page.NextCursor, page.HasMore
	}
	if changes != len(want.Reviews) {
		t.Errorf("%d changes of %d reviews", changes, len(want.Reviews))
	}
}
