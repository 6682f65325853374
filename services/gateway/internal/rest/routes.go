package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/services/gateway/internal/discovery"
)

// route is what one path answers.
type route struct {
	path    string // in the notation of gin
	methods []string
	handler gin.HandlerFunc
}

// routes lists every path of the public origin.
func (a *api) routes() []route {
	read := []string{http.MethodGet, http.MethodHead}
	return []route{
		{discovery.PathHome, read, a.home},
		{document.PathReviews, read, a.document},
		{document.PathInsights, read, a.document},
		{document.PathJSONFeed, read, a.document},
		{document.PathAtom, read, a.document},
		{document.PathSearch, read, a.search},
		{document.PathSince + ":date", read, a.since},
		{document.PathChanges, read, a.changes},
		{document.PathReview + ":id", read, a.review},
		{document.PathOpenAPI, read, a.document},
		{document.PathLLMs, read, a.document},
		{discovery.PathRobots, read, a.document},
		{document.PathMCP, []string{http.MethodGet, http.MethodPost, http.MethodDelete}, gin.WrapH(a.MCP)},
		{document.PathHub, []string{http.MethodPost}, gin.WrapH(a.Hub)},
		{document.PathHubStatus, []string{http.MethodPost}, gin.WrapH(a.Hub)},
	}
}

// register tells gin what to do with a request.
func (a *api) register() {
	a.engine.Use(a.observe, a.guard, a.share, a.admit)
	for _, r := range a.routes() {
		a.engine.Match(r.methods, r.path, r.handler)
		allow := strings.Join(slices.Concat(r.methods, []string{http.MethodOptions}), ", ")
		a.engine.OPTIONS(r.path, preflight(allow))
	}
	for _, path := range []string{document.PathHub, document.PathHubStatus} { // the hub refuses it, and says what to send
		a.engine.Match([]string{http.MethodGet, http.MethodHead}, path, gin.WrapH(a.Hub))
	}
	a.engine.NoRoute(a.unknownPath)
	a.engine.NoMethod(a.unknownMethod)
}
