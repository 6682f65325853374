// Package callbacktest plays the subscribers of a WebSub hub: an HTTPS server
// with any number of callbacks, each of which records what it gets and answers
// as the test says. It notices by itself what a hub must never do: deliver old
// content after new, and two contents at once.
package callbacktest

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// Patience is how long the Await methods wait before they fail the test.
const Patience = 30 * time.Second

// Options are what a sink is started with.
type Options struct {
	// Sites is how many ports there are; callbacks take turns. A hub that
	// bounds what it does with one host then has several. Default 1.
	Sites int
	// Host is the address of this machine at which the hub reaches the sink.
	// Default 127.0.0.1.
	Host string
	// Version tells which of two contents is newer, by what is in the body of
	// a delivery. Without it no delivery counts as stale.
	Version func(body []byte) int64
	// Forget leaves the bodies of deliveries out of the record, for tests with
	// more of them than memory.
	Forget bool
}

// Sink is the server. It is safe for concurrent use.
type Sink struct {
	options  Options
	caFile   string
	keyFile  string
	origins  []string
	released chan struct{} // closed when what hangs shall end

	mu        sync.Mutex
	callbacks map[string]*Callback // by path
	made      int
}

// Start starts a sink on free ports, of loopback if nothing else is asked for, and stops it when the test ends.
func Start(t testing.TB, o Options) *Sink {
	t.Helper()
	o.Host = cmp.Or(o.Host, "127.0.0.1")
	s := &Sink{options: o, callbacks: map[string]*Callback{}, released: make(chan struct{})}
	certificate := s.makeCertificate(t)
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true) // see sender.gone
	server := &http.Server{
		Protocols:         protocols,
		Handler:           s,
		ConnContext:       withConn,
		ReadHeaderTimeout: Patience,
		ErrorLog:          log.New(io.Discard, "", 0), // clients that go away are part of the tests
		TLSConfig:         &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12},
	}
	var serving sync.WaitGroup
	for range max(1, o.Sites) {
		l, err := net.Listen("tcp", net.JoinHostPort(o.Host, "0"))
		if err != nil {
			t.Fatalf("callbacktest: %v", err)
		}
		s.origins = append(s.origins, "https://"+l.Addr().String())
		serving.Go(func() { _ = server.ServeTLS(l, "", "") }) // until it is closed
	}
	t.Cleanup(func() {
		close(s.released)
		_ = server.Close()
		serving.Wait()
	})
	return s
}

// CAFile returns a PEM file with the certificate that the sink shows. A hub
// that shall deliver must trust it.
func (s *Sink) CAFile() string { return s.caFile }

// KeyFile returns a PEM file with the key of the certificate, for a subscriber
// of somebody else that serves for itself.
func (s *Sink) KeyFile() string { return s.keyFile }

// Callback makes a callback with an address of its own, at the next site. A
// query becomes part of the address as it is. Until told otherwise it confirms
// what the hub asks for, and accepts each delivery with 204.
func (s *Sink) Callback(query string) *Callback {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(s.made, query)
}

// CallbackAt makes a callback at a site, counted from 0.
func (s *Sink) CallbackAt(site int, query string) *Callback {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(site, query)
}

// add makes a callback; s.mu is held.
func (s *Sink) add(site int, query string) *Callback {
	path := fmt.Sprintf("/callback/%d", s.made)
	c := &Callback{sink: s, query: query, verify: Confirm, deliver: Statuses(http.StatusNoContent)}
	c.URL = s.origins[site%len(s.origins)] + path
	if query != "" {
		c.URL += "?" + query
	}
	s.callbacks[path] = c
	s.made++
	return c
}

// ServeHTTP records a request and answers it.
func (s *Sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	c := s.callbacks[r.URL.Path]
	s.mu.Unlock()
	if c == nil {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // it did not arrive: whoever sent it is gone
	}
	answer, done := c.take(r, body)
	defer done()
	answer.write(w, r, s.released)
}
