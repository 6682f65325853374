package rest

import (
	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/services/gateway/internal/board"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// document serves the document of the board at the path of the route.
func (a *api) document(c *gin.Context) {
	if e, ok := a.edition(c); ok {
		a.serve(c, e.Resource(c.FullPath()))
	}
}

// home serves the page for people, which may load nothing from anywhere.
func (a *api) home(c *gin.Context) {
	c.Header("Content-Security-Policy", a.HomePolicy)
	a.document(c)
}

// edition returns what the board shows. Before its first snapshot it says so
// to the client and returns false.
func (a *api) edition(c *gin.Context) (*board.Edition, bool) {
	e := a.Board.Current()
	if e == nil {
		a.fail(c, errNotYet)
	}
	return e, e != nil
}

// serve answers with a resource.
func (a *api) serve(c *gin.Context, r *resource.Resource) {
	if err := r.Serve(c.Writer, c.Request); err != nil {
		a.fail(c, err)
	}
}

// fields returns the header fields of answers of the store.
func (a *api) fields() resource.Fields {
	if e := a.Board.Current(); e != nil {
		return e.Fields()
	}
	return resource.Fields{CacheControl: a.CacheControl, Link: board.ServiceLink(nil)}
}
