package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// startTimeout is far beyond what a start takes on a busy machine.
const startTimeout = 30 * time.Second

// server is a private cluster on a loopback port. It gives up the safety of
// its disk for speed.
type server struct {
	bin, dir string
	port     int
	running  *exec.Cmd // nil while down
}

// Server is a PostgreSQL server of one test, which can be taken down and up
// again. Its methods belong to the goroutine of the test.
type Server struct {
	t testing.TB
	*server
}

// Start starts a server with an empty database and stops it with the test.
// Without the binaries the test is skipped, or fails if REVIEWS_REQUIRE_ALL is
// 1.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := newServer()
	if err != nil {
		missing(t, err)
	}
	t.Cleanup(s.remove)
	return &Server{t, s}
}

// URL returns the address for clients. It stays the same over restarts.
func (s *Server) URL() string { return s.url() }

// Kill takes the server down without warning.
func (s *Server) Kill() { s.stop(syscall.SIGQUIT) }

// Restart brings the server up on the same port with the same data, after
// taking it down if it runs.
func (s *Server) Restart() {
	s.t.Helper()
	s.stop(syscall.SIGINT)
	if err := s.start(); err != nil {
		s.t.Fatalf("pgtest: %v", err)
	}
}

func newServer() (*server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	s := &server{bin: bin}
	if s.dir, err = os.MkdirTemp("", "pgtest"); err != nil {
		return nil, err
	}
	if s.port, err = freePort(); err == nil {
		err = errors.Join(handOver(s.dir), s.initialize(), s.start())
	}
	if err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

// binaries returns the directory of the newest installed server: that in the
// PATH, or where Debian keeps them.
func binaries() (string, error) {
	if path, err := exec.LookPath("postgres"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(found) == 0 {
		return "", errors.New("no PostgreSQL server is installed, and " + variable + " is not set")
	}
	return filepath.Dir(slices.Max(found)), nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func (s *server) initialize() error {
	command := s.command("initdb", "-D", s.dir, "-U", "reviews", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// start returns when clients can connect.
func (s *server) start() error {
	s.running = s.command("postgres", "-D", s.dir, "-p", strconv.Itoa(s.port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "max_connections=200")
	if err := s.running.Start(); err != nil {
		s.running = nil
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.url())
		if err == nil {
			return conn.Close(ctx)
		}
		if ctx.Err() != nil {
			return fmt.Errorf("no server on port %d: %w", s.port, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// command prepares a program of the server, which refuses to run as root.
func (s *server) command(name string, args ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(s.bin, name), args...)
	command.Dir = s.dir
	asOwner(command)
	return command
}

func (s *server) url() string {
	return "postgres://reviews@127.0.0.1:" + strconv.Itoa(s.port) + "/postgres?sslmode=disable"
}

// stop signals the server, if it runs, and waits for its end.
func (s *server) stop(signal syscall.Signal) {
	if s.running == nil {
		return
	}
	_ = s.running.Process.Signal(signal)
	_ = s.running.Wait()
	s.running = nil
}

func (s *server) remove() {
	s.stop(syscall.SIGQUIT)
	_ = os.RemoveAll(s.dir)
}
