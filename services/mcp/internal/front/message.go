package front

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"
)

// message is what the front must know of a JSON-RPC message. The library reads
// it again with the same parser, so both see the same members.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
	Params  struct {
		URI    string `json:"uri"`
		Cursor any    `json:"cursor"`
		Meta   struct {
			Version any `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
}

// isNotification reports whether nobody waits for an answer.
func (m *message) isNotification() bool { return m.ID == nil }

// isModern reports whether the message, or the header it came with, names a
// protocol version that has no sessions.
func (m *message) isModern(h http.Header) bool {
	version, _ := m.Params.Meta.Version.(string)
	return mcp.IsModernProtocol(version) || mcp.IsModernProtocol(h.Get(mcp.HeaderProtocolVersion))
}

// asksForMore reports whether the message asks for a further page of a list.
func (m *message) asksForMore() bool {
	cursor, _ := m.Params.Cursor.(string)
	return cursor != "" && strings.HasSuffix(known(m.Method), "/list")
}

// readMessage reads the body of a POST. The error is what to answer.
func readMessage(body []byte) (*message, *refusal) {
	if !utf8.Valid(body) {
		return nil, refuse(http.StatusBadRequest, mcp.PARSE_ERROR, "The body must be JSON in UTF-8.")
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		refused := malformed(err, body)
		if m.ID != nil && isRequestID(m.ID) {
			refused.to(m.ID) // it was read although another member is wrong
		}
		return nil, refused
	}
	if refused := m.check(); refused != nil {
		return nil, refused
	}
	return &m, nil
}

// malformed says what is wrong with a body that is no message.
func malformed(err error, body []byte) *refusal {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return refuse(http.StatusBadRequest, mcp.PARSE_ERROR, "The body is not valid JSON.")
	case wrong.Field == "" && isArray(body):
		return refuse(http.StatusBadRequest, mcp.INVALID_REQUEST, "Batches are not supported: send one message in each request.")
	case wrong.Field == "":
		return refuse(http.StatusBadRequest, mcp.INVALID_REQUEST, "The body must be one JSON-RPC message, an object.")
	default:
		return refuse(http.StatusBadRequest, mcp.INVALID_REQUEST, "The member "+wrong.Field+" of the message must not be "+article(wrong.Value)+".")
	}
}

func article(kind string) string {
	if kind == "array" || kind == "object" {
		return "an " + kind
	}
	return "a " + kind
}

func isArray(body []byte) bool {
	for _, c := range body {
		switch c {
		case ' ', '\t', '\r', '\n':
		default:
			return c == '['
		}
	}
	return false
}

// check refuses what JSON-RPC 2.0 and MCP do not allow of a message.
func (m *message) check() *refusal {
	switch {
	case m.JSONRPC != mcp.JSONRPC_VERSION:
		return refuse(http.StatusBadRequest, mcp.INVALID_REQUEST, `The member jsonrpc must be "2.0".`)
	case m.ID != nil && !isRequestID(m.ID):
		return refuse(http.StatusBadRequest, mcp.INVALID_REQUEST,
			"The member id must be a string, or an integer that a double holds exactly; leave it out in a notification.")
	case m.Method == "" && (m.Result != nil || m.Error != nil):
		return refuse(http.StatusBadRequest, mcp.INVALID_REQUEST, "This server asks its clients nothing: there is no request to answer.").to(m.ID)
	case m.Method == string(mcp.MethodSubscriptionsListen) && m.ID != nil:
		return refuse(http.StatusNotFound, mcp.METHOD_NOT_FOUND, "This server notifies of nothing: every answer names the revision it was made from.").to(m.ID)
	case m.Method == "":
		return refuse(http.StatusBadRequest, mcp.INVALID_REQUEST, "The member method is missing.").to(m.ID)
	}
	return nil
}

// maxExact is the greatest integer up to which every one has a double of its
// own. Beyond it the library would answer another id (RFC 7493 §2.2).
const maxExact = 1<<53 - 1

// isRequestID reports whether a JSON value can be the id of a request: a
// string or an integer, never null (MCP 2025-06-18, Base Protocol).
func isRequestID(raw json.RawMessage) bool {
	if raw[0] == '"' {
		return true
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	return err == nil && -maxExact <= n && n <= maxExact
}
