package command

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// listener is one of the two addresses of the store.
type listener int

const (
	readListener listener = iota
	adminListener
)

// callError is a failed call of the store.
type callError struct {
	listener listener
	error
}

// Unwrap returns what failed.
func (e callError) Unwrap() error { return e.error }

// reading marks an error as one of the listener for reading.
func reading(err error) error { return mark(readListener, err) }

// changing marks an error as one of the listener for changing, unless it is
// known to be one of the other.
func changing(err error) error {
	if _, ok := errors.AsType[callError](err); ok {
		return err
	}
	return mark(adminListener, err)
}

func mark(l listener, err error) error {
	if err == nil {
		return nil
	}
	return callError{l, err}
}

// webError is an error of a topic or of its hub, which tells by itself what is
// wrong: the store has no part in it.
type webError struct{ error }

// Unwrap returns what failed.
func (e webError) Unwrap() error { return e.error }

// explain turns an error into a sentence that says what to do.
func (c *cli) explain(err error) string {
	var issues review.Issues
	var web webError
	var call callError
	_ = errors.As(err, &call) // the zero value is the listener for reading
	address, flag, env := c.storeAddr, "--store-addr", envStoreAddr
	if call.listener == adminListener {
		address, flag, env = c.adminAddr, "--admin-addr", envAdminAddr
	}
	switch {
	case errors.As(err, &issues):
		return err.Error()
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.As(err, &web):
		return err.Error()
	case errors.Is(err, review.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("the store at %s does not answer: start it, or say with %s (%s) where it is", address, flag, env)
	case errors.Is(err, review.ErrNotFound):
		return review.ErrNotFound.Error()
	}
	switch status.Code(err) {
	case codes.Unauthenticated, codes.PermissionDenied:
		return fmt.Sprintf("the store at %s wants the operator's token: set %s or --admin-token-file", address, envToken)
	case codes.Unimplemented:
		return fmt.Sprintf("what answers at %s does not know this call: say with %s (%s) where the store is", address, flag, env)
	case codes.Unknown:
		return err.Error()
	default:
		return fmt.Sprintf("the store at %s failed: %s", address, message(err))
	}
}

// message returns what the store said, without what was wrapped around it.
func message(err error) string {
	var answer interface{ GRPCStatus() *status.Status }
	if errors.As(err, &answer) {
		return answer.GRPCStatus().Message()
	}
	return err.Error()
}
