package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/problem"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// errNotYet says that there is no snapshot so far.
var errNotYet = fmt.Errorf("no snapshot yet: %w", review.ErrUnavailable)

// retryAfter is when to come back while the store is away; it looks for the
// store about that often itself.
const retryAfter = 2 * time.Second

// statusClientGone is what the log says of a request whose client did not wait
// for the answer. Only one that ended its side of the connection, and still
// reads, can see it.
const statusClientGone = 499

// fail answers a request that err kept from being answered. The log line of
// the request has err, unless the client is to blame.
func (a *api) fail(c *gin.Context, err error) {
	issues, isInvalid := errors.AsType[review.Issues](err)
	switch {
	case isInvalid:
		a.refuse(c, invalid(c, issues))
	case errors.Is(err, review.ErrNotFound):
		a.refuse(c, problem.Problem{Status: http.StatusNotFound, Detail: "No review has this id."})
	case errors.Is(err, resource.ErrNotAcceptable):
		a.refuse(c, problem.Problem{Status: http.StatusNotAcceptable, Detail: "Accept-Encoding must admit one of zstd, br, gzip and identity."})
	case errors.Is(err, resource.ErrPrecondition):
		a.refuse(c, problem.Problem{Status: http.StatusPreconditionFailed, Detail: "What If-Match or If-Unmodified-Since asks for is not the current state; ask without them."})
	case c.Request.Context().Err() != nil:
		c.Status(statusClientGone)
	case errors.Is(err, review.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		_ = c.Error(err)
		a.refuse(c, problem.Problem{
			Status:     http.StatusServiceUnavailable,
			Detail:     "The reviews cannot be read at the moment; the same request may succeed later.",
			RetryAfter: retryAfter,
		})
	default:
		_ = c.Error(err)
		a.refuse(c, ourFault())
	}
}

// ourFault is all that a client learns of what goes wrong inside.
func ourFault() problem.Problem {
	return problem.Problem{Status: http.StatusInternalServerError, Detail: "The fault is ours and has been noted."}
}

// invalid is the problem of a request with wrong parameters.
func invalid(c *gin.Context, issues review.Issues) problem.Problem {
	title := "Invalid query parameters"
	if c.Param("date") != "" {
		title = "Invalid parameters"
	}
	return problem.Problem{Status: http.StatusBadRequest, Title: title, Issues: issues}
}

// refuse answers with a problem; nothing further looks at the request. Gin
// would write an answer of its own where there is no body, as to HEAD.
func (a *api) refuse(c *gin.Context, p problem.Problem) {
	p.Write(c.Writer, c.Request)
	c.Writer.WriteHeaderNow()
	c.Abort()
}

func (a *api) unknownPath(c *gin.Context) {
	a.refuse(c, problem.Problem{Status: http.StatusNotFound, Detail: "There is nothing at this path; " + document.PathOpenAPI + " lists what there is."})
}

func (a *api) unknownMethod(c *gin.Context) {
	a.refuse(c, problem.Problem{Status: http.StatusMethodNotAllowed, Detail: "The methods of this path are " + c.Writer.Header().Get("Allow") + "."})
}

// guard keeps a panic from ending more than its request.
func (a *api) guard(c *gin.Context) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(cause) // an answer from behind broke off: so must ours
		}
		a.logPanic(c, cause)
		if c.Writer.Written() {
			panic(http.ErrAbortHandler)
		}
		a.refuse(c, ourFault())
	}()
	c.Next()
}
