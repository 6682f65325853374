package document

// The paths of the public origin. Those that end in a slash are completed
// with a date or an id.
const (
	PathReviews  = "/reviews.json"
	PathInsights = "/insights.json"
	PathJSONFeed = "/api/feed.json"
	PathAtom     = "/feed.xml"
	PathSearch   = "/api/reviews/search"
	PathSince    = "/api/reviews/since/"
	PathChanges  = "/api/reviews/changes"
	PathReview   = "/reviews/"
	PathOpenAPI  = "/openapi.json"
	PathLLMs     = "/llms.txt"
	PathMCP      = "/mcp"
	PathHub      = "/api/websub/hub"
	// PathHubStatus is where a subscriber asks how its subscription is.
	PathHubStatus = PathHub + "/status"
)

// Topics returns the paths of the documents one can subscribe to.
func Topics() []string {
	return []string{PathAtom, PathJSONFeed, PathReviews}
}
