// Package natstest runs a real NATS server with JetStream inside a test, and
// takes it down and up again to show what its absence does.
package natstest

import (
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// startTimeout is far beyond what a start takes on a busy machine.
const startTimeout = 30 * time.Second

// Server is a NATS server on a loopback port. Its methods belong to the
// goroutine of the test.
type Server struct {
	t       testing.TB
	options *server.Options
	running *server.Server // nil while down
	url     string
}

// Start starts a server on a free port that keeps its streams in a directory
// of the test, and stops it when the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, options: &server.Options{
		Host:      "127.0.0.1",
		Port:      server.RANDOM_PORT,
		JetStream: true,
		StoreDir:  t.TempDir(),
		NoLog:     true,
		NoSigs:    true,
	}}
	t.Cleanup(s.Stop)
	s.start()
	s.url = s.running.ClientURL()
	if addr, ok := s.running.Addr().(*net.TCPAddr); ok {
		s.options.Port = addr.Port
	}
	return s
}

// URL returns the address for clients, nats://127.0.0.1:port. It stays the
// same over restarts.
func (s *Server) URL() string { return s.url }

// Stop takes the server down and waits until it is; streams stay in their
// directory. A stopped server may be stopped again.
func (s *Server) Stop() {
	if s.running == nil {
		return
	}
	s.running.Shutdown()
	s.running.WaitForShutdown()
	s.running = nil
}

// Restart brings the server up on the same port with the same streams, after
// taking it down if it runs.
func (s *Server) Restart() {
	s.t.Helper()
	s.Stop()
	s.start()
}

// start returns when clients can connect.
func (s *Server) start() {
	s.t.Helper()
	// The server writes into its options: it gets a copy.
	running, err := server.NewServer(s.options.Clone())
	if err != nil {
		s.t.Fatalf("natstest: %v", err)
	}
	s.running = running
	go running.Start()
	if !running.ReadyForConnections(startTimeout) {
		s.t.Fatalf("natstest: no NATS server on port %d after %s", s.options.Port, startTimeout)
	}
}
