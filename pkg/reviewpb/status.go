package reviewpb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// internalMessage is all that a peer learns of an error that is not its own.
const internalMessage = "internal error"

// Status returns the gRPC status error for a domain error. Issues become
// INVALID_ARGUMENT with google.rpc.BadRequest details; an unknown error
// becomes INTERNAL without its text, which may hold what nobody should see.
func Status(err error) error {
	var issues review.Issues
	switch {
	case err == nil:
		return nil
	case errors.As(err, &issues):
		return badRequest(issues)
	case errors.Is(err, review.ErrNotFound):
		return status.Error(codes.NotFound, review.ErrNotFound.Error())
	case errors.Is(err, review.ErrUnavailable):
		return status.Error(codes.Unavailable, review.ErrUnavailable.Error())
	case errors.Is(err, context.Canceled):
		return status.Error(codes.Canceled, "canceled")
	case errors.Is(err, context.DeadlineExceeded):
		return status.Error(codes.DeadlineExceeded, "deadline exceeded")
	}
	if s, ok := status.FromError(err); ok {
		return s.Err()
	}
	return status.Error(codes.Internal, internalMessage)
}

// Error returns the domain error that a gRPC status error stands for. A store
// that cannot be reached, or does not answer in time, is review.ErrUnavailable.
func Error(err error) error {
	s, ok := status.FromError(err)
	if !ok || err == nil {
		return err
	}
	switch s.Code() {
	case codes.InvalidArgument:
		if issues := issuesOf(s); len(issues) > 0 {
			return issues
		}
		return err
	case codes.NotFound:
		return review.ErrNotFound
	case codes.Unavailable, codes.DeadlineExceeded:
		return fmt.Errorf("%w: %s", review.ErrUnavailable, s.Message())
	default:
		return err
	}
}

func badRequest(issues review.Issues) error {
	details := &errdetails.BadRequest{}
	for _, issue := range issues {
		details.FieldViolations = append(details.FieldViolations, &errdetails.BadRequest_FieldViolation{
			Field:       strings.Join(issue.Path, "."),
			Reason:      strings.ToUpper(string(issue.Code)),
			Description: issue.Message,
		})
	}
	s := status.New(codes.InvalidArgument, issues.Error())
	if detailed, err := s.WithDetails(details); err == nil {
		s = detailed
	}
	return s.Err()
}

func issuesOf(s *status.Status) review.Issues {
	var issues review.Issues
	for _, detail := range s.Details() {
		request, ok := detail.(*errdetails.BadRequest)
		if !ok {
			continue
		}
		for _, v := range request.GetFieldViolations() {
			issues = append(issues, review.Issue{
				Path:    strings.Split(v.GetField(), "."),
				Code:    review.Code(strings.ToLower(v.GetReason())),
				Message: v.GetDescription(),
			})
		}
	}
	return issues
}
