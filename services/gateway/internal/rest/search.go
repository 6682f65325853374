package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// search answers a filtered search, at least as new as the documents.
func (a *api) search(c *gin.Context) {
	q, err := review.ParseQuery(c.Request.URL.RawQuery)
	if err != nil {
		a.fail(c, err)
		return
	}
	page, err := ask(a, c, func(ctx context.Context) (review.SearchPage, error) {
		return a.Store.Search(ctx, q, a.Board.Revision())
	})
	if err != nil {
		a.fail(c, err)
		return
	}
	a.serve(c, resource.NewOnDemand(document.Search(page), a.fields(), a.Encoder))
}
