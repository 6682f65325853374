package deliver

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/tracing"
	"github.com/reviewdata/reviewdata/services/hub/internal/content"
	"github.com/reviewdata/reviewdata/services/hub/internal/egress"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// perMiB is how much longer an attempt may take for each MiB of content.
const perMiB = time.Second

// attempt makes one attempt to deliver an edition, and notes how it ended.
func (e *Engine) attempt(m *member, edition *content.Edition) {
	if !e.ours(m) {
		return
	}
	doc := edition.ByTopic[m.key.Topic]
	ctx, cancel := context.WithTimeout(m.shard.ctx, e.Deadline+time.Duration(len(doc.Body)>>20)*perMiB)
	defer cancel()
	ctx, span := e.Tracer.Continue(tracing.WithParent(ctx, edition.Trace), "deliver "+string(m.key.Topic), trace.SpanKindProducer, tracing.Revision(edition.Revision))
	began := time.Now()
	answer, err := e.Client.Post(ctx, m.record.Callback, header(m, edition, doc), doc.Body, func() bool { return e.ours(m) })
	took := time.Since(began)
	tracing.End(span, err)
	outcome := subscription.Outcome{
		At: began.UTC(), Attempt: rand.Text(), Revision: edition.Revision,
		Result: result(answer, err), Status: answer.Status, Bytes: len(doc.Body), DurationMS: took.Milliseconds(),
	}
	if err != nil && m.shard.ctx.Err() != nil {
		return // it was us who gave it up
	}
	e.Outlook.Note(m.key.Host, !egress.IsUnreached(err), time.Now())
	e.Metrics.attempt(m.key.Topic, outcome.Result, took)
	e.Logger.LogAttrs(ctx, slog.LevelInfo, "delivery",
		slog.String("subscription", m.key.String()), slog.Uint64("revision", uint64(edition.Revision)),
		slog.String("result", outcome.Result), slog.Int("status", answer.Status), slog.Int("bytes", len(doc.Body)),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000), slog.Int("failures", m.record.Failures))
	e.note(m, doc.Tag, outcome, answer)
}

// ours reports whether a subscription is still ours. It gives up all shards when
// the lease is over: the whole process has stood still, or the broker is away.
func (e *Engine) ours(m *member) bool {
	if !e.valid() {
		e.Drop(errTaken)
	}
	return m.shard.ctx.Err() == nil
}

// change changes a subscription that is seized, and saves its state unless
// that is another replica's by now.
func (e *Engine) change(m *member, do func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	do()
	if e.valid() && !errors.Is(context.Cause(m.shard.ctx), errTaken) {
		e.save(m)
	}
}

// result names how an attempt ended.
func result(a egress.Answer, err error) string {
	switch {
	case err != nil:
		return egress.Class(err)
	case a.OK():
		return delivered
	default:
		return "refused"
	}
}

const delivered = "delivered"

// header returns the header of a delivery (W3C WebSub §7). Content-Type is
// that of a GET of the topic, byte for byte.
func header(m *member, edition *content.Edition, doc document.Document) http.Header {
	h := http.Header{
		"Content-Type": {doc.ContentType},
		"Link":         {`<` + edition.BaseURL + document.PathHub + `>; rel="hub", <` + m.key.Topic.URL(edition.BaseURL) + `>; rel="self"`},
		"X-Revision":   {strconv.FormatUint(uint64(edition.Revision), 10)},
		// The same for each attempt to deliver a content, so that a subscriber
		// can tell what it has already.
		"Idempotency-Key": {idempotencyKey(m.key, doc.Tag)},
	}
	if m.record.Secret != "" {
		h["X-Hub-Signature"] = []string{signature(m.record.Secret, doc.Body)}
	}
	return h
}

func idempotencyKey(k subscription.Key, tag string) string {
	sum := sha256.Sum256([]byte(k.String() + " " + tag))
	return hex.EncodeToString(sum[:16])
}

// signature returns the value of X-Hub-Signature (W3C WebSub §7.1).
func signature(secret string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}
