package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// statusChecks are those of what a subscriber can learn of its subscription.
func statusChecks() []check {
	return []check{
		{"a subscriber sees how its subscription stands", showsStanding},
		{"nobody else learns of a subscription", hidesStanding},
	}
}

func showsStanding(t *testing.T, w *websub) {
	c := w.sink.Callback("").OnDelivery(callbacktest.Statuses(500, 200))
	w.subscribe(t, c, feed, "hub.lease_seconds", "7200")
	s, _ := w.standing(t, c, feed)
	if left := time.Until(s.ExpiresAt); s.State != "active" || s.Failures != 0 || left > 2*time.Hour || left < 2*time.Hour-time.Minute {
		t.Errorf("%+v, want an active subscription for two hours", s)
	}
	w.change(t)
	c.AwaitDeliveries(t, 1)
	w.until(t, "the failure is seen", func() bool {
		s, _ := w.standing(t, c, feed)
		return s.Failures == 1 || len(s.Outcomes) == 2
	})
	c.AwaitDeliveries(t, 2)
	w.until(t, "both tries are seen", func() bool { s, _ := w.standing(t, c, feed); return len(s.Outcomes) == 2 })
	s, _ = w.standing(t, c, feed)
	var statuses []int
	for _, o := range s.Outcomes {
		statuses = append(statuses, o.Status)
	}
	slices.Sort(statuses)
	if !slices.Equal(statuses, []int{200, 500}) || s.Failures != 0 {
		t.Errorf("outcomes %v and %d failures, want 500, 200 and none", statuses, s.Failures)
	}
}

func hidesStanding(t *testing.T, w *websub) {
	const secret = "nobody-may-see-this-secret"
	c := w.sink.Callback("capability=in-the-address")
	w.subscribe(t, c, feed, "hub.secret", secret)
	w.pushed(t, c)
	got := w.status(t, c.URL, feed)
	if strings.Contains(got.body, secret) || strings.Contains(got.body, "in-the-address") {
		t.Errorf("the status shows a secret:\n%s", got.body)
	}
	if cache := got.header.Get("Cache-Control"); !strings.Contains(cache, "no-store") {
		t.Errorf("Cache-Control: %s, want no-store", cache)
	}
	unknown := w.status(t, w.sink.Callback("").URL, feed)
	for name, other := range map[string]answer{
		"another topic":   w.status(t, c.URL, atom),
		"another address": w.status(t, c.URL+"1", feed),
	} {
		if other.status != http.StatusNotFound || other.body != unknown.body {
			t.Errorf("%s: %d %q, want what is said of an unknown one: %q", name, other.status, other.body, unknown.body)
		}
	}
	if response, _ := w.get(t, statusPath, http.StatusMethodNotAllowed); response.Header.Get("Allow") != http.MethodPost {
		t.Errorf("Allow: %s, want POST", response.Header.Get("Allow"))
	}
}

// publisherChecks are those of the topics (W3C WebSub §4).
func publisherChecks() []check {
	return []check{
		{"P1 a topic advertises the hub and itself, in header and body", advertises},
		{"P2 a topic has one representation", hasOneRepresentation},
	}
}

func advertises(t *testing.T, w *websub) {
	for _, topic := range topics() {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			request, err := http.NewRequestWithContext(t.Context(), method, w.baseURL+topic, nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			w.wantLinks(t, response.Header, topic)
		}
	}
	_, xml := w.get(t, atom, http.StatusOK)
	for _, link := range []string{`<link rel="hub" href="` + w.baseURL + hubPath + `"`, `<link rel="self"`} {
		if bytes.Count(xml, []byte(link)) != 1 {
			t.Errorf("the Atom feed does not have one %s", link)
		}
	}
	var document struct {
		FeedURL string `json:"feed_url"`
		Hubs    []struct{ Type, URL string }
	}
	_, body := w.get(t, feed, http.StatusOK)
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatal(err)
	}
	if document.FeedURL != w.baseURL+feed || len(document.Hubs) != 1 || document.Hubs[0].Type != "WebSub" || document.Hubs[0].URL != w.baseURL+hubPath {
		t.Errorf("the JSON Feed advertises %+v", document)
	}
}

func hasOneRepresentation(t *testing.T, w *websub) {
	for _, topic := range topics() {
		_, want := w.get(t, topic, http.StatusOK)
		for _, accept := range []string{"text/html", "application/json", "application/atom+xml", "application/rss+xml", "*/*;q=0.1", "none/such"} {
			if _, got := w.get(t, topic, http.StatusOK, "Accept", accept, "Accept-Language", "fr"); !bytes.Equal(got, want) {
				t.Errorf("%s: another representation for %s", topic, accept)
			}
		}
	}
}

// privacyChecks run last: they look at what all others have left.
func privacyChecks() []check {
	return []check{
		{"H48 callbacks and secrets are in no log and no metric", keepsSecrets},
	}
}

func keepsSecrets(t *testing.T, w *websub) {
	const secret = "this-secret-stays-secret"
	c := w.sink.Callback("capability=not-for-logs").OnDelivery(callbacktest.Statuses(500, 500, 500))
	w.subscribe(t, c, atom, "hub.secret", secret)
	w.status(t, c.URL, atom)
	w.request(t, http.StatusBadRequest, w.form(c.URL, atom, "hub.secret", secret, "hub.mode", "not-for-logs"))
	w.change(t)
	w.awaitEnd(t, c, atom)
	c.AwaitDenials(t, 1)
	broken := w.sink.Callback("capability=not-for-logs")
	broken.URL = strings.Replace(broken.URL, callbackHost(), "nobody.invalid", 1)
	w.accept(t, broken, atom)
	time.Sleep(moment)
	seen := map[string]string{}
	for i, hub := range w.hubs {
		response, err := client.Get(strings.TrimSuffix(hub.ready, "/readyz") + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		metrics, _ := io.ReadAll(response.Body)
		response.Body.Close()
		seen[fmt.Sprintf("the metrics of hub %d", i)] = string(metrics)
		seen[fmt.Sprintf("the log of hub %d", i)] = hub.said()
	}
	seen["the log of the gateway"] = w.gateway.said()
	for where, text := range seen {
		if text == "" {
			t.Errorf("%s is empty: this test shows nothing", where)
		}
		for _, hidden := range []string{secret, "not-for-logs", "/callback/"} {
			if i := strings.Index(text, hidden); i >= 0 {
				t.Errorf("%s shows %q: %.300s", where, hidden, text[max(0, i-100):])
			}
		}
	}
}
