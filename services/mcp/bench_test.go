package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/procfs"

	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
)

// childVariable makes this test binary a server to measure: a process of its
// own, so that the load generator does not count.
const childVariable = "REVIEWS_TEST_CHILD"

// child runs the server that the variable asks for, and returns its exit code.
func child(kind string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if kind == "echo" {
		err = echo(ctx)
	} else {
		err = run(ctx, nil, os.Getenv, io.Discard)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// echo is what an HTTP server in Go costs at least that reads and writes JSON.
func echo(ctx context.Context) error {
	server := &http.Server{
		Addr:              os.Getenv("REVIEWS_MCP_LISTEN"),
		ReadHeaderTimeout: time.Minute,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var message map[string]any
			if err := json.NewDecoder(r.Body).Decode(&message); err != nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(message)
		}),
	}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.ListenAndServe(); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// measured is a server whose use of the processor is measured.
type measured struct {
	url    string
	pid    int
	header http.Header
	body   string // with a verb for the id
	cpu    float64
}

// launch starts a server process.
func launch(b *testing.B, kind string, env ...string) (url string, pid int) {
	b.Helper()
	listen, ops := servicetest.FreeAddress(b), servicetest.FreeAddress(b)
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), append([]string{
		childVariable + "=" + kind,
		"REVIEWS_MCP_LISTEN=" + listen,
		"REVIEWS_MCP_OPS_LISTEN=" + ops,
		"REVIEWS_MCP_RATE=0",
		"REVIEWS_NATS_URL=nats://" + servicetest.FreeAddress(b),
	}, env...)...)
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	})
	return "http://" + listen + "/mcp", command.Process.Pid
}

// used returns the time on the processor that a process has had, in seconds.
func used(b *testing.B, pid int) float64 {
	b.Helper()
	process, err := procfs.NewProc(pid)
	if err != nil {
		b.Skip(err)
	}
	stat, err := process.Stat()
	if err != nil {
		b.Fatal(err)
	}
	return stat.CPUTime()
}

// requests is how many requests make a round, and connections how many are
// under way at a time.
const (
	requests    = 4000
	connections = 16
)

// round sends the requests of a round and adds what they cost.
func (m *measured) round(b *testing.B, client *http.Client) {
	b.Helper()
	before := used(b, m.pid)
	var next atomic.Int64
	var sending sync.WaitGroup
	for range connections {
		sending.Go(func() {
			for id := next.Add(1); id <= requests; id = next.Add(1) {
				m.send(b, client, id)
			}
		})
	}
	sending.Wait()
	m.cpu += used(b, m.pid) - before
}

func (m *measured) send(b *testing.B, client *http.Client, id int64) {
	req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, m.url, strings.NewReader(fmt.Sprintf(m.body, id)))
	if err != nil {
		b.Error(err)
		return
	}
	req.Header = m.header
	res, err := client.Do(req)
	if err != nil {
		b.Error(err)
		return
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		b.Errorf("status %d, error %v", res.StatusCode, err)
	}
}

// BenchmarkCall measures a trivial call in both eras against a bare echo: the
// time on the processor of the server, in microseconds a request, and how many
// times that of the echo it is.
func BenchmarkCall(b *testing.B) {
	store := storetest.Start(b, storetest.Options{})
	store.FillSample()
	echoURL, echoPID := launch(b, "echo")
	mcpURL, mcpPID := launch(b, "mcp", "REVIEWS_STORE_ADDR="+store.Addr())
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}, Timeout: time.Minute}
	header := func(pairs ...string) http.Header {
		h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		for i := 0; i < len(pairs); i += 2 {
			h.Set(pairs[i], pairs[i+1])
		}
		return h
	}
	const call = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"get_faq","arguments":{}`
	const meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	servers := map[string]*measured{
		"echo":   {url: echoURL, pid: echoPID, header: header(), body: call + "}}"},
		"legacy": {url: mcpURL, pid: mcpPID, header: header("Mcp-Session-Id", await(b, client, mcpURL, echoURL)), body: call + "}}"},
		"modern": {url: mcpURL, pid: mcpPID, header: header("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "get_faq"), body: call + meta + "}}"},
	}
	rounds := 0
	for b.Loop() {
		rounds++
		for _, name := range []string{"echo", "legacy", "modern"} {
			servers[name].round(b, client)
		}
	}
	for name, m := range servers {
		b.ReportMetric(m.cpu/float64(rounds*requests)*1e6, name+"-µs")
		if name != "echo" {
			b.ReportMetric(m.cpu/servers["echo"].cpu, name+"/echo")
		}
	}
}

// await returns the id of a session once both servers answer and the reviews
// are there.
func await(b *testing.B, client *http.Client, mcpURL, echoURL string) string {
	b.Helper()
	post := func(url, body, session string) (*http.Response, string) {
		req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, strings.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"*/*"}, "Mcp-Session-Id": {session}}
		res, err := client.Do(req)
		if err != nil {
			return nil, ""
		}
		defer res.Body.Close()
		text, _ := io.ReadAll(res.Body)
		return res, string(text)
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		bare, _ := post(echoURL, "{}", "")
		begun, _ := post(mcpURL, initialize, "")
		if bare == nil || begun == nil {
			continue
		}
		session := begun.Header.Get("Mcp-Session-Id")
		if _, text := post(mcpURL, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_faq"}}`, session); strings.Contains(text, "structuredContent") {
			return session
		}
	}
	b.Fatal("the servers do not answer")
	return ""
}
