package main

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// gateway is a running gateway.
type gateway struct {
	t        testing.TB
	url, ops string
	client   *http.Client
	log      *servicetest.Log
	stop     func() error // ends the process and returns how it ended
}

// start runs a gateway with the given settings, name and value in turn, until
// the test ends. It returns when the gateway listens.
func start(t testing.TB, settings ...string) *gateway {
	t.Helper()
	listen, ops := servicetest.FreeAddress(t), servicetest.FreeAddress(t)
	env := map[string]string{
		"REVIEWS_GATEWAY_LISTEN":     listen,
		"REVIEWS_GATEWAY_OPS_LISTEN": ops,
		"REVIEWS_GATEWAY_RATE":       "0",
		"REVIEWS_NATS_URL":           "nats://" + servicetest.FreeAddress(t), // nobody is there
		"REVIEWS_STORE_ADDR":         servicetest.FreeAddress(t),             // nor there
		"REVIEWS_GATEWAY_MCP_URL":    "http://" + servicetest.FreeAddress(t), // nor there
		"REVIEWS_GATEWAY_HUB_URL":    "http://" + servicetest.FreeAddress(t), // nor there
		"REVIEWS_GATEWAY_DRAIN":      "2s",
	}
	for i := 0; i < len(settings); i += 2 {
		env[settings[i]] = settings[i+1]
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	g := &gateway{t: t, url: "http://" + listen, ops: "http://" + ops, log: &servicetest.Log{}, client: &http.Client{
		Transport: &http.Transport{DisableCompression: true},
		Timeout:   20 * time.Second,
	}}
	g.stop = sync.OnceValue(func() error {
		cancel()
		g.client.CloseIdleConnections()
		return <-ended
	})
	go func() { ended <- run(ctx, nil, func(name string) string { return env[name] }, g.log) }()
	t.Cleanup(func() {
		if err := g.stop(); err != nil {
			t.Errorf("the gateway ended with %v", err)
		}
		if t.Failed() {
			t.Logf("log of the gateway:\n%.5000s", g.log)
		}
	})
	g.await("the gateway listens", func() bool { return g.status(g.ops+"/livez") == http.StatusOK })
	return g
}

// startWith runs a gateway of a store that has the records of this package,
// with a broker between them.
func startWith(t testing.TB, settings ...string) (*gateway, *storetest.Store) {
	t.Helper()
	broker := natstest.Start(t)
	store := storetest.Start(t, storetest.Options{NATSURL: broker.URL()})
	last := store.FillSample()
	g := start(t, append([]string{"REVIEWS_STORE_ADDR", store.Addr(), "REVIEWS_NATS_URL", broker.URL()}, settings...)...)
	g.awaitRevision(last)
	return g, store
}

// await waits until something has come about.
func (g *gateway) await(what string, done func() bool) {
	g.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			g.t.Fatalf("not so after half a minute: %s", what)
		}
	}
}

// awaitRevision waits until the documents have reached a revision.
func (g *gateway) awaitRevision(want review.Revision) {
	g.t.Helper()
	g.await("revision "+strconv.FormatUint(uint64(want), 10), func() bool {
		res := g.do(http.MethodHead, "/insights.json")
		got, _ := strconv.ParseUint(res.Header.Get("X-Revision"), 10, 64)
		return res.StatusCode == http.StatusOK && review.Revision(got) >= want
	})
}

// status returns the status of a GET, 0 when nobody answers.
func (g *gateway) status(address string) int {
	res, err := g.client.Get(address)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// answer is a response that was read to its end.
type answer struct {
	*http.Response
	body string
}

// do makes a request; header has names and values in turn.
func (g *gateway) do(method, path string, header ...string) answer {
	g.t.Helper()
	req, err := http.NewRequest(method, g.url+path, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	res, err := g.client.Do(req)
	if err != nil {
		g.t.Fatal(err)
	}
	defer res.Body.Close()
	var body strings.Builder
	if _, err := io.Copy(&body, res.Body); err != nil {
		g.t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer{res, body.String()}
}

// get makes a GET.
func (g *gateway) get(path string, header ...string) answer {
	g.t.Helper()
	return g.do(http.MethodGet, path, header...)
}
