package resource

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// form is a document in one coding.
type form struct {
	body             []byte
	length, encoding []string // header fields; identity has no encoding
}

func newForm(c coding.Coding, body []byte) *form {
	f := &form{body: body, length: []string{strconv.Itoa(len(body))}}
	if c != coding.Identity {
		f.encoding = []string{c.String()}
	}
	return f
}

// describe sets the header fields of the form.
func (f *form) describe(h http.Header) {
	h["Content-Length"] = f.length
	if f.encoding != nil {
		h["Content-Encoding"] = f.encoding
	}
}

// forms is the codings that a document exists in, or may be encoded in when a
// request comes. It is immutable.
type forms struct {
	offers  []coding.Coding // the one to prefer first
	made    [coding.Count]*form
	refined bool // they cannot be made smaller
}

func newForms(c coding.Coding, body []byte) *forms {
	f := &forms{offers: []coding.Coding{c}}
	f.made[c] = newForm(c, body)
	return f
}

// onDemand lists the codings by what it costs to encode a body in them while
// somebody waits for it.
func onDemand() []coding.Coding {
	return []coding.Coding{coding.Zstd, coding.Gzip, coding.Brotli, coding.Identity}
}

// choose returns the coding for a client. One that accepts no form that is
// made, be it that it rules out identity just after a change, can have another
// made for it.
func (f *forms) choose(accepted coding.Accepted, makeable bool) (coding.Coding, bool) {
	c, ok := accepted.Choose(f.offers)
	if !ok && makeable {
		c, ok = accepted.Choose(onDemand())
	}
	return c, ok
}

// worthwhile is the size in bytes below which a body is sent as it is: it fits
// into one packet anyway.
const worthwhile = 1 << 10

// ChooseOnDemand returns the coding for a body of about so many bytes that is
// encoded for this client. It reports false when the client accepts none.
func ChooseOnDemand(accepted coding.Accepted, size int) (coding.Coding, bool) {
	if size < worthwhile && accepted[coding.Identity] > 0 {
		return coding.Identity, true
	}
	return accepted.Choose(onDemand())
}

// anyForm are the forms of a body that is encoded for each client anew.
func anyForm(body []byte) *forms {
	f := newForms(coding.Identity, body)
	if len(body) >= worthwhile {
		f.offers = onDemand()
	}
	return f
}

// with returns the forms with one more, or the same when the coding is there
// already in no more bytes.
func (f *forms) with(c coding.Coding, body []byte) *forms {
	if old := f.made[c]; old != nil && len(old.body) <= len(body) {
		return f
	}
	next := &forms{made: f.made}
	next.made[c] = newForm(c, body)
	for c, form := range next.made {
		if form != nil {
			next.offers = append(next.offers, coding.Coding(c))
		}
	}
	slices.SortStableFunc(next.offers, func(a, b coding.Coding) int {
		return cmp.Compare(len(next.made[a].body), len(next.made[b].body))
	})
	return next
}

// ahead lists the codings that are made ahead of requests, those most clients
// accept first.
func ahead() []coding.Coding {
	return []coding.Coding{coding.Gzip, coding.Zstd, coding.Brotli}
}

// Prepare makes the forms that are missing, quickly. It stops when ctx ends.
func (r *Resource) Prepare(ctx context.Context) {
	for _, c := range ahead() {
		if ctx.Err() != nil {
			return
		}
		if forms := r.forms.Load(); forms.made[c] == nil {
			r.forms.Store(forms.with(c, r.encoder.Fast(c, r.body)))
		}
	}
}

// Refine makes all forms as small as seems worth it, which takes seconds for
// each megabyte. It returns the error of ctx when that ends before.
func (r *Resource) Refine(ctx context.Context) error {
	next := r.forms.Load()
	if next.refined {
		return nil
	}
	for _, c := range ahead() {
		body, err := r.encoder.Best(ctx, c, r.body)
		if err != nil {
			return err
		}
		next = next.with(c, body)
		r.forms.Store(next)
	}
	final := *next
	final.refined = true
	r.forms.Store(&final)
	return nil
}

// Adopt takes over the forms of old when its content is the same, and reports
// whether it is. Prepare, Refine and Adopt are for one goroutine at a time.
func (r *Resource) Adopt(old *Resource) bool {
	if old == nil || old.validators.Tag != r.validators.Tag {
		return false
	}
	r.forms.Store(old.forms.Load())
	return true
}
