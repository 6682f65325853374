package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/call"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// Store searches the reviews.
type Store interface {
	// Search returns one page of a search at revision min or later.
	Search(ctx context.Context, q review.Query, min review.Revision) (review.SearchPage, error)
}

// Options are what the tools work with.
type Options struct {
	Current      func() *edition.Edition // nil while there is none
	Store        Store
	StoreTimeout time.Duration // for all that one call asks of the store
}

// definition is one tool.
type definition struct {
	name, title, description string
	input                    *jsonschema.Schema
	output                   func() (*jsonschema.Schema, error)
	answer                   func(*request) (*mcp.CallToolResult, error)
}

// request is one call of a tool.
type request struct {
	*box
	*arguments
	ctx     context.Context
	edition *edition.Edition
}

// box holds what the tools share.
type box struct {
	Options
	calls chan struct{} // bounds the calls to the store at a time
}

// callsAtATime is how many calls may wait for the store. The next ones are
// told to come back, instead of piling up behind a store that hangs.
const callsAtATime = 256

// definitions lists the tools in the order of their names.
func definitions() []definition {
	return []definition{
		fetch(),
		getAspectSentiment(),
		getBusiness(),
		getFAQ(),
		getReview(),
		getService(),
		getSummary(),
		getTechnician(),
		getTrend(),
		listTopics(),
		search(),
		searchReviews(),
	}
}

// New returns the tools.
func New(o Options) ([]server.ServerTool, error) {
	b := &box{Options: o, calls: make(chan struct{}, callsAtATime)}
	var tools []server.ServerTool
	for _, d := range definitions() {
		described, err := d.describe()
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", d.name, err)
		}
		tools = append(tools, server.ServerTool{Tool: described, Handler: b.handler(d)})
	}
	return tools, nil
}

// describe returns the tool as clients list it.
func (d definition) describe() (mcp.Tool, error) {
	input, err := json.Marshal(d.input)
	if err != nil {
		return mcp.Tool{}, err
	}
	body, err := d.output()
	if err != nil {
		return mcp.Tool{}, err
	}
	output, err := json.Marshal(portable(body))
	if err != nil {
		return mcp.Tool{}, err
	}
	return mcp.Tool{
		Name:            d.name,
		Title:           d.title,
		Description:     d.description,
		RawInputSchema:  input,
		RawOutputSchema: output,
		Annotations: mcp.ToolAnnotation{
			Title:           d.title,
			ReadOnlyHint:    new(true),
			DestructiveHint: new(false),
			IdempotentHint:  new(true),
			OpenWorldHint:   new(false),
		},
	}, nil
}

// handler returns what serves the calls of a tool. It never returns an error:
// the library would send its text.
func (b *box) handler(d definition) server.ToolHandlerFunc {
	return func(ctx context.Context, called mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		record := call.From(ctx)
		record.Target = d.name
		r := &request{box: b, ctx: ctx, arguments: readArguments(called.Params.RawArguments), edition: b.Current()}
		result, err := r.answer(d)
		if err != nil {
			return fail(ctx, record, err), nil
		}
		return result, nil
	}
}

func (r *request) answer(d definition) (*mcp.CallToolResult, error) {
	if r.edition == nil {
		return nil, review.ErrUnavailable
	}
	return d.answer(r)
}

// reply answers with a body.
func reply(body any) (*mcp.CallToolResult, error) { return newResult(document.Encode(body)), nil }

// notHereError says that what a call asked for is not there, and what is.
type notHereError struct{ text string }

// Error returns the text for the model.
func (n notHereError) Error() string { return n.text }

// Away says that there is no answer because the store is away.
const Away = "The reviews cannot be read at the moment; the same call may succeed in a few seconds."

// faultText says that no argument can mend a failure.
const faultText = "The fault is ours and has been noted; other arguments will not help."

// fail turns an error into a result, and notes it for the log.
func fail(ctx context.Context, record *call.Record, err error) *mcp.CallToolResult {
	if issues, ok := errors.AsType[review.Issues](err); ok {
		record.Outcome = call.Invalid
		return newFailure(explain(issues))
	}
	if missing, ok := errors.AsType[notHereError](err); ok {
		record.Outcome = call.Invalid
		return newFailure(missing.text)
	}
	record.Err = err
	switch {
	case ctx.Err() != nil:
		record.Outcome = call.Canceled
		return newFailure(Away)
	case errors.Is(err, review.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		record.Outcome = call.Away
		return newFailure(Away)
	default:
		record.Outcome = call.Failed
		return newFailure(faultText)
	}
}

// search asks the store, if not too many others wait for it.
func (r *request) search(ctx context.Context, q review.Query) (review.SearchPage, error) {
	select {
	case r.calls <- struct{}{}:
		defer func() { <-r.calls }()
	default:
		return review.SearchPage{}, review.ErrUnavailable
	}
	return r.Store.Search(ctx, q, r.edition.Snapshot.Revision)
}
