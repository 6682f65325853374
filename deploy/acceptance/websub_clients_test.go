package acceptance

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// clientsVariable says where `make websub-clients` has installed the clients
// of others.
const clientsVariable = "REVIEWS_TEST_WEBSUB_CLIENTS"

// Subscribers that others have written subscribe, receive and understand what
// the hub signs.
func TestWebSubClients(t *testing.T) {
	dir := os.Getenv(clientsVariable)
	if dir == "" {
		t.Skip("the clients are not installed: make websub-clients does both")
	}
	w := startWebSub(t, 1, callbacktest.Options{})
	for _, topic := range topics() {
		t.Run("pubsubhubbub"+topic, func(t *testing.T) {
			c := w.startClient(t, dir, "pubsubhubbub.mjs", topic)
			w.awaitSubscribed(t, c, topic)
			w.change(t)
			_, body := w.published(t, topic)
			sum := sha256.Sum256(body)
			c.expect(t, "pushed "+w.baseURL+topic+" "+hex.EncodeToString(sum[:]))
			c.expect(t, "unsubscribed")
		})
		t.Run("x-hub-signature"+topic, func(t *testing.T) {
			const secret = "it is no secret here"
			file := filepath.Join(t.TempDir(), "body")
			c := w.startClient(t, dir, "signed.mjs", topic, secret, file)
			w.awaitSubscribed(t, c, topic)
			w.change(t)
			signature := strings.TrimPrefix(c.expect(t, "pushed signed "), "pushed signed ")
			if got := "sha256=" + openSSL(t, secret, file); got != signature {
				t.Errorf("signature %s, openssl says %s", signature, got)
			}
		})
	}
}

// openSSL returns the HMAC of a file as openssl finds it.
func openSSL(t *testing.T, secret, file string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "openssl", "dgst", "-sha256", "-hmac", secret, "-r", file).CombinedOutput()
	if err != nil {
		t.Fatalf("openssl: %v\n%s", err, out)
	}
	digits, _, _ := strings.Cut(string(out), " ")
	return digits
}

// program is a client that runs and says what happens.
type program struct{ lines chan string }

// startClient starts a client for a topic, which ends with the test.
func (w *websub) startClient(t *testing.T, dir, script, topic string, more ...string) *program {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	t.Cleanup(cancel)
	args := append([]string{script, w.baseURL + topic, w.baseURL + hubPath, w.sink.CAFile(), w.sink.KeyFile()}, more...)
	command := exec.CommandContext(ctx, "node", args...)
	command.Dir = dir
	command.Stderr = t.Output()
	return startProgram(t, command)
}

// startProgram starts a program whose output is read line by line.
func startProgram(t *testing.T, command *exec.Cmd) *program {
	t.Helper()
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p := &program{lines: make(chan string, 100)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.lines <- lines.Text()
		}
		close(p.lines)
		_ = command.Wait() // what it said is what counts
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-ended
	})
	return p
}

// expect waits for the next line, which must begin with a text.
func (p *program) expect(t *testing.T, prefix string) string {
	t.Helper()
	select {
	case line := <-p.lines:
		if !strings.HasPrefix(line, prefix) {
			t.Fatalf("the client says %q, want %q", line, prefix)
		}
		return line
	case <-time.After(patience):
		t.Fatalf("the client does not say %q", prefix)
		return ""
	}
}

// awaitSubscribed waits until what a client has subscribed is active.
func (w *websub) awaitSubscribed(t *testing.T, p *program, topic string) {
	t.Helper()
	callback := strings.TrimPrefix(p.expect(t, "subscribed "), "subscribed ")
	w.until(t, "the subscription is active", func() bool { return strings.Contains(w.status(t, callback, topic).body, `"active"`) })
}
