package reviewpb_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		err  error
		want codes.Code
	}{
		"none":          {nil, codes.OK},
		"issues":        {fmt.Errorf("search: %w", review.Issues{{Path: []string{"rating"}}}), codes.InvalidArgument},
		"not found":     {fmt.Errorf("get: %w", review.ErrNotFound), codes.NotFound},
		"unavailable":   {review.ErrUnavailable, codes.Unavailable},
		"canceled":      {context.Canceled, codes.Canceled},
		"late":          {context.DeadlineExceeded, codes.DeadlineExceeded},
		"status":        {status.Error(codes.Unauthenticated, "no token"), codes.Unauthenticated},
		"anything else": {errors.New("open /secret/path: no such file"), codes.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := reviewpb.Status(test.err)
			if status.Code(got) != test.want {
				t.Errorf("Status(%v) = %v, want %v", test.err, got, test.want)
			}
			if got != nil && strings.Contains(got.Error(), "secret") {
				t.Errorf("%v leaks the cause", got)
			}
		})
	}
}

func TestErrorBringsIssuesBack(t *testing.T) {
	t.Parallel()
	want := review.Issues{
		{Path: []string{"owner_reply", "date"}, Code: review.CodeNotADate, Message: "owner_reply.date must be a date"},
		{Path: []string{"rating"}, Code: review.CodeOutOfRange, Message: "rating must be an integer from 1 to 5"},
	}
	var got review.Issues
	if err := reviewpb.Error(reviewpb.Status(want)); !errors.As(err, &got) {
		t.Fatalf("Error = %v, want issues", err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestErrorKinds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		code codes.Code
		want error
	}{
		{codes.NotFound, review.ErrNotFound},
		{codes.Unavailable, review.ErrUnavailable},
		{codes.DeadlineExceeded, review.ErrUnavailable},
	} {
		if err := reviewpb.Error(status.Error(test.code, "x")); !errors.Is(err, test.want) {
			t.Errorf("Error(%v) = %v, want %v", test.code, err, test.want)
		}
	}
	if err := reviewpb.Error(nil); err != nil {
		t.Errorf("Error(nil) = %v", err)
	}
}
