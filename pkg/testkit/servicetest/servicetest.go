// Package servicetest is what tests that run a service inside of their own
// process or as a child need: an address to give it, and a log to look into
// while it runs.
package servicetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// The ports of FreeAddress lie below those that systems give to connections,
// of which tests make many: none of these is taken before it is used.
const firstPort, lastPort = 18_000, 32_000

// FreeAddress returns a loopback address that nobody listens on and that no
// other call returns before the test ends, not even in another process: the
// UDP port of the same number is held for as long.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprintf("127.0.0.1:%d", firstPort+rand.IntN(lastPort-firstPort))
		held, err := net.ListenPacket("udp", address)
		if err != nil {
			continue
		}
		if l, err := net.Listen("tcp", address); err == nil {
			_ = l.Close() // to be listened on by somebody else
			t.Cleanup(func() { _ = held.Close() })
			return address
		}
		_ = held.Close()
	}
	t.Fatal("servicetest: no free port")
	return ""
}

// Log is a log that is read while it is written.
type Log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns what was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
