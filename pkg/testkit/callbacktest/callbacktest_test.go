package callbacktest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// newHub returns a client that trusts a sink.
func newHub(t *testing.T, s *Sink) *http.Client {
	t.Helper()
	certificate, err := os.ReadFile(s.CAFile())
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(certificate)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// send sends a request and returns status and body of the answer.
func send(t *testing.T, hub *http.Client, method, url, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := hub.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// version reads contents that are a number.
func version(body []byte) int64 {
	n, _ := strconv.ParseInt(string(body), 10, 64)
	return n
}

func TestHandshake(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{Sites: 2})
	hub := newHub(t, s)
	c := s.Callback("a=1&hub.mode=mine")
	if status, body := send(t, hub, http.MethodGet, c.URL+"&hub.mode=subscribe&hub.challenge=x%2Fy", ""); status != http.StatusOK || body != "x/y" {
		t.Errorf("%d %q, want the challenge", status, body)
	}
	c.OnVerify(Refuse)
	if status, _ := send(t, hub, http.MethodGet, c.URL+"&hub.mode=unsubscribe&hub.challenge=z", ""); status != http.StatusNotFound {
		t.Errorf("%d, want 404", status)
	}
	send(t, hub, http.MethodGet, c.URL+"&hub.mode=denied&hub.reason=r", "")
	got := c.AwaitVerifications(t, 2)
	if got[0].Mode() != "subscribe" || got[1].Mode() != "unsubscribe" || got[0].Challenge() != "x/y" || got[0].Added.Has("a") {
		t.Errorf("recorded %+v", got)
	}
	if denied := c.AwaitDenials(t, 1); denied[0].Added.Get("hub.reason") != "r" || len(c.Requests()) != 3 {
		t.Errorf("recorded %+v", denied)
	}
	if status, _ := send(t, hub, http.MethodGet, s.origins[0]+"/elsewhere", ""); status != http.StatusNotFound {
		t.Errorf("%d, want 404", status)
	}
	if first, second := s.CallbackAt(0, "").URL, s.CallbackAt(1, "").URL; strings.HasPrefix(second, s.origins[0]) || !strings.HasPrefix(first, s.origins[0]) {
		t.Errorf("%s and %s, want two sites", first, second)
	}
}

func TestDeliveries(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{Version: version})
	hub := newHub(t, s)
	c := s.Callback("").OnDelivery(Statuses(http.StatusInternalServerError, http.StatusAccepted))
	for i, want := range []int{500, 202, 202} {
		if status, _ := send(t, hub, http.MethodPost, c.URL, strconv.Itoa(3-i)); status != want {
			t.Errorf("%d, want %d", status, want)
		}
	}
	if got := c.AwaitDeliveries(t, 3); got[0].Stale || !got[1].Stale || !got[2].Stale || string(got[2].Body) != "1" || c.Newest() != 3 {
		t.Errorf("recorded %+v", got)
	}
	if n := len(c.Faults()); n != 2 {
		t.Errorf("%d faults, want the two stale ones", n)
	}
	c.OnDelivery(func(int, Request) Answer {
		return Answer{Status: 201, Header: http.Header{"X-Y": {"z"}}, Body: "b", Filler: 3}
	})
	if status, body := send(t, hub, http.MethodPost, c.URL, "4"); status != 201 || body != "bxxx" {
		t.Errorf("%d %q", status, body)
	}
}

// Two deliveries that are both answered were made at once, however long the
// first one still took.
func TestOverlapWithOneThatIsAnswered(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{})
	hub := newHub(t, s)
	c := s.Callback("").OnDelivery(After(time.Second, Statuses(http.StatusOK)))
	var first sync.WaitGroup
	first.Go(func() { send(t, hub, http.MethodPost, c.URL, "1") })
	c.AwaitDeliveries(t, 1)
	send(t, hub, http.MethodPost, c.URL, "1")
	first.Wait()
	if n := len(c.Faults()); n != 1 {
		t.Errorf("%d faults, want one", n)
	}
	send(t, hub, http.MethodPost, c.URL, "1")
	if n := len(c.Faults()); n != 1 {
		t.Errorf("%d faults, want no other one", n)
	}
}

// A delivery is open until it is answered, or until its sender is gone.
func TestOverlap(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{Forget: true})
	hub := newHub(t, s)
	c := s.Callback("").OnDelivery(func(n int, _ Request) Answer { return Answer{Hang: n == 0} })
	ctx, cancel := context.WithCancel(t.Context())
	var first sync.WaitGroup
	first.Go(func() { giveUp(ctx, t, hub, c.URL, "1") })
	c.AwaitDeliveries(t, 1)
	send(t, hub, http.MethodPost, c.URL, "2")
	cancel()
	first.Wait()
	send(t, hub, http.MethodPost, c.URL, "3")
	got := c.Deliveries()
	if got[0].Overlapping || !got[1].Overlapping || got[2].Overlapping || len(c.Faults()) != 1 {
		t.Errorf("recorded %+v, want the second one to overlap", got)
	}
	if got[0].Body != nil || got[0].Size != 1 {
		t.Errorf("recorded %+v, want no body", got[0])
	}
}

// Nobody can tell when a delivery was sent whose sender is gone when it is read.
func TestAbandoned(t *testing.T) {
	t.Parallel()
	s := Start(t, Options{Version: version})
	hub := newHub(t, s)
	c := s.Callback("")
	send(t, hub, http.MethodPost, c.URL, "2")
	ctx, cancel := context.WithCancel(t.Context())
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { time.AfterFunc(100*time.Millisecond, cancel) }})
	c.mu.Lock() // it is slow
	giveUp(ctx, t, hub, c.URL, "1")
	c.mu.Unlock()
	got := c.AwaitDeliveries(t, 2)
	if got[0].Abandoned || !got[1].Abandoned || len(c.Faults()) != 0 {
		t.Errorf("recorded %+v, want the second one to be abandoned and no fault", got)
	}
}

// giveUp sends a delivery that is not answered until ctx ends.
func giveUp(ctx context.Context, t *testing.T, hub *http.Client, url, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return
	}
	if response, err := hub.Do(request); err == nil {
		response.Body.Close()
		t.Error("an answer to a delivery that was to be given up")
	}
}

func TestSign(t *testing.T) {
	t.Parallel()
	// RFC 4231 §4.3.
	const want = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
	if got := Sign("Jefe", []byte("what do ya want for nothing?")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
