// Package resource serves documents over HTTP: each in the content coding the
// client likes best, with its validators, or as 304 to who already has it.
//
// Everything an answer consists of is made when a document is published. What
// is left to do for a request is to choose.
package resource

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
	"github.com/reviewdata/reviewdata/services/gateway/internal/conditional"
)

// ErrPrecondition says that the client asks for another state of the document
// than the current one (RFC 9110 §13.1.1, §13.1.4).
var ErrPrecondition = errors.New("precondition failed")

// ErrNotAcceptable says that the client rules out every coding there is,
// identity included (RFC 9110 §12.5.3).
var ErrNotAcceptable = errors.New("no acceptable content coding")

// Fields are the header fields that a document itself does not determine.
type Fields struct {
	CacheControl string
	Link         string
}

// Resource is a document that is ready to be served. It is safe for concurrent
// use.
//
// A header field is a slice of one string, made once and put into the header
// of every answer: nobody may write to it.
type Resource struct {
	validators conditional.Validators
	body       []byte // nil when only one form is kept
	encoder    *coding.Encoder
	etags      [coding.Count][]string

	contentType, cacheControl, lastModified, link, revision, vary []string

	forms atomic.Pointer[forms]
}

// New returns the resource of a document, so far in no coding but identity.
func New(d document.Document, f Fields, encoder *coding.Encoder) *Resource {
	r := newResource(d, f)
	r.body, r.encoder = d.Body, encoder
	r.forms.Store(newForms(coding.Identity, d.Body))
	return r
}

// NewOnDemand returns the resource of a document that answers one request: it
// is encoded while its client waits.
func NewOnDemand(d document.Document, f Fields, encoder *coding.Encoder) *Resource {
	r := New(d, f, encoder)
	r.forms.Store(anyForm(d.Body))
	return r
}

// NewForm returns the resource of a document that exists in one coding only,
// as body, and is for clients that accept it.
func NewForm(d document.Document, f Fields, c coding.Coding, body []byte) *Resource {
	r := newResource(d, f)
	r.forms.Store(newForms(c, body))
	return r
}

func newResource(d document.Document, f Fields) *Resource {
	r := &Resource{
		validators:   conditional.Validators{Tag: d.Tag, LastModified: d.LastModified},
		contentType:  []string{d.ContentType},
		cacheControl: []string{f.CacheControl},
		link:         []string{f.Link},
		vary:         []string{"Accept-Encoding"}, // nothing else in a request changes the answer
		revision:     []string{strconv.FormatUint(uint64(d.Revision), 10)},
	}
	if !d.LastModified.IsZero() {
		r.lastModified = []string{d.LastModified.UTC().Format(http.TimeFormat)}
	}
	for c := range r.etags {
		r.etags[c] = []string{conditional.ETag(d.Tag, coding.Coding(c))}
	}
	return r
}

// Serve answers a GET or HEAD. The error is ErrNotAcceptable or
// ErrPrecondition, with nothing written yet.
func (r *Resource) Serve(w http.ResponseWriter, req *http.Request) error {
	accepted := coding.Accept(req.Header["Accept-Encoding"])
	forms := r.forms.Load()
	c, ok := forms.choose(accepted, r.body != nil)
	if !ok {
		return ErrNotAcceptable
	}
	if conditional.Failed(req.Header, r.validators) {
		return ErrPrecondition
	}
	h := w.Header()
	r.describe(h)
	if c, ok := conditional.NotModified(req.Header, r.validators, accepted, c); ok {
		h["Etag"] = r.etags[c]
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	f := forms.made[c]
	if f == nil {
		f = newForm(c, r.encoder.Fast(c, r.body))
	}
	h["Etag"] = r.etags[c]
	h["Content-Type"] = r.contentType
	f.describe(h)
	w.WriteHeader(http.StatusOK)
	if req.Method != http.MethodHead {
		_, _ = w.Write(f.body) //nolint:gosec // no page but the home page is HTML, and that is escaped; if the client is gone there is nobody to tell
	}
	return nil
}

// describe sets the header fields that 200 and 304 have in common (RFC 9110
// §15.4.5), but for the entity tag.
func (r *Resource) describe(h http.Header) {
	h["Cache-Control"] = r.cacheControl
	h["Link"] = r.link
	h["Vary"] = r.vary
	h["X-Revision"] = r.revision
	if r.lastModified != nil {
		h["Last-Modified"] = r.lastModified
	}
}

// Size returns the length of the body in bytes, of the one form if there is
// only one.
func (r *Resource) Size() int {
	if r.body != nil {
		return len(r.body)
	}
	forms := r.forms.Load()
	return len(forms.made[forms.offers[0]].body)
}

// tagLength is the part of a SHA-256 sum that names the content of a page, in
// bytes.
const tagLength = 16

// Page returns a document that package document does not know: one that is
// made by the gateway from a snapshot. It changes with the snapshot and with
// the version of the gateway, so no time of its last change is told.
func Page(s *review.Snapshot, contentType string, body []byte) document.Document {
	sum := sha256.Sum256(body)
	return document.Document{
		Body:        body,
		ContentType: contentType,
		Tag:         hex.EncodeToString(sum[:tagLength]),
		Revision:    s.Revision,
	}
}
