package acceptance

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// requestChecks are those of a request to subscribe (W3C WebSub §5.1).
func requestChecks() []check {
	return []check{
		{"H1 a form with callback, mode and topic is accepted", acceptsForms},
		{"H2 the type of the form may have parameters", acceptsTypeParameters},
		{"H3 a secret has fewer than 200 bytes", boundsSecrets},
		{"H4 a lease is a positive whole number, within bounds", boundsLeases},
		{"H5 an unsubscription may say anything of the lease", ignoresLeaseOfUnsubscription},
		{"H6 unknown parameters are ignored", ignoresUnknownParameters},
		{"H7 a callback without TLS is refused and never called", refusesPlainCallbacks},
		{"H8 only topics of ours are accepted", refusesOtherTopics},
		{"H9 escapes that are not needed make no difference", decodesUnreserved},
		{"H10 a valid request is answered 202", answersAccepted},
		{"H11 the answer does not wait for the callback", doesNotWait},
		{"H12 the callback is asked at once", asksSoon},
		{"H13 a wrong request is answered 4xx", refusesErrors},
		{"H14 a refusal has a reason in plain text", explainsErrors},
		{"H15 the hub serves by itself and redirects nobody", neverRedirects},
		{"H16 who subscribes again has one subscription", replacesSubscriptions},
		{"H17 a request changes nothing until it is verified", keepsStateUntilVerified},
		{"H18 a subscriber may change and drop its secret", changesSecrets},
		{"H19 an unsubscription is verified too", verifiesUnsubscription},
	}
}

func acceptsForms(t *testing.T, w *websub) {
	for _, topic := range topics() {
		c := w.sink.Callback("")
		w.accept(t, c, topic)
		c.AwaitVerifications(t, 1)
	}
}

func acceptsTypeParameters(t *testing.T, w *websub) {
	for _, contentType := range []string{formType + "; charset=UTF-8", formType + ";charset=utf-8", "Application/X-WWW-Form-URLEncoded"} {
		c := w.sink.Callback("")
		if got := w.send(t, hubPath, contentType, w.form(c.URL, atom).Encode()); got.status != http.StatusAccepted {
			t.Errorf("%s: status %d, want 202\n%s", contentType, got.status, got.body)
		}
	}
	for _, contentType := range []string{"application/json", "text/plain", "multipart/form-data; boundary=x"} {
		if got := w.send(t, hubPath, contentType, w.form(w.sink.Callback("").URL, atom).Encode()); got.status != http.StatusUnsupportedMediaType {
			t.Errorf("%s: status %d, want 415", contentType, got.status)
		}
	}
}

func boundsSecrets(t *testing.T, w *websub) {
	for secret, want := range map[string]int{
		strings.Repeat("s", 199):     http.StatusAccepted,
		strings.Repeat("s", 200):     http.StatusBadRequest,
		strings.Repeat("é", 99):      http.StatusAccepted,
		strings.Repeat("é", 100):     http.StatusBadRequest, // 200 bytes, although half as many characters
		strings.Repeat("\x00\n", 20): http.StatusAccepted,
	} {
		w.request(t, want, w.form(w.sink.Callback("").URL, atom, "hub.secret", secret))
	}
}

func boundsLeases(t *testing.T, w *websub) {
	const tenDays, thirtyDays = "864000", "2592000"
	for asked, want := range map[string]string{
		"": tenDays, "86400": "86400", "0300": "300", "2592001": thirtyDays, "99999999999999999999": thirtyDays,
	} {
		c := w.sink.Callback("")
		w.accept(t, c, atom, "hub.lease_seconds", asked)
		if got := c.AwaitVerifications(t, 1)[0].Added.Get("hub.lease_seconds"); got != want {
			t.Errorf("lease of %q: granted %s, want %s", asked, got, want)
		}
	}
	for _, asked := range []string{"abc", "0", "-1", "1.5", "+60", "1e3", " 60"} {
		w.request(t, http.StatusBadRequest, w.form(w.sink.Callback("").URL, atom, "hub.lease_seconds", asked))
	}
}

func ignoresLeaseOfUnsubscription(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.accept(t, c, atom, "hub.mode", "unsubscribe", "hub.lease_seconds", "abc")
}

func ignoresUnknownParameters(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, atom, "foo", "bar", "hub.foo", "hub.bar", "hub.verify", "sync", "hub.verify_token", "token")
	if got := c.AwaitVerifications(t, 1)[0]; got.Added.Has("foo") || got.Added.Has("hub.foo") {
		t.Errorf("the callback was asked with %q", got.RawQuery)
	}
}

func refusesPlainCallbacks(t *testing.T, w *websub) {
	var called atomic.Int32
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Add(1) }))
	defer plain.Close()
	for _, callback := range []string{plain.URL + "/callback", strings.Replace(plain.URL, "http", "HTTP", 1)} {
		w.request(t, http.StatusBadRequest, w.form(callback, atom))
	}
	time.Sleep(moment)
	if n := called.Load(); n > 0 {
		t.Errorf("the callback was called %d times", n)
	}
}

func refusesOtherTopics(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	for _, topic := range []string{
		"https://elsewhere.example.com/feed.xml", w.baseURL + "/insights.json", w.baseURL + "/api/reviews/search", w.baseURL + "/",
		w.baseURL, w.baseURL + "/feed.xml?page=2", w.baseURL + "/feed.xml/", w.baseURL + "/FEED.xml", "feed.xml",
	} {
		w.request(t, http.StatusBadRequest, w.form(c.URL, "", "hub.topic", topic))
	}
	time.Sleep(moment)
	if got := c.Requests(); len(got) > 0 {
		t.Errorf("the callback was called: %s", got[0].RawQuery)
	}
}

func decodesUnreserved(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.accept(t, c, "/%66eed%2exml")
	topic := c.AwaitVerifications(t, 1)[0].Added.Get("hub.topic")
	if plain, err := url.PathUnescape(topic); err != nil || plain != w.baseURL+atom {
		t.Errorf("hub.topic=%s, want the topic", topic)
	}
	w.until(t, "the subscription to the topic is active", func() bool { return w.active(t, c, atom) })
	// The escapes of a form are another layer, which any character may have.
	again := w.sink.Callback("")
	body := strings.ReplaceAll(w.form(again.URL, atom).Encode(), "feed.xml", "%66eed%2Exml")
	if got := w.send(t, hubPath, formType, body); got.status != http.StatusAccepted {
		t.Errorf("status %d, want 202", got.status)
	}
}

func answersAccepted(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, full)
	w.accept(t, c, full)
	w.accept(t, c, full, "hub.mode", "unsubscribe")
	w.accept(t, w.sink.Callback(""), full, "hub.mode", "unsubscribe") // whether there is one is nobody's business
}

func doesNotWait(t *testing.T, w *websub) {
	for _, c := range []*callbacktest.Callback{
		w.sink.Callback("").OnVerify(callbacktest.Hang),
		w.sink.Callback("").OnVerify(callbacktest.Refuse),
		w.sink.Callback("").OnVerify(callbacktest.Confirm),
	} {
		begin := time.Now()
		if got := w.request(t, http.StatusAccepted, w.form(c.URL, atom)); strings.Contains(strings.ToLower(got.body), "fail") {
			t.Errorf("the answer tells of a failure: %s", got.body)
		}
		if took := time.Since(begin); took > deliveryDeadline/2 {
			t.Errorf("the answer took %s", took)
		}
	}
	w.request(t, http.StatusAccepted, w.form("https://nobody.invalid/callback", atom))
}

func asksSoon(t *testing.T, w *websub) {
	best := time.Hour
	for range 3 {
		c := w.sink.Callback("")
		begin := time.Now()
		w.accept(t, c, atom)
		best = min(best, c.AwaitVerifications(t, 1)[0].At.Sub(begin))
	}
	if best > time.Second {
		t.Errorf("asked after %s, want a second", best)
	}
}

// wrongForms returns forms that each have one mistake.
func wrongForms(w *websub) map[string]url.Values {
	good := w.sink.Callback("").URL
	return map[string]url.Values{
		"no mode":              w.form(good, atom, "hub.mode", ""),
		"unknown mode":         w.form(good, atom, "hub.mode", "listen"),
		"the publisher's mode": w.form(good, atom, "hub.mode", "publish"),
		"the hub's own mode":   w.form(good, atom, "hub.mode", "denied"),
		"no callback":          w.form("", atom),
		"no topic":             w.form(good, atom, "hub.topic", ""),
		"no URL":               w.form("callback", atom),
		"no host":              w.form("https:///callback", atom),
		"other scheme":         w.form("ftp://127.0.0.1/callback", atom),
		"user":                 w.form("https://user:password@127.0.0.1/callback", atom),
		"fragment":             w.form(good+"#fragment", atom),
		"port of a service":    w.form("https://127.0.0.1:22/callback", atom),
		"no port":              w.form("https://127.0.0.1:70000/callback", atom),
		"long callback":        w.form("https://127.0.0.1/"+strings.Repeat("c", 2048), atom),
		"two callbacks":        {"hub.mode": {"subscribe"}, "hub.callback": {good, good}, "hub.topic": {w.baseURL + atom}},
		"two topics":           {"hub.mode": {"subscribe"}, "hub.callback": {good}, "hub.topic": {w.baseURL + atom, w.baseURL + full}},
		"nothing":              {},
	}
}

func refusesErrors(t *testing.T, w *websub) {
	for _, form := range wrongForms(w) {
		w.request(t, http.StatusBadRequest, form)
	}
	for name, body := range map[string]string{"no UTF-8": "hub.mode=\xff", "no form": "hub.mode=%zz"} {
		if got := w.send(t, hubPath, formType, body); got.status != http.StatusBadRequest {
			t.Errorf("%s: status %d, want 400", name, got.status)
		}
	}
	got := w.send(t, hubPath, formType, w.form(w.sink.Callback("").URL, atom, "foo", strings.Repeat("x", 20_000)).Encode())
	if got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("20 kB: status %d, want 413", got.status)
	}
	response, _ := w.get(t, hubPath, http.StatusMethodNotAllowed)
	if allow := response.Header.Get("Allow"); allow != http.MethodPost {
		t.Errorf("Allow: %s, want POST", allow)
	}
}

func explainsErrors(t *testing.T, w *websub) {
	for name, form := range wrongForms(w) {
		got := w.send(t, hubPath, formType, form.Encode())
		if contentType := got.header.Get("Content-Type"); !strings.HasPrefix(contentType, "text/plain") || strings.TrimSpace(got.body) == "" {
			t.Errorf("%s: %s %q, want a reason in plain text", name, contentType, got.body)
		}
	}
}

func neverRedirects(t *testing.T, w *websub) {
	got := w.request(t, http.StatusAccepted, w.form(w.sink.Callback("").URL, atom))
	if location := got.header.Get("Location"); location != "" {
		t.Errorf("Location: %s, want none", location)
	}
}

func replacesSubscriptions(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, atom)
	w.subscribe(t, c, atom)
	w.pushed(t, c)
	w.changeUnseen(t)
	if n := len(c.Deliveries()); n != 2 {
		t.Errorf("%d deliveries of two changes", n)
	}
}

func keepsStateUntilVerified(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, atom, "hub.secret", "old")
	c.OnVerify(callbacktest.Refuse)
	w.accept(t, c, atom, "hub.secret", "new")
	c.AwaitVerifications(t, 2)
	time.Sleep(moment)
	wantSigned(t, w.pushed(t, c), "old")
}

func changesSecrets(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	for _, secret := range []string{"one", "two", "", "three"} {
		w.subscribe(t, c, atom, "hub.secret", secret)
		wantSigned(t, w.pushed(t, c), secret)
	}
}

// wantSigned checks that a delivery is signed with a secret, or not at all if
// there is none.
func wantSigned(t *testing.T, r callbacktest.Request, secret string) {
	t.Helper()
	want := ""
	if secret != "" {
		want = callbacktest.Sign(secret, r.Body)
	}
	if got := r.Signature(); got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
	if _, there := r.Header["X-Hub-Signature"]; there && secret == "" {
		t.Error("an unsigned delivery has the header")
	}
}

func verifiesUnsubscription(t *testing.T, w *websub) {
	c := w.sink.Callback("")
	w.subscribe(t, c, feed)
	w.unsubscribe(t, c, feed)
	got := c.Verifications()
	if len(got) != 2 || got[1].Mode() != "unsubscribe" || got[1].Added.Get("hub.topic") != w.baseURL+feed {
		t.Errorf("asked %+v, want once for each mode", got)
	}
}
