package acceptance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// The topics of the hub.
const (
	atom = "/feed.xml"
	feed = "/api/feed.json"
	full = "/reviews.json"
)

func topics() []string { return []string{atom, feed, full} }

// hubPath is the address of the hub, and statusPath where a subscriber sees
// how its subscription stands.
const (
	hubPath    = "/api/websub/hub"
	statusPath = hubPath + "/status"
)

// hubSettings make a hub quick and let it call the subscribers of the tests.
func hubSettings(sink *callbacktest.Sink) []string {
	return []string{
		"REVIEWS_HUB_ALLOW_CIDRS=127.0.0.0/8,::1/128," + callbackHost() + "/32",
		"REVIEWS_HUB_CALLBACK_CA=" + sink.CAFile(),
		"REVIEWS_HUB_LEASE_MIN=1s",
		"REVIEWS_HUB_RETRY_DELAYS=" + firstRetry.String() + "," + secondRetry.String(),
		"REVIEWS_HUB_DEADLINE=" + deliveryDeadline.String(),
		"REVIEWS_HUB_DEBOUNCE=50ms",
		"REVIEWS_HUB_RATE=0",
		"REVIEWS_HUB_HOST_VERIFICATIONS=0",
		"REVIEWS_HUB_HOST_SUBSCRIPTIONS=0",
	}
}

// The times of the hubs under test. A retry may come a fifth earlier or later.
const (
	firstRetry       = 200 * time.Millisecond
	secondRetry      = 500 * time.Millisecond
	deliveryDeadline = 3 * time.Second
)

// websub is a running system with subscribers.
type websub struct {
	*stack
	sink     *callbacktest.Sink
	admin    *storeclient.Admin
	changes  int64 // made so far
	leases   int   // a different one for each request, to tell them apart
	settings []string

	// The witnesses are a healthy subscriber of each topic: what the hub had
	// to tell, they have heard.
	witnesses []*callbacktest.Callback
}

// startWebSub runs a system with the demo business and some hubs, whose
// settings env overrides.
func startWebSub(t testing.TB, hubs int, o callbacktest.Options, env ...string) *websub {
	t.Helper()
	o.Version, o.Host = changeIn, callbackHost()
	w := &websub{sink: callbacktest.Start(t, o)}
	w.settings = append(hubSettings(w.sink), env...)
	w.stack = startSystem(t, system{database: sqlite(t), stores: 1, hubs: hubs, hubEnv: w.settings})
	w.fill(t)
	w.dial(t)
	return w
}

// dial connects to the store for changes.
func (w *websub) dial(t testing.TB) {
	t.Helper()
	var err error
	if w.admin, err = storeclient.DialAdmin(strings.TrimPrefix(w.env[1], "REVIEWS_STORE_ADMIN_ADDR="), w.token); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.admin.Close() })
}

// change makes a change that every topic shows, and returns its number.
func (w *websub) change(t testing.TB) int64 {
	t.Helper()
	w.commit(t, w.changes+1)
	w.changes++
	return w.changes
}

// changeMark stands before the number of a change in the text of a review.
const changeMark = "This is change "

// commit makes the review that every topic shows tell of a change, and
// returns the revision after it.
func (w *websub) commit(t testing.TB, n int64) uint64 {
	t.Helper()
	return w.importRecord(t, review.Record{
		Source: "websub", SourceID: "mark", Rating: 5, Date: time.Now().UTC().Format(time.DateOnly), Text: fmt.Sprintf("%s%d.", changeMark, n),
	})
}

// importRecord imports one record and returns the revision after it.
func (w *websub) importRecord(t testing.TB, record review.Record) uint64 {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		revision, err := w.tryImport(t, record)
		if err == nil {
			return revision
		}
		if !errors.Is(err, review.ErrUnavailable) || time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// tryImport fails while the store is away, or was a moment ago.
func (w *websub) tryImport(t testing.TB, record review.Record) (uint64, error) {
	t.Helper()
	run, err := w.admin.Import(t.Context(), review.ImportOptions{Strict: true}, storeclient.ImportEvents{})
	if err != nil {
		return 0, err
	}
	_ = run.Add(1, record) // Finish says what is wrong
	result, err := run.Finish()
	return uint64(result.Revision), err
}

// changeIn returns which change a body shows.
func changeIn(body []byte) int64 {
	_, rest, _ := bytes.Cut(body, []byte(changeMark))
	digits, _, _ := bytes.Cut(rest, []byte("."))
	n, _ := strconv.ParseInt(string(digits), 10, 64)
	return n
}

// pushed makes a change and returns the one delivery of it to c.
func (w *websub) pushed(t testing.TB, c *callbacktest.Callback) callbacktest.Request {
	t.Helper()
	before := len(c.Deliveries())
	n := w.change(t)
	got := c.AwaitDeliveries(t, before+1)[before]
	if got.Version != n {
		t.Fatalf("the delivery shows change %d, want %d", got.Version, n)
	}
	return got
}

// settle waits until the hub has delivered the last change, so that nobody who
// subscribes afterwards gets it. The first time it makes one: the hub may not
// even have heard of the demo business yet.
func (w *websub) settle(t testing.TB) {
	t.Helper()
	if w.witnesses == nil {
		for _, topic := range topics() {
			c := w.sink.Callback("")
			w.witnesses = append(w.witnesses, c)
			w.accept(t, c, topic)
			w.until(t, "a witness has subscribed", func() bool { return w.active(t, c, topic) })
		}
		w.change(t)
	}
	for _, c := range w.witnesses {
		w.until(t, "the witnesses have the last change", func() bool { return c.Newest() == w.changes })
	}
}

// changeUnseen makes a change and waits until it was delivered to all who get
// it, and a moment longer: what the others got by then is what they get.
func (w *websub) changeUnseen(t testing.TB) {
	t.Helper()
	w.settle(t)
	w.change(t)
	w.settle(t)
	time.Sleep(moment)
}

// moment is how long the tests wait for what must not happen.
const moment = 300 * time.Millisecond

// answer is what the hub answered.
type answer struct {
	status int
	header http.Header
	body   string
}

// direct is a client that follows no redirect.
var direct = &http.Client{
	Timeout:       20 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// send sends a body to a path.
func (w *websub) send(t testing.TB, path, contentType, body string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.baseURL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	response, err := direct.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

// formType is the type of a request to the hub.
const formType = "application/x-www-form-urlencoded"

// form returns a request: a subscription of callback to a topic, changed by
// names and values in turn. An empty value takes the name out.
func (w *websub) form(callback, topic string, more ...string) url.Values {
	form := url.Values{"hub.mode": {"subscribe"}, "hub.callback": {callback}, "hub.topic": {w.baseURL + topic}}
	for i := 0; i < len(more); i += 2 {
		form.Set(more[i], more[i+1])
		if more[i+1] == "" {
			form.Del(more[i])
		}
	}
	return form
}

// request sends a form to the hub, which must answer with a status.
func (w *websub) request(t testing.TB, want int, form url.Values) answer {
	t.Helper()
	got := w.send(t, hubPath, formType, form.Encode())
	if got.status != want {
		t.Fatalf("%s: status %d, want %d\n%s", form.Encode(), got.status, want, got.body)
	}
	return got
}

// accept sends a form that the hub must accept.
func (w *websub) accept(t testing.TB, c *callbacktest.Callback, topic string, more ...string) {
	t.Helper()
	w.request(t, http.StatusAccepted, w.form(c.URL, topic, more...))
}

// subscribe subscribes, for the first time or again, and returns when that has
// taken effect.
func (w *websub) subscribe(t testing.TB, c *callbacktest.Callback, topic string, more ...string) {
	t.Helper()
	w.settle(t)
	before, _ := w.standing(t, c, topic)
	w.leases++
	w.accept(t, c, topic, append([]string{"hub.lease_seconds", strconv.Itoa(86400 + w.leases)}, more...)...)
	w.until(t, "the subscription is active", func() bool {
		s, there := w.standing(t, c, topic)
		return there && !s.VerifiedAt.Equal(before.VerifiedAt)
	})
}

// unsubscribe ends a subscription and returns when it has ended.
func (w *websub) unsubscribe(t testing.TB, c *callbacktest.Callback, topic string) {
	t.Helper()
	w.accept(t, c, topic, "hub.mode", "unsubscribe")
	w.awaitEnd(t, c, topic)
}

// awaitEnd waits until there is no subscription any more.
func (w *websub) awaitEnd(t testing.TB, c *callbacktest.Callback, topic string) {
	t.Helper()
	w.until(t, "the subscription has ended", func() bool { _, there := w.standing(t, c, topic); return !there })
}

// until waits until something is true.
func (w *websub) until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not after %s: %s", patience, what)
		}
	}
}

// standing is what a subscriber is told of its subscription.
type standing struct {
	State             string    `json:"state"`
	Topic             string    `json:"topic"`
	LeaseSeconds      int64     `json:"lease_seconds"`
	VerifiedAt        time.Time `json:"verified_at"`
	ExpiresAt         time.Time `json:"expires_at"`
	DeliveredRevision uint64    `json:"delivered_revision"`
	Failures          int       `json:"failures"`
	Outcomes          []struct {
		Result string `json:"result"`
		Status int    `json:"status"`
	} `json:"outcomes"`
}

// standing asks how a subscription stands, and reports whether it is active:
// there may be none, or one that is not verified yet.
func (w *websub) standing(t testing.TB, c *callbacktest.Callback, topic string) (standing, bool) {
	t.Helper()
	var got answer
	w.until(t, "the hub can tell", func() bool {
		got = w.status(t, c.URL, topic)
		return got.status != http.StatusServiceUnavailable
	})
	if got.status == http.StatusNotFound {
		return standing{}, false
	}
	var s standing
	if err := json.Unmarshal([]byte(got.body), &s); err != nil || got.status != http.StatusOK {
		t.Fatalf("status of a subscription: %d, %v\n%s", got.status, err, got.body)
	}
	return s, s.State == "active"
}

func (w *websub) status(t testing.TB, callback, topic string) answer {
	t.Helper()
	return w.send(t, statusPath, formType, url.Values{"hub.callback": {callback}, "hub.topic": {w.baseURL + topic}}.Encode())
}

// active reports whether there is a subscription that was verified.
func (w *websub) active(t testing.TB, c *callbacktest.Callback, topic string) bool {
	t.Helper()
	_, there := w.standing(t, c, topic)
	return there
}

// A check is one line of the specification, held against the running system.
type check struct {
	name string
	run  func(t *testing.T, w *websub)
}

// TestWebSub holds the hub against the recommendation of the W3C and against
// our own specification, through the gateway and over HTTPS callbacks, line by
// line: H are requirements of a hub, P those of a publisher.
func TestWebSub(t *testing.T) {
	w := startWebSub(t, 2, callbacktest.Options{}) // what one has accepted, the other may have to do
	for _, c := range slices.Concat(requestChecks(), verificationChecks(), deliveryChecks(), failureChecks(), statusChecks(), publisherChecks(), rocksChecks(), privacyChecks()) {
		t.Run(c.name, func(t *testing.T) { c.run(t, w) })
	}
}
