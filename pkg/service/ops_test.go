package service

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func get(t *testing.T, handler http.Handler, method, path string) (int, string) {
	t.Helper()
	rec := httptest.NewRecorder()
	handler.ServeHTTP(rec, httptest.NewRequestWithContext(t.Context(), method, path, nil))
	body, err := io.ReadAll(rec.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return rec.Code, string(body)
}

func TestOpsHandler(t *testing.T) {
	t.Parallel()
	var broken atomic.Bool
	ready := NewReadiness(slog.New(slog.DiscardHandler))
	ready.Register("store", func(context.Context) error {
		if broken.Load() {
			return errors.New("dial 10.0.0.1:9090: secret")
		}
		return nil
	})
	ready.Register("nats", func(context.Context) error { return nil })
	var away atomic.Bool
	ready.RegisterDegrading("mirror", away.Load)
	handler := OpsHandler(NewRegistry("hub"), ready)
	expect := func(method, path string, code int, body string) {
		t.Helper()
		if c, b := get(t, handler, method, path); c != code || !strings.Contains(b, body) {
			t.Errorf("%s %s = %d %s, want %d %s", method, path, c, b, code, body)
		}
	}
	expect("GET", "/livez", 200, `{"status":"alive","failing":[]}`)
	expect("GET", "/readyz", 200, `{"status":"ready","failing":[]}`)
	expect("GET", "/metrics", 200, `reviews_build_info{service="hub",version="`)
	expect("GET", "/metrics", 200, "go_goroutines")
	expect("POST", "/readyz", 405, "")
	expect("GET", "/", 404, "")
	away.Store(true)
	expect("GET", "/readyz", 200, `{"status":"ready","failing":[],"degraded":["mirror"]}`)
	away.Store(false)
	broken.Store(true)
	expect("GET", "/readyz", 503, `{"status":"not ready","failing":["store"]}`+"\n")
	expect("GET", "/livez", 200, "alive")
	broken.Store(false)
	expect("GET", "/readyz", 200, "ready")
	ready.turnOff()
	expect("GET", "/readyz", 503, `{"status":"not ready","failing":["stopping"]}`)
	expect("GET", "/livez", 200, "alive")
}

func TestReadinessBoundsItsChecks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ready := NewReadiness(slog.New(slog.DiscardHandler))
		hang := func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}
		ready.Register("a", hang)
		ready.Register("b", hang)
		begin := time.Now()
		if failing := ready.Failing(t.Context()); len(failing) != 2 {
			t.Errorf("failing = %v, want both", failing)
		}
		if took := time.Since(begin); took != checkTimeout {
			t.Errorf("took %s: the checks do not run at once", took)
		}
	})
}

func TestReadinessLogsChangesOnly(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	ready := NewReadiness(slog.New(slog.NewTextHandler(&b, nil)))
	outcomes := []error{nil, errors.New("first"), errors.New("second"), nil, nil}
	ready.Register("store", func(context.Context) error {
		err := outcomes[0]
		outcomes = outcomes[1:]
		return err
	})
	for range 5 {
		ready.Failing(t.Context())
	}
	log := b.String()
	if strings.Count(log, "\n") != 2 || !strings.Contains(log, "check=store error=first") || !strings.Contains(log, `msg="ready again" check=store`) {
		t.Errorf("log = %s", log)
	}
}

func TestHealthcheck(t *testing.T) {
	t.Parallel()
	ready := NewReadiness(slog.New(slog.DiscardHandler))
	server := httptest.NewServer(OpsHandler(NewRegistry("hub"), ready))
	defer server.Close()
	_, port, _ := strings.Cut(server.Listener.Addr().String(), ":")
	for _, address := range []string{"127.0.0.1:" + port, ":" + port, "0.0.0.0:" + port, "localhost:" + port} {
		if err := Healthcheck(t.Context(), address); err != nil {
			t.Errorf("Healthcheck(%s) = %v", address, err)
		}
	}
	ready.Register("store", func(context.Context) error { return errors.New("no") })
	ready.Register("nats", func(context.Context) error { return errors.New("no") })
	if err := Healthcheck(t.Context(), ":"+port); err == nil || err.Error() != "not ready: store, nats" {
		t.Errorf("Healthcheck of an unready process = %v", err)
	}
	server.Close()
	if err := Healthcheck(t.Context(), ":"+port); err == nil {
		t.Error("Healthcheck of a process that is gone = nil")
	}
	if err := Healthcheck(t.Context(), "not an address\n"); err == nil {
		t.Error("Healthcheck of a broken address = nil")
	}
}

func TestHealthcheckOfAnotherServer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	err := Healthcheck(t.Context(), server.Listener.Addr().String())
	if err == nil || err.Error() != "not ready: 404 Not Found" {
		t.Errorf("Healthcheck = %v", err)
	}
}

func TestDialable(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		":80": "localhost:80", "0.0.0.0:80": "localhost:80", "[::]:80": "localhost:80",
		"10.1.2.3:80": "10.1.2.3:80", "[::1]:80": "[::1]:80", "store:80": "store:80", "junk": "junk",
	} {
		if got := dialable(address); got != want {
			t.Errorf("dialable(%q) = %q, want %q", address, got, want)
		}
	}
}
