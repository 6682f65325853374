package storeclient_test

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// encode returns the wire form of a message.
func encode(t *testing.T, m proto.Message) []byte {
	t.Helper()
	b, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// submitted is what a store got of an import.
type submitted struct {
	strict  bool
	lines   []int64
	largest int   // bytes of a message
	end     error // io.EOF when the client has closed its side
}

// receive takes an import to its end and answers each batch with its progress.
func receive(stream importStream) submitted {
	var got submitted
	for n := 0; ; n++ {
		m, err := stream.Recv()
		if err != nil {
			got.end = err
			return got
		}
		if n == 0 {
			got.strict = m.GetOptions().GetStrict()
			continue
		}
		got.largest = max(got.largest, proto.Size(m))
		for _, r := range m.GetRecords().GetRecords() {
			got.lines = append(got.lines, r.GetLine())
		}
		progress := &pb.ImportProgress{Records: int64(len(got.lines))}
		_ = stream.Send(&pb.ImportReviewsResponse{Part: &pb.ImportReviewsResponse_Progress{Progress: progress}})
	}
}

// Records arrive in their order, in messages of a bearable size, and what the
// store says of them reaches the caller.
func TestImport(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		records int
		text    string
	}{
		{"none", 0, ""},
		{"one", 1, "fine"},
		{"many", 1234, "fine"},
		{"long", 30, strings.Repeat("x", 300_000)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			taken := make(chan submitted, 1)
			rejection := &pb.Rejection{Line: 7, Issues: []*pb.Issue{{Path: []string{"rating"}, Code: "out_of_range", Message: "m", Received: "9"}}}
			c := serve(t, &store{imports: func(stream importStream) error {
				got := receive(stream)
				taken <- got
				_ = stream.Send(&pb.ImportReviewsResponse{Part: &pb.ImportReviewsResponse_Rejection{Rejection: rejection}})
				result := &pb.ImportResult{Revision: 3, Committed: true, Added: int64(len(got.lines)), Rejected: 1}
				return stream.Send(&pb.ImportReviewsResponse{Part: &pb.ImportReviewsResponse_Result{Result: result}})
			}}, "")
			var events []string
			i, err := c.admin.Import(t.Context(), review.ImportOptions{Strict: true}, storeclient.ImportEvents{
				Rejected: func(r review.Rejection) {
					events = append(events, fmt.Sprintf("%d %s %s", r.Line, r.Issues[0].Path, r.Issues[0].Received))
				},
				Progress: func(records int) { events = append(events, strconv.Itoa(records)) },
			})
			if err != nil {
				t.Fatal(err)
			}
			for n := range test.records {
				if err := i.Add(n+1, review.Record{Source: "google", Text: test.text}); err != nil {
					t.Fatal(err)
				}
			}
			result, err := i.Finish()
			want := review.ImportResult{Revision: 3, Committed: true, Added: test.records, Rejected: 1}
			if err != nil || result != want {
				t.Errorf("%+v, %v; want %+v", result, err, want)
			}
			got := <-taken
			if !errors.Is(got.end, io.EOF) || !got.strict || got.largest > 2<<20 || len(got.lines) != test.records {
				t.Errorf("the store got %d records, strict %t, in at most %d bytes, %v", len(got.lines), got.strict, got.largest, got.end)
			}
			for n, line := range got.lines {
				if line != int64(n+1) {
					t.Fatalf("record %d is of line %d", n+1, line)
				}
			}
			last := []string{"7 [rating] 9"}
			if test.records > 0 {
				last = []string{strconv.Itoa(test.records), "7 [rating] 9"}
			}
			if diff := cmp.Diff(last, events[max(0, len(events)-2):]); diff != "" {
				t.Errorf("last events (-want +got)\n%s", diff)
			}
		})
	}
}

// A store that refuses an import says why in Finish, however many records are
// still on their way.
func TestImportRefused(t *testing.T) {
	t.Parallel()
	c := serve(t, &store{imports: func(importStream) error { return status.Error(codes.Unauthenticated, "who are you?") }}, "")
	for _, records := range []int{0, 1, 5000} {
		i, err := c.admin.Import(t.Context(), review.ImportOptions{}, storeclient.ImportEvents{})
		if err != nil {
			t.Fatal(err)
		}
		for n := range records {
			if err := i.Add(n+1, review.Record{Source: "google", Text: strings.Repeat("x", 1000)}); err != nil {
				break
			}
		}
		if _, err := i.Finish(); status.Code(errors.Unwrap(err)) != codes.Unauthenticated {
			t.Errorf("%d records: %v", records, err)
		}
	}
}

// An import without a result did not happen, as far as the caller knows.
func TestImportWithoutResult(t *testing.T) {
	t.Parallel()
	c := serve(t, &store{imports: func(stream importStream) error { receive(stream); return nil }}, "")
	i, err := c.admin.Import(t.Context(), review.ImportOptions{}, storeclient.ImportEvents{})
	if err != nil {
		t.Fatal(err)
	}
	if result, err := i.Finish(); !errors.Is(err, reviewpb.ErrMalformed) {
		t.Errorf("%+v, %v; want %v", result, err, reviewpb.ErrMalformed)
	}
}

// Text that is no UTF-8 cannot travel: the import ends, and the store never
// sees the end of it that would make it commit the rest.
func TestImportOfInvalidUTF8(t *testing.T) {
	t.Parallel()
	taken := make(chan submitted, 1)
	c := serve(t, &store{imports: func(stream importStream) error {
		taken <- receive(stream)
		return status.Error(codes.Canceled, "gone")
	}}, "")
	i, err := c.admin.Import(t.Context(), review.ImportOptions{}, storeclient.ImportEvents{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 600 {
		text := "fine"
		if n == 550 {
			text = "a\xff"
		}
		_ = i.Add(n+1, review.Record{Source: "google", Text: text}) // Finish says why
	}
	if _, err := i.Finish(); err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Errorf("%v, want an error that says what is wrong", err)
	}
	if got := <-taken; errors.Is(got.end, io.EOF) || len(got.lines) > 500 {
		t.Errorf("the store got %d records and then %v", len(got.lines), got.end)
	}
}
