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
	"strconv"
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

func TestSystem(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.start(t)
	s.await(t, "/llms.txt")
	_, port, _ := net.SplitHostPort(s.addresses["REVIEWS_GATEWAY_LISTEN"])
	origin := "http://localhost:" + port
	s.inOrder(t,
		"nats-server | started\n", "store       | started\n", "mcp         | started\n", "hub         | started\n", "gateway     | started\n",
		"dev         | the store is empty",
		"reviewctl   | got business apply demo/profile.yaml for "+s.addresses["REVIEWS_STORE_ADMIN_LISTEN"]+"\n",
		"reviewctl   | got import demo/reviews.jsonl for ",
		"dev         | ready after ", origin+"/reviews.json\n", origin+"/api/reviews/search?rating=5\n",
	)
	environment, err := s.fetch(t, "REVIEWS_GATEWAY_LISTEN", "/environment")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"REVIEWS_TEST=reaches the services",
		dataDir + "=" + s.data,
		"REVIEWS_BASE_URL=" + origin,
		"REVIEWS_NATS_URL=nats://" + s.addresses["REVIEWS_NATS_URL"],
		"REVIEWS_STORE_ADDR=" + s.addresses["REVIEWS_STORE_LISTEN"],
		"REVIEWS_STORE_ADMIN_ADDR=" + s.addresses["REVIEWS_STORE_ADMIN_LISTEN"],
		"REVIEWS_GATEWAY_MCP_URL=http://" + s.addresses["REVIEWS_MCP_LISTEN"],
		"REVIEWS_GATEWAY_HUB_URL=http://" + s.addresses["REVIEWS_HUB_LISTEN"],
	} {
		if !strings.Contains(environment, want+"\n") {
			t.Errorf("the gateway's environment lacks %s", want)
		}
	}
	s.signal(t, syscall.SIGINT)
	s.wait(t, 0)
	s.inOrder(t,
		"ready after", "dev         | stopping\n",
		"gateway     | told to stop\n", "hub         | told to stop\n", "mcp         | told to stop\n", "store       | told to stop\n", "nats-server | told to stop\n",
	)
	if strings.Contains(s.out.String(), "starts again") {
		t.Error("a stopped process was started again")
	}

	s.start(t)
	s.await(t, "/llms.txt")
	if strings.Contains(s.out.String(), "the store is empty") {
		t.Error("the second start imports again")
	}
	s.signal(t, syscall.SIGTERM)
	s.wait(t, 0)
}

func TestInterruptedImportIsMadeGood(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	healthy := s.env
	s.env = append(healthy, faults+"=reviewctl:exit")
	s.start(t)
	s.wait(t, 1)
	s.inOrder(t, "got business apply", "nats-server | told to stop", "dev: reviewctl business: exit status 3\n")
	if err := os.WriteFile(filepath.Join(s.data, "fake-reviews"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		s.env = healthy
		s.start(t)
		s.await(t, "/llms.txt")
		if got := strings.Contains(s.out.String(), "got import"); got != want {
			t.Errorf("imported = %t, want %t", got, want)
		}
		s.signal(t, syscall.SIGINT)
		s.wait(t, 0)
	}
}

func TestCrashedProcessStartsAgain(t *testing.T) {
	t.Parallel()
	s := prepare(t, "-demo", "")
	s.start(t)
	s.await(t, "/llms.txt")
	for _, pause := range []string{"200ms", "400ms"} {
		if _, err := s.fetch(t, "REVIEWS_GATEWAY_LISTEN", "/crash"); err == nil {
			t.Fatal("the fake did not crash")
		}
		s.await(t, "dev         | gateway ended (exit status 7), starts again in "+pause+"\n")
		begin := time.Now()
		for {
			if _, err := s.fetch(t, "REVIEWS_GATEWAY_OPS_LISTEN", "/readyz"); err == nil {
				break
			}
			if time.Since(begin) > patience {
				t.Fatal("the gateway does not come back")
			}
		}
	}
	s.signal(t, syscall.SIGINT)
	s.wait(t, 0)
}

func TestTakenPort(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	address := s.addresses["REVIEWS_STORE_OPS_LISTEN"]
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s.start(t)
	<-s.ended
	_ = l.Close()
	s.ended <- nil
	s.wait(t, 1)
	want := "dev: store: another process listens on " + address + "; stop it, set REVIEWS_STORE_OPS_LISTEN, or use -port-offset\n"
	if got := s.out.String(); got != want {
		t.Errorf("output = %q, want %q", got, want)
	}
}

func TestProcessThatEndsBeforeItIsReady(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.env = append(s.env, faults+"=store:exit")
	s.start(t)
	s.wait(t, 1)
	s.inOrder(t, "store       | started\n", "nats-server | told to stop\n", "dev: store ended before it was ready (exit status 3); its last lines say why\n")
	if strings.Contains(s.out.String(), "gateway ") {
		t.Error("the gateway was started without a store")
	}
	if strings.Contains(s.out.String(), "starts again") {
		t.Error("what cannot start was started again")
	}
}

func TestMissingBinary(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	if err := os.Remove(filepath.Join(filepath.Dir(s.args[0]), "store")); err != nil {
		t.Fatal(err)
	}
	s.start(t)
	s.wait(t, 1)
	s.inOrder(t, "nats-server | told to stop\n", "dev: store: fork/exec ")
}

func TestSecondSignalKills(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.env = append(s.env, faults+"=gateway:deaf")
	s.start(t)
	s.await(t, "/llms.txt")
	s.signal(t, syscall.SIGINT)
	s.await(t, "gateway     | told to stop")
	s.signal(t, syscall.SIGINT)
	s.wait(t, 1)
	s.inOrder(t, "dev: killed\n")
}

func TestSignalDuringTheStart(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.env = append(s.env, faults+"=store:mute")
	s.start(t)
	s.await(t, "store       | started")
	s.signal(t, syscall.SIGTERM)
	s.wait(t, 0)
	s.inOrder(t, "store       | told to stop\n", "nats-server | told to stop\n")
}

func TestScale(t *testing.T) {
	t.Parallel()
	s := prepare(t, "-scale", "gateway=2")
	s.start(t)
	s.await(t, "/llms.txt")
	s.inOrder(t, "gateway.2   | started\n")
	host, port, _ := net.SplitHostPort(s.addresses["REVIEWS_GATEWAY_OPS_LISTEN"])
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	s.addresses["the second gateway"] = net.JoinHostPort(host, strconv.Itoa(n+replicaStride))
	if _, err := s.fetch(t, "the second gateway", "/readyz"); err != nil {
		t.Error(err)
	}
	s.signal(t, syscall.SIGINT)
	s.wait(t, 0)
}

func TestDataInUse(t *testing.T) {
	t.Parallel()
	first, second := prepare(t), prepare(t)
	first.start(t)
	first.await(t, "/llms.txt")
	second.env = append(second.env, dataDir+"="+first.data)
	second.start(t)
	second.wait(t, 1)
	second.inOrder(t, "dev: another system runs on the data in "+first.data+"; stop it or set "+dataDir+"\n")
	first.signal(t, syscall.SIGINT)
	first.wait(t, 0)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-h"}, 0, "-port-offset number"},
		{[]string{"-nope"}, 2, "flag provided but not defined: -nope"},
		{[]string{"extra"}, 2, `dev: "extra" is not a flag`},
		{[]string{"-scale", "stroe=2"}, 2, "dev: -scale stroe: there is no such service"},
	} {
		s := prepare(t, tt.args...)
		s.start(t)
		s.wait(t, tt.code)
		if !strings.Contains(s.out.String(), tt.want) {
			t.Errorf("%q prints %s, want %q", tt.args, s.out, tt.want)
		}
	}
}
