package front

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/reviewdata/reviewdata/services/mcp/internal/call"
)

// post serves a message.
func (f *Front) post(w http.ResponseWriter, r *http.Request, record *call.Record) *refusal {
	if refused := checkHeader(r.Header); refused != nil {
		return refused
	}
	body, refused := f.read(w, r)
	if refused != nil {
		return refused
	}
	m, refused := readMessage(body)
	if refused != nil {
		return refused
	}
	record.Method = known(m.Method)
	modern := m.isModern(r.Header)
	if !modern {
		if refused := f.checkLegacy(r.Header, m); refused != nil {
			return refused.to(m.ID)
		}
	}
	// Nobody waits for what follows from a notification, and nothing does: a
	// cancellation would reach the calls of other clients, which number theirs
	// alike.
	if m.isNotification() && (!modern || m.Method == string(mcp.MethodNotificationCancelled)) {
		w.WriteHeader(http.StatusAccepted)
		return nil
	}
	if m.asksForMore() {
		// The library would take any base64 for a place in the list.
		return problem(&call.Problem{Text: "This cursor is none of ours: the list has only one page. Leave cursor out."}, modern).to(m.ID)
	}
	return f.handle(w, r, m, body, modern)
}

// read reads the body of a request, if it is not too long. One that says so
// itself is refused without being read.
func (f *Front) read(w http.ResponseWriter, r *http.Request) ([]byte, *refusal) {
	if r.ContentLength > f.MaxBody {
		return nil, f.tooLarge(w)
	}
	var body bytes.Buffer
	if r.ContentLength > 0 {
		body.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	_, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, f.MaxBody))
	if _, over := errors.AsType[*http.MaxBytesError](err); over {
		return nil, f.tooLarge(w)
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, codeTransport, "The body could not be read to its end.")
	}
	return body.Bytes(), nil
}

// tooLarge also ends the connection: the rest of the body is on its way.
func (f *Front) tooLarge(w http.ResponseWriter) *refusal {
	w.Header().Set("Connection", "close")
	return refuse(http.StatusRequestEntityTooLarge, codeTransport, fmt.Sprintf("The body must have at most %d bytes.", f.MaxBody))
}

// checkLegacy refuses a message of the versions with sessions that is in none.
func (f *Front) checkLegacy(h http.Header, m *message) *refusal {
	if m.Method == string(mcp.MethodInitialize) {
		return nil // it negotiates the version and begins the session
	}
	if refused := checkVersion(h); refused != nil {
		return refused
	}
	return f.checkSession(h)
}

func (f *Front) checkSession(h http.Header) *refusal {
	id := h.Get(mcp.HeaderSessionID)
	if id == "" {
		return refuse(http.StatusBadRequest, codeTransport, "Mcp-Session-Id is missing: send initialize first, and then the id that its answer carries.")
	}
	if err := f.Sessions.Check(id); err != nil {
		return refuse(http.StatusNotFound, codeNoSession, "This session is over or never began: send initialize for a new one.")
	}
	return nil
}

// end ends a session.
func (f *Front) end(w http.ResponseWriter, r *http.Request) *refusal {
	if mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)) {
		return notAllowed(http.MethodPost) // there are no sessions to end
	}
	if refused := f.checkSession(r.Header); refused != nil {
		return refused
	}
	_ = f.Sessions.End(r.Header.Get(mcp.HeaderSessionID)) // another request may have ended it just now
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// handle hands a message to the library and sends its answer.
func (f *Front) handle(w http.ResponseWriter, r *http.Request, m *message, body []byte, modern bool) *refusal {
	a := newAnswer()
	f.Protocol.Handle(a, &server.HTTPRequest{
		Method:  http.MethodPost,
		URL:     r.URL,
		Header:  r.Header,
		Body:    body,
		Context: r.Context(),
	})
	record := call.From(r.Context())
	if a.status == 0 { // the client is gone
		record.Outcome = call.Canceled
		return nil
	}
	if refused := a.mend(m, record, modern); refused != nil {
		return refused.to(m.ID)
	}
	if a.status == http.StatusAccepted {
		w.WriteHeader(a.status)
		return nil
	}
	failed := a.isError()
	switch {
	case failed && record.Outcome == "":
		record.Outcome = call.Refused
	case !failed && !modern && m.Method == string(mcp.MethodInitialize):
		w.Header().Set(mcp.HeaderSessionID, f.Sessions.Begin())
	}
	writeJSON(w, a.status, a.body.Bytes())
	return nil
}
