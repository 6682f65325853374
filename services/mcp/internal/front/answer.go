package front

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/reviewdata/reviewdata/services/mcp/internal/call"
)

// answer collects what the library answers, so that the front can look at it
// before the client does. It implements server.HTTPResponseWriter; because it
// cannot stream, the library always answers with JSON.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newAnswer() *answer { return &answer{header: http.Header{}} }

// Header returns the header of the answer.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader sets the status.
func (a *answer) WriteHeader(status int) { a.status = status }

// Write adds to the body.
func (a *answer) Write(p []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return a.body.Write(p)
}

// Flush does nothing: the answer is sent when it is complete.
func (a *answer) Flush() {}

// CanStream says that it cannot.
func (a *answer) CanStream() bool { return false }

// isJSON reports whether the library answered with a JSON-RPC message.
func (a *answer) isJSON() bool { return a.header.Get("Content-Type") == "application/json" }

// isError reports whether the answer is a JSON-RPC error: whether error is the
// member after the id. The id may be written otherwise than the client wrote
// it, with more escapes or fewer.
func (a *answer) isError() bool {
	rest, ok := bytes.CutPrefix(a.body.Bytes(), []byte(`{"jsonrpc":"2.0","id":`))
	return ok && bytes.HasPrefix(rest[scalarLength(rest):], []byte(`,"error":{`))
}

// scalarLength returns the length of the string, number or null that JSON
// begins with.
func scalarLength(raw []byte) int {
	inString := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '\\':
			i++ // the escaped character does not end a string
		case c == '"':
			inString = !inString
		case c == ',' && !inString:
			return i
		}
	}
	return len(raw)
}

// mend returns what to answer instead of what the library did, nil when that
// is fit for the client. Its own errors can be plain text, or quote the
// program; and it has no way to say that a resource is not there.
func (a *answer) mend(m *message, record *call.Record, modern bool) *refusal {
	switch {
	case record.Problem != nil:
		return problem(record.Problem, modern)
	case a.status == http.StatusAccepted:
		return nil
	case !a.isJSON():
		return refuse(max(a.status, http.StatusBadRequest), mcp.INVALID_REQUEST, "The request does not fit the protocol.")
	case a.isError():
		return a.mendError(m, modern)
	default:
		return nil
	}
}

// problem is the answer to a request that cannot be served.
func problem(p *call.Problem, modern bool) *refusal {
	switch {
	case p.TryAgain:
		return refuse(http.StatusOK, mcp.INTERNAL_ERROR, p.Text)
	case p.URI != "":
		return noResource(p.URI, p.Text, modern)
	case modern:
		return refuse(http.StatusBadRequest, mcp.INVALID_PARAMS, p.Text)
	default:
		return refuse(http.StatusOK, mcp.INVALID_PARAMS, p.Text)
	}
}

// noResource is the answer to a request for a resource that is not there. The
// code, and the status of errors, changed with the version that did away with
// sessions.
func noResource(uri, text string, modern bool) *refusal {
	refused := refuse(http.StatusOK, mcp.RESOURCE_NOT_FOUND, text)
	if modern {
		refused = refuse(http.StatusBadRequest, mcp.INVALID_PARAMS, text)
	}
	refused.uri = uri
	return refused
}

// mendError replaces the errors whose texts come from inside the library.
func (a *answer) mendError(m *message, modern bool) *refusal {
	var response rpcError
	if err := json.Unmarshal(a.body.Bytes(), &response); err != nil {
		return refuse(http.StatusInternalServerError, mcp.INTERNAL_ERROR, ourFault)
	}
	text := response.Error.Message
	switch {
	case strings.HasSuffix(text, server.ErrToolNotFound.Error()):
		return refuse(a.status, mcp.INVALID_PARAMS, "There is no such tool; tools/list names those there are.")
	case strings.HasSuffix(text, server.ErrPromptNotFound.Error()):
		return refuse(a.status, mcp.INVALID_PARAMS, "There is no such prompt; prompts/list names those there are.")
	case strings.HasSuffix(text, server.ErrResourceNotFound.Error()):
		return noResource(m.Params.URI, "There is no such resource; resources/list and resources/templates/list name those there are.", modern)
	case response.Error.Code == mcp.INVALID_REQUEST:
		return refuse(a.status, mcp.INVALID_PARAMS, "The params do not have the form that "+m.Method+" wants.")
	case response.Error.Code == mcp.INTERNAL_ERROR:
		return refuse(a.status, mcp.INTERNAL_ERROR, ourFault)
	default:
		return nil
	}
}

// ourFault is all that a client learns of what goes wrong inside.
const ourFault = "The fault is ours and has been noted."
