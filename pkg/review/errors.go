package review

import "errors"

// The kinds of failure that travel between processes beside Issues. Their
// texts are fit for the public; what lies behind them is logged where it
// happens and not sent.
var (
	// ErrNotFound says that there never was a review with this id.
	ErrNotFound = errors.New("no review has this id")
	// ErrUnavailable says that the answer exists but cannot be had now; the
	// same request may succeed later.
	ErrUnavailable = errors.New("the review store cannot answer now")
)
