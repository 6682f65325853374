// Package storetest runs the real store as a child process of a test, and
// kills, freezes and restarts it to show what its absence does. A package that
// uses it hands its tests over in TestMain:
//
//	func TestMain(m *testing.M) { storetest.Main(m) }
package storetest

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
)

// Options are what a store is started with.
type Options struct {
	BaseURL string // default https://reviews.example.com
	NATSURL string // default none: no broker is there to hear of changes
	Token   string // what callers of the admin service must know; default none
}

// Store is a store process with an empty database of its own. Its methods
// belong to the goroutine of the test.
type Store struct {
	t         testing.TB
	env       []string
	addr      string
	adminAddr string
	opsAddr   string
	token     string
	running   *exec.Cmd // nil while down
	log       bytes.Buffer
}

// startTimeout is far beyond what a start takes on a busy machine.
const startTimeout = 30 * time.Second

// Start starts a store on free loopback ports and stops it when the test ends.
// The log of a store whose test failed goes to that of the test.
func Start(t testing.TB, o Options) *Store {
	t.Helper()
	s := &Store{t: t, addr: servicetest.FreeAddress(t), adminAddr: servicetest.FreeAddress(t), opsAddr: servicetest.FreeAddress(t), token: o.Token}
	if o.BaseURL == "" {
		o.BaseURL = "https://reviews.example.com"
	}
	if o.NATSURL == "" {
		o.NATSURL = "nats://" + servicetest.FreeAddress(t)
	}
	s.env = []string{
		"REVIEWS_STORE_LISTEN=" + s.addr,
		"REVIEWS_STORE_ADMIN_LISTEN=" + s.adminAddr,
		"REVIEWS_STORE_ADMIN_TOKEN=" + o.Token,
		"REVIEWS_STORE_OPS_LISTEN=" + s.opsAddr,
		"REVIEWS_STORE_DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "reviews.db"),
		"REVIEWS_BASE_URL=" + o.BaseURL,
		"REVIEWS_NATS_URL=" + o.NATSURL,
	}
	t.Cleanup(func() {
		s.Kill()
		if t.Failed() {
			t.Logf("log of the store:\n%s", s.log.String())
		}
	})
	s.Restart()
	return s
}

// Addr returns the address of the read service. It stays the same over
// restarts.
func (s *Store) Addr() string { return s.addr }

// AdminAddr returns the address of the admin service. It stays the same over
// restarts.
func (s *Store) AdminAddr() string { return s.adminAddr }

// Kill ends the process without warning. A killed store may be killed again.
func (s *Store) Kill() {
	if s.running == nil {
		return
	}
	_ = s.running.Process.Kill()
	_ = s.running.Wait() // it was killed: the error says so
	s.running = nil
}

// Restart starts the store with the same ports and data, after killing it if
// it runs, and returns when it is ready.
func (s *Store) Restart() {
	s.t.Helper()
	s.Kill()
	s.running = exec.Command(binary(s.t))
	s.running.Env = append(os.Environ(), s.env...)
	s.running.Stderr = &s.log
	if err := s.running.Start(); err != nil {
		s.running = nil
		s.t.Fatalf("storetest: %v", err)
	}
	s.awaitReady()
}

// Freeze makes the process hang: connections stay, nothing is answered. It
// returns when the process has stopped, which is a moment after the signal.
func (s *Store) Freeze() {
	s.t.Helper()
	s.signal(syscall.SIGSTOP)
	if _, err := syscall.Wait4(s.running.Process.Pid, nil, syscall.WUNTRACED, nil); err != nil {
		s.t.Fatalf("storetest: %v", err)
	}
}

// Thaw ends what Freeze began.
func (s *Store) Thaw() { s.signal(syscall.SIGCONT) }

func (s *Store) signal(which syscall.Signal) {
	s.t.Helper()
	if err := s.running.Process.Signal(which); err != nil {
		s.t.Fatalf("storetest: %v", err)
	}
}

// Client returns a client of the store, which is closed when the test ends.
func (s *Store) Client() *storeclient.Client {
	s.t.Helper()
	c, err := storeclient.Dial(s.addr)
	if err != nil {
		s.t.Fatalf("storetest: %v", err)
	}
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

func (s *Store) awaitReady() {
	s.t.Helper()
	client := &http.Client{Timeout: time.Second}
	defer client.CloseIdleConnections()
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if res, err := client.Get("http://" + s.opsAddr + "/readyz"); err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return
			}
		}
	}
	s.t.Fatalf("storetest: the store is not ready after %s", startTimeout)
}

// binaryVariable says where Main has put the store.
const binaryVariable = "REVIEWS_TEST_STORE_BINARY"

// binary returns the path of the store.
func binary(t testing.TB) string {
	t.Helper()
	path := os.Getenv(binaryVariable)
	if path == "" {
		t.Fatal("storetest: TestMain of this package must call storetest.Main")
	}
	return path
}

// Main builds the store, runs the tests, and exits with their code. With
// REVIEWS_TEST_STORE_BINARY set, it uses that store instead.
func Main(m *testing.M) { os.Exit(Run(m)) }

// Run does what Main does but for the end: it returns the code, to a TestMain
// that has an end of its own.
func Run(m interface{ Run() int }) int {
	dir, err := os.MkdirTemp("", "storetest")
	if err == nil && os.Getenv(binaryVariable) == "" {
		err = build(dir)
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, "storetest:", err)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(dir)
	return code
}

// build builds the store of this workspace into dir.
func build(dir string) error {
	path := filepath.Join(dir, "store")
	out, err := exec.Command("go", "build", "-o", path, "github.com/reviewdata/reviewdata/services/store").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build the store: %w\n%s", err, out)
	}
	return os.Setenv(binaryVariable, path)
}
