package acceptance

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
)

// Two of everything are restarted one after the other under constant load, as
// an operator rolls out a release. A client that looks at the readiness of the
// gateways, and never tries again, sees no failure; nor do imports. A
// subscriber that asks for its subscription again all the time gets the last
// change, and nothing older after something newer.
func TestRollingRestart(t *testing.T) {
	needsProcesses(t)
	t.Setenv("REVIEWS_DRAIN_DELAY", "1500ms")
	sink := callbacktest.Start(t, callbacktest.Options{Version: changeIn})
	s := &websub{sink: sink, stack: startSystem(t, system{database: pgtest.URL(t), stores: 2, hubs: 2, hubEnv: hubSettings(sink)})}
	s.dial(t)
	other := s.secondMCP(t)
	gateways := s.secondGateway(t)
	s.fill(t)
	c := sink.Callback("")
	s.subscribe(t, c, full)
	fleet := newFleet(gateways, requests(s.form(c.URL, full).Encode()))
	done := make(chan struct{})
	var load sync.WaitGroup
	load.Go(func() { fleet.watch(done) })
	for range 4 {
		load.Go(func() { fleet.load(t, done) })
	}
	load.Go(func() { s.importOver(t, done) })

	for _, p := range slices.Concat(s.stores, []*process{s.mcp, other}, s.hubs, gateways) {
		before := fleet.answered.Load()
		s.change(t)
		time.Sleep(500 * time.Millisecond)
		p.signal(syscall.SIGTERM)
		p.start(t)
		t.Logf("%s: %d answers while it was restarted", filepath.Base(p.path), fleet.answered.Load()-before)
	}
	close(done)
	load.Wait()
	s.until(t, "the last change was pushed", func() bool { return c.Newest() == s.changes })
	for _, r := range c.Deliveries() {
		if r.Stale {
			t.Errorf("change %d was delivered after a newer one", r.Version)
		}
	}
}

// secondMCP starts another MCP server and tells the gateway.
func (s *stack) secondMCP(t *testing.T) *process {
	t.Helper()
	listen := servicetest.FreeAddress(t)
	other := twin(t, s.mcp, "REVIEWS_MCP_OPS_LISTEN", "REVIEWS_MCP_LISTEN="+listen)
	s.gateway.kill()
	s.gateway.env = append(s.gateway.env, "REVIEWS_GATEWAY_MCP_URL="+variable(s.gateway.env, "REVIEWS_GATEWAY_MCP_URL")+",http://"+listen)
	s.gateway.start(t)
	return other
}

// secondGateway starts another gateway.
func (s *stack) secondGateway(t *testing.T) []*process {
	t.Helper()
	return []*process{s.gateway, twin(t, s.gateway, "REVIEWS_GATEWAY_OPS_LISTEN", "REVIEWS_GATEWAY_LISTEN="+servicetest.FreeAddress(t))}
}

// twin runs another process like p with an ops address of its own.
func twin(t *testing.T, p *process, opsVariable, listen string) *process {
	t.Helper()
	ops := servicetest.FreeAddress(t)
	return run(t, p.path, append(slices.Clone(p.env), listen, opsVariable+"="+ops), "http://"+ops+"/readyz")
}

// variable returns the value of a variable, which the last one of its name has.
func variable(env []string, name string) string {
	var last string
	for _, pair := range env {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			last = value
		}
	}
	return last
}

// importOver imports a review over and over.
func (s *stack) importOver(t *testing.T, done <-chan struct{}) {
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		case <-time.After(300 * time.Millisecond):
		}
		line := fmt.Sprintf(`{"source":"yelp","source_id":"rolling","rating":%d,"date":"2026-04-01"}`, 1+n%5)
		if out, err := s.tryReviewctl(t, line, "import", "-"); err != nil {
			t.Errorf("import %d: %v\n%s", n, err, out)
		}
	}
}

// fleet is what a balancer knows of the gateways.
type fleet struct {
	members  []*member
	requests []string
	turn     atomic.Uint32
	answered atomic.Int64
}

// member is a gateway.
type member struct {
	address, ready string
	down           atomic.Bool
	falls          atomic.Int64 // how often it was found not to be ready
}

func newFleet(gateways []*process, requests []string) *fleet {
	f := &fleet{requests: requests}
	for _, g := range gateways {
		f.members = append(f.members, &member{address: variable(g.env, "REVIEWS_GATEWAY_LISTEN"), ready: g.ready})
	}
	return f
}

// watch looks at the readiness of the members every so often.
func (f *fleet) watch(done <-chan struct{}) {
	for {
		for _, m := range f.members {
			response, err := client.Get(m.ready)
			if err == nil {
				response.Body.Close()
			}
			down := err != nil || response.StatusCode != http.StatusOK
			if was := m.down.Swap(down); down && !was {
				m.falls.Add(1)
			}
		}
		select {
		case <-done:
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// next returns the members that are ready in turn.
func (f *fleet) next() *member {
	for {
		if m := f.members[int(f.turn.Add(1))%len(f.members)]; !m.down.Load() {
			return m
		}
	}
}

// load sends requests of all kinds, each on the connection that the last one
// left open, and complains of each that fails.
func (f *fleet) load(t *testing.T, done <-chan struct{}) {
	connections := map[*member]*connection{}
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		case <-time.After(5 * time.Millisecond):
		}
		m := f.next()
		c := connections[m]
		if c == nil || c.closed || c.falls != m.falls.Load() {
			c = connect(t, m)
			connections[m] = c
		}
		if c == nil {
			continue
		}
		if err := c.ask(f.requests[n%len(f.requests)]); err != nil {
			t.Errorf("%s: %v", m.address, err)
			c.closed = true
		}
		f.answered.Add(1)
	}
}

// requests returns the requests of the load, one of them a subscription.
func requests(subscription string) []string {
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_reviews","arguments":{"rating":5,"limit":1},` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	return []string{
		"GET /reviews.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"GET /api/reviews/search?rating=5 HTTP/1.1\r\nHost: localhost\r\n\r\n",
		fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"+
			"MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: search_reviews\r\nContent-Length: %d\r\n\r\n%s", len(call), call),
		"GET /api/reviews/changes?limit=2 HTTP/1.1\r\nHost: localhost\r\n\r\n",
		fmt.Sprintf("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", hubPath, formType, len(subscription), subscription),
	}
}

// connection is one of HTTP/1.1 by hand: clients of the standard library try
// again when a connection ends under a request.
type connection struct {
	conn   net.Conn
	reader *bufio.Reader
	falls  int64
	closed bool
}

func connect(t *testing.T, m *member) *connection {
	falls := m.falls.Load()
	conn, err := net.DialTimeout("tcp", m.address, patience)
	if err != nil {
		t.Errorf("%s: %v", m.address, err)
		return nil
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &connection{conn: conn, reader: bufio.NewReader(conn), falls: falls}
}

// ask sends a request and reads its answer.
func (c *connection) ask(request string) error {
	line, _, _ := strings.Cut(request, "\r\n")
	if _, err := io.WriteString(c.conn, request); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	_ = c.conn.SetReadDeadline(time.Now().Add(patience))
	response, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusAccepted || bytes.Contains(body, []byte(`"isError":true`)) {
		return fmt.Errorf("%s: status %d\n%.300s", line, response.StatusCode, body)
	}
	if response.Close {
		c.closed = true
		return c.conn.Close()
	}
	return nil
}
