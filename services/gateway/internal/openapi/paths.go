package openapi

import (
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/schema"
)

const about = `Every address can be read without a key and without an account; an ` + "`Authorization`" + ` header is ignored. ` +
	`GET and HEAD are understood wherever reviews are read, OPTIONS everywhere; any other method is answered 405 with ` + "`Allow`" + `.

Every answer names in ` + "`X-Revision`" + ` the revision of the data it was made from: a number that grows by one with every change. ` +
	`Answers have an ` + "`ETag`" + ` for each content coding; send it back in ` + "`If-None-Match`" + ` and get 304 while nothing has changed.`

// The groups of operations.
const (
	tagDocuments = "documents"
	tagQueries   = "queries"
	tagServices  = "services"
)

func tags() []tag {
	return []tag{
		{tagDocuments, "The same for everybody, prepared once for each revision."},
		{tagQueries, "What a client asks for in particular."},
		{tagServices, "MCP for agents, WebSub for subscribers."},
	}
}

// paths is the table of all operations.
func paths() map[string]pathItem {
	return map[string]pathItem{
		document.PathReviews:  get("getReviews", "The whole data set", tagDocuments, body[document.ReviewsBody]("The data set.")),
		document.PathInsights: get("getInsights", "What the reviews say, taken together", tagDocuments, body[document.InsightsBody]("The insights.")),
		document.PathJSONFeed: get("getJSONFeed", "The 50 newest reviews as JSON Feed 1.1", tagDocuments, body[document.JSONFeedBody]("The feed.")),
		document.PathAtom:     get("getAtomFeed", "The 50 newest reviews as Atom (RFC 4287)", tagDocuments, text("The feed.", document.TypeAtom)),
		document.PathOpenAPI:  get("getOpenAPI", "This description", tagDocuments, object("The description.")),
		document.PathLLMs:     get("getLLMs", "An overview for language models", tagDocuments, text("Markdown.", "text/plain; charset=utf-8")),
		document.PathSearch: get("searchReviews", "Filtered search", tagQueries, body[document.SearchBody]("The matching reviews, newest first."),
			searchParameters()...).with("400"),
		document.PathSince + "{date}": get("listReviewsSince", "Reviews on or after a date", tagQueries, body[document.SinceBody]("The reviews, newest first."),
			parameter{Name: "date", In: "path", Required: true, Description: "First date.", Schema: date(), Example: "2026-01-01"}).with("400"),
		document.PathChanges: get("listChanges", "Everything that was added, changed or deleted, oldest first", tagQueries, body[document.ChangesBody]("One page of the changes."),
			changesParameters()...).with("400"),
		document.PathReview + "{id}": get("getReview", "One review", tagQueries, body[document.ReviewBody]("The review."),
			parameter{Name: "id", In: "path", Required: true, Description: "Id of the review, in either letter case.", Schema: id()}).with("404").with("410"),
		document.PathMCP:       mcp(),
		document.PathHub:       hub(),
		document.PathHubStatus: hubStatus(),
	}
}

// get is an address that is read. It can always answer 304, and refuse what
// every address refuses.
func get(id, summary, group string, ok response, parameters ...parameter) pathItem {
	op := operation{
		OperationID: id,
		Summary:     summary,
		Tags:        []string{group},
		Parameters:  append(parameters, sharedRef("IfNoneMatch"), sharedRef("IfModifiedSince")),
		Responses:   map[string]response{"200": ok},
	}
	return pathItem{Get: &op}.with("304").with("405").with("406").with("412").with("414").with("429").with("500").with("503")
}

// with adds one of the shared answers to the address.
func (p pathItem) with(status string) pathItem {
	for _, op := range []*operation{p.Get, p.Post, p.Delete} {
		if op != nil {
			op.Responses[status] = response{Ref: "#/components/responses/" + status}
		}
	}
	return p
}

func searchParameters() []parameter {
	words := fmt.Sprintf("At most %d characters.", review.MaxQueryLength)
	return []parameter{
		query("rating", "Exact number of stars.", upTo("integer", review.MaxRating)),
		query("min_rating", "Least number of stars, inclusive; may be fractional.", upTo("number", review.MaxRating)),
		query("since", "Only reviews on or after this date. Must not be after until.", date()),
		query("until", "Only reviews on or before this date.", date()),
		query("query", "Substring of the text, without regard to letter case. "+words, phrase()),
		query("mentions_technician", "Full or first name of a technician the review mentions, without regard to letter case. "+words, phrase()),
		query("mentions_service", "Id or label of a service the review mentions, without regard to letter case. "+words, phrase()),
		query("limit", "Most reviews returned.", byDefault(upTo("integer", review.MaxLimit), review.DefaultLimit)),
		query("cursor", "The next_cursor of the page before, with the same filters.", nonEmpty()),
	}
}

// SearchParameters returns the names of the parameters of a search.
func SearchParameters() []string {
	var names []string
	for _, p := range searchParameters() {
		names = append(names, p.Name)
	}
	return names
}

func changesParameters() []parameter {
	return []parameter{
		query("cursor", "The next_cursor of the page before; without it, the feed begins at the beginning.", nonEmpty()),
		query("limit", "Most changes returned.", byDefault(upTo("integer", review.MaxChangesLimit), review.DefaultChangesLimit)),
	}
}

func query(name, description string, s *jsonschema.Schema) parameter {
	return parameter{Name: name, In: "query", Description: description, Schema: s}
}

func body[T any](description string) response {
	return ok(description, document.TypeJSON, schema.Ref[T]())
}

func text(description, contentType string) response {
	return ok(description, contentType, &jsonschema.Schema{Type: "string"})
}

func object(description string) response {
	return ok(description, document.TypeJSON, &jsonschema.Schema{Type: "object"})
}
