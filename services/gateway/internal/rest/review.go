package rest

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/problem"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// review serves one review, or says that it is gone or never was.
func (a *api) review(c *gin.Context) {
	id, err := review.ParseID(c.Param("id"))
	if err != nil {
		a.fail(c, review.ErrNotFound)
		return
	}
	e, ok := a.edition(c)
	if !ok {
		return
	}
	if r, ok := e.Review(id); ok {
		a.serve(c, resource.NewOnDemand(document.Review(e.Snapshot, r), e.Fields(), a.Encoder))
		return
	}
	if t, ok := e.Tombstone(id); ok {
		day := review.DateOf(t.DeletedAt.UTC()).String()
		a.refuse(c, problem.Problem{Status: http.StatusGone, Detail: "This review was deleted on " + day + "."})
		return
	}
	a.fail(c, review.ErrNotFound)
}
