package rest

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/services/gateway/internal/board"
)

// allowedHeaders are what scripts on other sites may send. Authorization is
// among them because it is ignored, not forbidden.
const allowedHeaders = "Accept, Authorization, Content-Type, If-Modified-Since, If-None-Match, Last-Event-ID, " +
	"MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id"

// preflightAge is how long a browser may remember what it was told, in
// seconds.
const preflightAge = "86400"

// shared are header fields that go into many answers, made once: nobody may
// write to them.
type shared struct {
	origin, expose, nosniff, link []string
}

func newShared() shared {
	return shared{
		origin:  []string{"*"},
		expose:  []string{"ETag, Last-Modified, Link, Retry-After, Mcp-Session-Id, X-Revision"},
		nosniff: []string{"nosniff"},
		link:    []string{board.ServiceLink(nil)},
	}
}

// share sets the header fields of every answer, errors included.
func (a *api) share(c *gin.Context) {
	h := c.Writer.Header()
	h["Access-Control-Allow-Origin"] = a.shared.origin
	h["Access-Control-Expose-Headers"] = a.shared.expose
	h["X-Content-Type-Options"] = a.shared.nosniff
	if e := a.Board.Current(); e != nil {
		e.Describe(h)
	} else {
		h["Link"] = a.shared.link
	}
}

// preflight answers OPTIONS, which a browser sends before a script on another
// site may make a request that is out of the ordinary (Fetch §3.2.2).
func preflight(allow string) gin.HandlerFunc {
	return func(c *gin.Context) {
		c.Header("Allow", allow)
		c.Header("Access-Control-Allow-Methods", allow)
		c.Header("Access-Control-Allow-Headers", allowedHeaders)
		c.Header("Access-Control-Max-Age", preflightAge)
		c.Status(http.StatusNoContent)
	}
}
