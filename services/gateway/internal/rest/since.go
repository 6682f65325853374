package rest

import (
	"errors"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// since lists the reviews on or after the date in the path.
func (a *api) since(c *gin.Context) {
	date, err := parseSince(c.Param("date"), c.Request.URL.RawQuery)
	if err != nil {
		a.fail(c, err)
		return
	}
	e, ok := a.edition(c)
	if !ok {
		return
	}
	listing, err := e.Since(c.Request.Context(), date, coding.Accept(c.Request.Header["Accept-Encoding"]))
	if err != nil {
		a.fail(c, err)
		return
	}
	a.serve(c, listing)
}

// parseSince reads the date; there are no parameters beside it. All problems
// are reported at once.
func parseSince(text, query string) (review.Date, error) {
	var issues review.Issues
	date, err := review.ParseDate(text)
	if err != nil {
		issues = append(issues, review.Issue{
			Path:     []string{"date"},
			Code:     review.CodeNotADate,
			Message:  "date must be a date of the calendar as YYYY-MM-DD",
			Received: review.Excerpt(text),
		})
	}
	if unknown, ok := errors.AsType[review.Issues](review.NoParameters(query)); ok {
		issues = append(issues, unknown...)
	}
	return date, issues.Err()
}
