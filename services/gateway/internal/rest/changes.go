package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// changes answers one page of the change feed. Who follows it wants to know
// now, so caches must ask each time.
func (a *api) changes(c *gin.Context) {
	cursor, limit, err := review.ParseChangesQuery(c.Request.URL.RawQuery)
	if err != nil {
		a.fail(c, err)
		return
	}
	page, err := ask(a, c, func(ctx context.Context) (review.ChangePage, error) {
		return a.Store.Changes(ctx, cursor, limit, a.Board.Revision())
	})
	if err != nil {
		a.fail(c, err)
		return
	}
	f := a.fields()
	f.CacheControl = "no-cache"
	a.serve(c, resource.NewOnDemand(document.Changes(page), f, a.Encoder))
}
