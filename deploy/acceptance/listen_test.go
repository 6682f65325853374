package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
)

// A newcomer who has typed make run sees pushes with one command.
func TestListenUnderMakeRun(t *testing.T) {
	s := startDev(t, "hub=2")
	for _, topic := range [][]string{nil, {s.baseURL + atom}} {
		listen, ended := s.startReviewctl(t, append([]string{"listen"}, topic...)...)
		awaitLine(t, listen, `^subscribed to http://localhost:\d+/\S+ at http://localhost:\d+/api/websub/hub; Ctrl-C ends it$`)
		s.changeUntilPushed(t, listen)
		if err := listen.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		awaitLine(t, listen, `^unsubscribed$`)
		if err := <-ended; err != nil {
			t.Errorf("the end: %v", err)
		}
	}
}

// changeUntilPushed imports until a push comes. The hub notes a confirmation
// when it has heard it, and nobody but the hub knows when that is.
func (s *stack) changeUntilPushed(t *testing.T, listen spoken) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		out, err := s.tryReviewctl(t, fmt.Sprintf(`{"source":"google","source_id":"pushed","rating":5,"date":"2026-11-01","text":"at %d"}`, time.Now().UnixNano()), "import", "-")
		if err != nil {
			t.Fatalf("import: %v\n%s", err, out)
		}
		line := regexp.MustCompile(fmt.Sprintf(`(?m)^\d\d:\d\d:\d\d  http://localhost:\d+/\S+  revision %d  \d+ bytes  signature ok$`, revisionIn(t, out)))
		for wait := time.Now().Add(3 * time.Second); time.Now().Before(wait); time.Sleep(10 * time.Millisecond) {
			if line.MatchString(listen.log.String()) {
				return
			}
		}
	}
	t.Fatalf("no push\n%s", listen.log.String())
}

// startDev runs the supervisor as make run does, with some processes more.
func startDev(t *testing.T, scale string) *stack {
	t.Helper()
	data := t.TempDir()
	addresses := map[string]string{}
	for name, scheme := range map[string]string{
		"NATS_URL": "nats://", "DEV_NATS_MONITOR": "", "STORE_LISTEN": "", "STORE_ADMIN_LISTEN": "", "STORE_OPS_LISTEN": "", "MCP_LISTEN": "",
		"MCP_OPS_LISTEN": "", "HUB_LISTEN": "", "HUB_ADMIN_LISTEN": "", "HUB_OPS_LISTEN": "", "GATEWAY_LISTEN": "", "GATEWAY_OPS_LISTEN": "",
	} {
		addresses[name] = scheme + servicetest.FreeAddress(t)
	}
	s := &stack{
		baseURL: "http://" + addresses["GATEWAY_LISTEN"],
		env: []string{
			"REVIEWS_DATA_DIR=" + data,
			"REVIEWS_STORE_ADDR=" + addresses["STORE_LISTEN"],
			"REVIEWS_STORE_ADMIN_ADDR=" + addresses["STORE_ADMIN_LISTEN"],
		},
	}
	env := s.env
	for name, address := range addresses {
		env = append(env, "REVIEWS_"+name+"="+address)
	}
	run(t, filepath.Join(binaries(t), "dev"), env, "http://"+addresses["GATEWAY_OPS_LISTEN"]+"/readyz",
		"-demo", filepath.Join(root(t), "deploy/demo"), "-scale", scale)
	s.waitForRevision(t, 2) // the demo business is there
	return s
}

// spoken is a program with what it has said so far.
type spoken struct {
	*exec.Cmd
	log *servicetest.Log
}

// startReviewctl starts a command that goes on, and tells when it has ended.
func (s *stack) startReviewctl(t *testing.T, args ...string) (spoken, <-chan error) {
	t.Helper()
	command := spoken{exec.CommandContext(t.Context(), filepath.Join(binaries(t), "reviewctl"), args...), new(servicetest.Log)}
	command.Env = append(os.Environ(), s.env...)
	command.Stdout, command.Stderr = command.log, command.log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	return command, ended
}

// awaitLine waits until a program has said something.
func awaitLine(t *testing.T, p spoken, form string) {
	t.Helper()
	line := regexp.MustCompile("(?m)" + form)
	for deadline := time.Now().Add(patience); !line.MatchString(p.log.String()); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no %s in\n%s", form, p.log.String())
		}
	}
}

// Without the authority the command says what to do.
func TestListenWithoutAuthority(t *testing.T) {
	s := startEmpty(t)
	s.env = append(s.env, "REVIEWS_DATA_DIR="+t.TempDir())
	out, err := s.tryReviewctl(t, "", "listen", s.baseURL+atom)
	if err == nil || !regexp.MustCompile(`^reviewctl: open \S+callback-ca\.pem: no such file or directory: make run makes it; say with --ca where it is\n$`).MatchString(out) {
		t.Errorf("%v, %q", err, out)
	}
}
