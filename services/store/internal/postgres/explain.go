package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// explain says what the operator can do about the failures that have a known
// cause. One that may pass is review.ErrUnavailable. The codes are those of
// appendix A of PostgreSQL's manual.
func explain(err error) error {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return explainCode(failure.Code, err)
	}
	if lost(err) && !errors.Is(err, context.Canceled) {
		return unavailable(err)
	}
	return err
}

// lost reports whether there was no connection, or no longer.
func lost(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	return pgconn.SafeToRetry(err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn)
}

func explainCode(code string, err error) error {
	switch {
	case strings.HasPrefix(code, "28"):
		return &reviewdb.AdviceError{Advice: "the server refuses the user or the password of the URL", Err: err}
	case code == "3D000" || code == "3F000":
		return &reviewdb.AdviceError{Advice: "the database or schema is not there: create it first", Err: err}
	case code == "42501":
		return &reviewdb.AdviceError{Advice: "the user of the URL may not make or use the tables: grant it create on the schema", Err: err}
	case code == "25006":
		return &reviewdb.AdviceError{Advice: "the server is read-only: give the URL of the primary", Err: err}
	case code == "53100":
		return &reviewdb.AdviceError{Advice: "the disk of the database server is full: make room, nothing was written", Err: err}
	case code == "25P03", strings.HasPrefix(code, "08"), strings.HasPrefix(code, "57P"), strings.HasPrefix(code, "53"), strings.HasPrefix(code, "40"):
		return unavailable(err)
	default:
		return err
	}
}

func unavailable(err error) error {
	return fmt.Errorf("%w: the database does not answer: %w", review.ErrUnavailable, err)
}
