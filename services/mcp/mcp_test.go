package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
)

func TestMain(m *testing.M) {
	if kind := os.Getenv(childVariable); kind != "" {
		os.Exit(child(kind))
	}
	storetest.Main(m)
}

// replica is a running MCP server.
type replica struct {
	t        testing.TB
	url, ops string
	client   *http.Client
	log      *servicetest.Log
	stop     func() error // ends the process and returns how it ended
}

// start runs a replica with the given settings, name and value in turn, until
// the test ends. It returns when the replica listens.
func start(t testing.TB, settings ...string) *replica {
	t.Helper()
	listen, ops := servicetest.FreeAddress(t), servicetest.FreeAddress(t)
	env := map[string]string{
		"REVIEWS_MCP_LISTEN":     listen,
		"REVIEWS_MCP_OPS_LISTEN": ops,
		"REVIEWS_MCP_RATE":       "0",
		"REVIEWS_NATS_URL":       "nats://" + servicetest.FreeAddress(t), // nobody is there
		"REVIEWS_STORE_ADDR":     servicetest.FreeAddress(t),             // nor there
		"REVIEWS_MCP_DRAIN":      "2s",
	}
	for i := 0; i < len(settings); i += 2 {
		env[settings[i]] = settings[i+1]
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	r := &replica{t: t, url: "http://" + listen, ops: "http://" + ops, log: &servicetest.Log{}, client: &http.Client{
		Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 16},
		Timeout:   20 * time.Second,
	}}
	r.stop = sync.OnceValue(func() error {
		cancel()
		r.client.CloseIdleConnections()
		return <-ended
	})
	go func() { ended <- run(ctx, nil, func(name string) string { return env[name] }, r.log) }()
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("the replica ended with %v", err)
		}
		if t.Failed() {
			t.Logf("log of the replica:\n%.5000s", r.log)
		}
	})
	r.await("the replica listens", func() bool { return r.status("/livez") == http.StatusOK })
	return r
}

// startWith runs a replica of a store that has the records of this package,
// with a broker between them.
func startWith(t testing.TB, settings ...string) (*replica, *storetest.Store) {
	t.Helper()
	broker := natstest.Start(t)
	store := storetest.Start(t, storetest.Options{NATSURL: broker.URL()})
	last := store.FillSample()
	r := start(t, append([]string{"REVIEWS_STORE_ADDR", store.Addr(), "REVIEWS_NATS_URL", broker.URL()}, settings...)...)
	r.awaitRevision(last)
	return r, store
}

// await waits until something has come about.
func (r *replica) await(what string, done func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("not so after half a minute: %s", what)
		}
	}
}

// status returns the status of a path of the ops address, 0 when nobody
// answers.
func (r *replica) status(path string) int {
	res, err := r.client.Get(r.ops + path)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// metric returns whether /metrics has a line.
func (r *replica) metric(line string) bool {
	res, err := r.client.Get(r.ops + "/metrics")
	if err != nil {
		return false
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(res.Body)
	return strings.Contains(string(body), "\n"+line+"\n")
}

func (r *replica) awaitRevision(want review.Revision) {
	r.t.Helper()
	r.await(fmt.Sprintf("revision %d", want), func() bool { return r.metric(fmt.Sprintf("reviews_mcp_revision %d", want)) })
}

// answer is a response that was read to its end.
type answer struct {
	*http.Response
	body string
}

// send sends a message; header has names and values in turn.
func (r *replica) send(method, message string, header ...string) answer {
	r.t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, r.url+"/mcp", strings.NewReader(message))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	res, err := r.client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer{res, string(body)}
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// begin begins a session and returns its id.
func (r *replica) begin() string {
	r.t.Helper()
	res := r.send(http.MethodPost, initialize)
	id := res.Header.Get("Mcp-Session-Id")
	if res.StatusCode != http.StatusOK || id == "" {
		r.t.Fatalf("initialize: status %d, session %q\n%s", res.StatusCode, id, res.body)
	}
	return id
}

// ping returns the status of a ping in a session.
func (r *replica) ping(session string) int {
	r.t.Helper()
	return r.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, "Mcp-Session-Id", session).StatusCode
}

// result is the result of a tool.
type result struct {
	Content []struct {
		Type, Text string
	}
	StructuredContent json.RawMessage
	IsError           bool
}

// call calls a tool in a session of its own.
func (r *replica) call(tool, arguments string) result {
	r.t.Helper()
	res := r.send(http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`, "Mcp-Session-Id", r.begin())
	var out struct{ Result result }
	if err := json.Unmarshal([]byte(res.body), &out); err != nil || res.StatusCode != http.StatusOK {
		r.t.Fatalf("%s: status %d, error %v\n%s", tool, res.StatusCode, err, res.body)
	}
	return out.Result
}
