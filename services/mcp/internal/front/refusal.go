package front

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// The codes of errors of the transport, which JSON-RPC leaves to
// implementations (JSON-RPC 2.0 §5.1). Other servers use the same two.
const (
	codeTransport = -32000
	codeNoSession = -32001
)

// refusal is an answer that reports an error.
type refusal struct {
	status     int
	id         json.RawMessage // of the request; nil when it is not known
	code       int
	text       string
	uri        string        // the resource that is not there
	allow      string        // the methods there are, with a 405
	retryAfter time.Duration // when to come back; 0 says nothing
}

// refuse returns an answer to a request of unknown id.
func refuse(status, code int, text string) *refusal {
	return &refusal{status: status, code: code, text: text}
}

// to makes the answer one to the request with an id.
func (r *refusal) to(id json.RawMessage) *refusal {
	r.id = id
	return r
}

// rpcError is the JSON-RPC error response.
type rpcError struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // null when it is not known
	Error   rpcErrorDetails `json:"error"`
}

type rpcErrorDetails struct {
	Code    int           `json:"code"`
	Message string        `json:"message"`
	Data    *rpcErrorData `json:"data,omitempty"`
}

type rpcErrorData struct {
	URI string `json:"uri"`
}

func (r *refusal) body() []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	details := rpcErrorDetails{Code: r.code, Message: r.text}
	if r.uri != "" {
		details.Data = &rpcErrorData{r.uri}
	}
	_ = e.Encode(rpcError{mcp.JSONRPC_VERSION, r.id, details}) // the id is JSON: it was parsed
	return out.Bytes()
}

func (r *refusal) write(w http.ResponseWriter) {
	h := w.Header()
	if r.allow != "" {
		h.Set("Allow", r.allow)
	}
	if r.retryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(r.retryAfter/time.Second)))
	}
	writeJSON(w, r.status, r.body())
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // it is JSON and said to be, and a failure means that nobody is there to be told
}
