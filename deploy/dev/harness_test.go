package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// patience is how long anything may take before a test fails.
const patience = 30 * time.Second

// system is a supervisor with its fakes, as real processes.
type system struct {
	env       []string
	args      []string
	data      string
	addresses map[string]string // by variable
	cmd       *exec.Cmd
	out       *recorder
	ended     chan error
}

// recorder is the output of a process, read while it writes.
type recorder struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Write(p)
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.String()
}

// prepare makes a system with addresses and a data directory of its own.
func prepare(t *testing.T, args ...string) *system {
	t.Helper()
	s := &system{data: t.TempDir(), addresses: map[string]string{}}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, name := range []string{"dev", "reviewctl", "nats-server", "store", "mcp", "hub", gateway} {
		if err := os.Symlink(self, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	s.env = append(os.Environ(),
		dataDir+"="+s.data,
		"REVIEWS_STORE_ADMIN_ADDR=elsewhere:1",
		"REVIEWS_TEST=reaches the services",
		"GORACE=atexit_sleep_ms=0", // else every process takes a second to end
	)
	for _, p := range programs() {
		for _, l := range p.listeners {
			s.addresses[l.variable] = freeAddress(t)
			s.env = append(s.env, l.variable+"="+l.scheme+s.addresses[l.variable])
		}
	}
	s.args = append([]string{filepath.Join(bin, "dev"), "-bin", bin, "-demo", "demo"}, args...)
	return s
}

// nextPort gives every test of this process other ports.
var nextPort atomic.Int32

// freeAddress returns a loopback address where nobody listens, neither there
// nor on the port of a second replica. It lies below the ports that systems
// give to connections, of which the tests make many.
func freeAddress(t *testing.T) string {
	t.Helper()
	nextPort.CompareAndSwap(0, 12000+rand.Int32N(6000))
	for range 1000 {
		port := nextPort.Add(1)
		first, second := fmt.Sprintf("127.0.0.1:%d", port), fmt.Sprintf("127.0.0.1:%d", port+replicaStride)
		if isFree(first) && isFree(second) {
			return first
		}
	}
	t.Fatal("no two free ports")
	return ""
}

func isFree(address string) bool {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return false
	}
	return l.Close() == nil
}

// start runs the supervisor, which is killed at the end of the test if it
// still runs.
func (s *system) start(t *testing.T) {
	t.Helper()
	s.cmd = exec.Command(s.args[0], s.args[1:]...)
	s.out, s.ended = new(recorder), make(chan error, 1)
	s.cmd.Env, s.cmd.Stdout, s.cmd.Stderr = s.env, s.out, s.out
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	cmd, out, ended := s.cmd, s.out, make(chan struct{})
	go func() {
		s.ended <- cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		select {
		case <-ended:
		default:
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = cmd.Process.Signal(syscall.SIGTERM)
			<-ended
		}
		if t.Failed() {
			t.Logf("output:\n%s", out)
		}
	})
}

// await waits until the output has text.
func (s *system) await(t *testing.T, text string) {
	t.Helper()
	for begin := time.Now(); !strings.Contains(s.out.String(), text); time.Sleep(2 * time.Millisecond) {
		if time.Since(begin) > patience {
			t.Fatalf("no %q in the output", text)
		}
	}
}

// signal sends a signal to the supervisor.
func (s *system) signal(t *testing.T, sig syscall.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

// wait waits for the end of the supervisor, checks its exit code, and that it
// left nobody behind.
func (s *system) wait(t *testing.T, code int) {
	t.Helper()
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Fatal("the supervisor does not end")
	}
	if got := s.cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code = %d, want %d", got, code)
	}
	for variable, address := range s.addresses {
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			t.Errorf("somebody still listens on %s (%s)", address, variable)
		}
	}
}

// inOrder checks that the parts occur in the output one after the other.
func (s *system) inOrder(t *testing.T, parts ...string) {
	t.Helper()
	rest := s.out.String()
	for _, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if !found {
			t.Errorf("no %q where it is due", part)
			return
		}
		rest = after
	}
}

// fetch gets a page of one of the fakes.
func (s *system) fetch(t *testing.T, variable, path string) (string, error) {
	t.Helper()
	var body []byte
	err := get(t.Context(), newClient(), "http://"+s.addresses[variable]+path, func(r io.Reader) (err error) {
		body, err = io.ReadAll(r)
		return err
	})
	return string(body), err
}
