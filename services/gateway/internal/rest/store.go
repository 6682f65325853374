package rest

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// ask calls the store for a request, if not too many others wait for it.
func ask[T any](a *api, c *gin.Context, call func(context.Context) (T, error)) (T, error) {
	select {
	case a.calls <- struct{}{}:
		defer func() { <-a.calls }()
	default:
		var none T
		return none, review.ErrUnavailable
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), a.StoreTimeout)
	defer cancel()
	return call(ctx)
}
