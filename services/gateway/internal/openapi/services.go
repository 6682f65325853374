package openapi

import (
	"maps"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// mcp is the address of the MCP server.
func mcp() pathItem {
	session := parameter{Name: "Mcp-Session-Id", In: "header", Description: "The session that initialize began; none in versions from 2026-07-28.", Schema: nonEmpty()}
	message := map[string]media{document.TypeJSON: {&jsonschema.Schema{Type: "object", Required: []string{"jsonrpc"}}}}
	item := pathItem{
		Parameters: []parameter{session},
		Post: &operation{
			OperationID: "callMCP",
			Summary:     "Send a message to the MCP server",
			Description: "Model Context Protocol, Streamable HTTP. Accept must list application/json and text/event-stream. All tools only read.",
			Tags:        []string{tagServices},
			RequestBody: &requestBody{Required: true, Content: message},
			Responses: map[string]response{
				"200": {Description: "The JSON-RPC response.", Content: message},
				"202": {Description: "A notification was taken."},
				"400": {Description: "The message is wrong, or its session is missing; a JSON-RPC error.", Content: message},
				"403": {Description: "The site or the name that the server was called by is not allowed; a JSON-RPC error.", Content: message},
				"404": {Description: "The session is over, or there is no such method; a JSON-RPC error.", Content: message},
				"406": {Description: "Accept lacks one of the two media types; a JSON-RPC error.", Content: message},
				"415": {Description: "The body is not application/json; a JSON-RPC error.", Content: message},
			},
		},
		Get: &operation{
			OperationID: "listenMCP",
			Summary:     "Listen to the MCP server, which says nothing unasked",
			Tags:        []string{tagServices},
			Responses:   map[string]response{},
		},
		Delete: &operation{
			OperationID: "endMCP",
			Summary:     "End a session with the MCP server",
			Tags:        []string{tagServices},
			Responses: map[string]response{
				"204": {Description: "The session is over."},
				"400": {Description: "The session is missing; a JSON-RPC error.", Content: message},
				"404": {Description: "The session was over; a JSON-RPC error.", Content: message},
			},
		},
	}
	item = item.with("413").with("429").with("503")
	for _, op := range []*operation{item.Get, item.Delete} {
		op.Responses["405"] = response{Description: "Not in this version of the protocol; a JSON-RPC error.", Content: message}
	}
	return item
}

// hub is the address of the WebSub hub.
func hub() pathItem {
	answer := map[string]media{"text/plain": {&jsonschema.Schema{Type: "string"}}}
	refused := refusal("The form is wrong; the text says what to change. Or the request cannot be read.")
	maps.Copy(refused.Content, answer)
	item := pathItem{Post: &operation{
		OperationID: "subscribe",
		Summary:     "Subscribe to a topic, or unsubscribe",
		Description: "WebSub. The callback is asked to confirm; then each change of the topic is sent to it. Three failed deliveries in a row end the subscription.",
		Tags:        []string{tagServices},
		RequestBody: &requestBody{Required: true, Content: map[string]media{"application/x-www-form-urlencoded": {subscription()}}},
		Responses: map[string]response{
			"202": {Description: "The callback will be asked to confirm.", Content: answer},
			"400": refused,
			"415": {Description: "The body is not application/x-www-form-urlencoded.", Content: answer},
		},
		Callbacks: map[string]map[string]pathItem{
			"confirm": {"{$request.body#/hub.callback}": confirmation()},
			"deliver": {"{$request.body#/hub.callback}": delivery()},
		},
	}}
	return item.with("405").with("413").with("429").with("503")
}

// hubStatus is where a subscriber asks how its subscription is.
func hubStatus() pathItem {
	words := map[string]media{"text/plain": {&jsonschema.Schema{Type: "string"}}}
	refused := refusal("The form is wrong. Or the request cannot be read.")
	maps.Copy(refused.Content, words)
	form := subscription()
	form.Properties = map[string]*jsonschema.Schema{"hub.callback": form.Properties["hub.callback"], "hub.topic": form.Properties["hub.topic"]}
	form.Required = []string{"hub.callback", "hub.topic"}
	item := pathItem{Post: &operation{
		OperationID: "getSubscriptionStatus",
		Summary:     "See how a subscription is",
		Description: "Whoever knows the callback may ask. It has the lease, the revision that was delivered last, failures in a row and the outcomes of the last deliveries.",
		Tags:        []string{tagServices},
		RequestBody: &requestBody{Required: true, Content: map[string]media{"application/x-www-form-urlencoded": {form}}},
		Responses: map[string]response{
			"200": object("The subscription; state is active, or pending until the callback has confirmed it."),
			"400": refused,
			"404": {Description: "There is no such subscription.", Content: words},
			"415": {Description: "The body is not application/x-www-form-urlencoded.", Content: words},
		},
	}}
	return item.with("405").with("413").with("429").with("503")
}

// subscription is the form that is sent to the hub.
func subscription() *jsonschema.Schema {
	lease := atLeast(1)
	lease.Description = "How long the subscription shall last. What is too short or too long becomes the nearest that the hub grants: at least 300 and at most 2592000 unless the operator has set other bounds. The confirmation tells which."
	return &jsonschema.Schema{
		Type: "object",
		Properties: map[string]*jsonschema.Schema{
			"hub.mode":          {Type: "string", Enum: []any{"subscribe", "unsubscribe"}},
			"hub.callback":      {Type: "string", Format: "uri", Description: "HTTPS address of the subscriber."},
			"hub.topic":         {Type: "string", Format: "uri", Description: "Address of one of the topics: " + strings.Join(document.Topics(), ", ")},
			"hub.lease_seconds": lease,
			"hub.secret":        {Type: "string", MaxLength: new(199), Description: "Key to sign deliveries with."},
		},
		Required: []string{"hub.mode", "hub.callback", "hub.topic"},
	}
}

// confirmation is what the hub asks a callback.
func confirmation() pathItem {
	text := &jsonschema.Schema{Type: "string"}
	return pathItem{Get: &operation{
		OperationID: "confirmSubscription",
		Summary:     "Confirm the subscription",
		Parameters: []parameter{
			query("hub.mode", "What was asked for; denied announces the end of a subscription.", &jsonschema.Schema{Type: "string", Enum: []any{"subscribe", "unsubscribe", "denied"}}),
			query("hub.topic", "Address of the topic.", text),
			query("hub.challenge", "What the answer must repeat.", text),
			query("hub.lease_seconds", "How long the subscription will last.", atLeast(1)),
			query("hub.reason", "Why a subscription is denied.", text),
		},
		Responses: map[string]response{
			"200": {Description: "Confirmed: the body is hub.challenge.", Content: map[string]media{"text/plain": {text}}},
			"404": {Description: "Refused."},
		},
	}}
}

// delivery is what the hub sends to a callback.
func delivery() pathItem {
	text := &jsonschema.Schema{Type: "string"}
	return pathItem{Post: &operation{
		OperationID: "deliverTopic",
		Summary:     "Take the new content of the topic",
		Description: "The body is what a GET of the topic returns.",
		Parameters: []parameter{
			{Name: "Link", In: "header", Description: "rel=self, the topic, and rel=hub.", Schema: text},
			{Name: "X-Hub-Signature", In: "header", Description: "HMAC of the body under hub.secret.", Schema: text},
			{Name: "X-Revision", In: "header", Description: "Revision of the content.", Schema: atLeast(0)},
			{Name: "Idempotency-Key", In: "header", Description: "The same for every attempt to deliver this content.", Schema: nonEmpty()},
		},
		RequestBody: &requestBody{Required: true, Content: map[string]media{
			document.TypeJSON: {&jsonschema.Schema{Type: "object"}},
			document.TypeAtom: {text},
		}},
		Responses: map[string]response{
			"2XX": {Description: "Taken."},
			"410": {Description: "Never send again."},
		},
	}}
}

// phrase is text to look for.
func phrase() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", MinLength: new(1), MaxLength: new(review.MaxQueryLength)}
}
