package postgres

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// proxy stands between a database and its server, and can do to a connection
// what networks and stopped processes do.
type proxy struct {
	server string
	on     []byte        // what the database says that sets it off, once
	armed  atomic.Bool   // before that nothing does
	lose   bool          // lets the server hear it, and breaks the connection before the answer
	resume chan struct{} // closed by the test: until then nothing passes
	hit    chan struct{} // closed when it is set off
	once   sync.Once
}

// through starts a proxy and returns the URL of the database behind it.
func (p *proxy) through(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.hit, p.resume = make(chan struct{}), make(chan struct{})
	p.server, u.Host = u.Host, l.Addr().String()
	var serving sync.WaitGroup
	t.Cleanup(func() { _ = l.Close(); serving.Wait() })
	ctx := t.Context()
	serving.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { p.serve(ctx, client) })
		}
	})
	return u.String()
}

// serve carries one connection.
func (p *proxy) serve(ctx context.Context, client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.server)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	var gate sync.Mutex // held by who answers the client
	go func() {
		_, _ = io.Copy(gated{client, &gate}, server)
		_ = client.Close()
	}()
	said := make([]byte, 64<<10)
	for {
		n, err := client.Read(said)
		if err != nil {
			return
		}
		if !p.armed.Load() || !bytes.Contains(said[:n], p.on) || !p.first() {
			_, _ = server.Write(said[:n])
			continue
		}
		if p.lose {
			gate.Lock()
			_, _ = server.Write(said[:n])
			<-p.resume
			return // with the gate locked
		}
		<-p.resume
		_, _ = server.Write(said[:n])
	}
}

// first reports whether the proxy is set off only now.
func (p *proxy) first() (first bool) {
	p.once.Do(func() { first = true; close(p.hit) })
	return first
}

// gated is a writer behind a lock.
type gated struct {
	io.Writer

	gate *sync.Mutex
}

func (g gated) Write(b []byte) (int, error) {
	g.gate.Lock()
	defer g.gate.Unlock()
	return g.Writer.Write(b)
}
