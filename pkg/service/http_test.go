package service

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := Listen(t.Context(), "listen", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// blocking answers after release is closed, and tells on entered that a
// request is at hand.
func blocking(entered chan<- struct{}, release <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entered <- struct{}{}
		select {
		case <-release:
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, "done")
	})
}

// request sends one GET and reports the body, or the error.
func request(ctx context.Context, address string) <-chan string {
	answer := make(chan string, 1)
	go func() {
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address, nil)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		answer <- string(body)
	}()
	return answer
}

func TestHTTPFinishesRequestsAtHand(t *testing.T) {
	t.Parallel()
	entered, release := make(chan struct{}), make(chan struct{})
	l, logger := listen(t), slog.New(slog.DiscardHandler)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	c := HTTP("http", l, NewHTTPServer(blocking(entered, release), logger, HTTPLimits{}))
	go func() { ended <- Run(ctx, nil, Drain{Limit: time.Minute}, c) }()

	answer := request(t.Context(), l.Addr().String())
	<-entered
	stop()
	waitRefused(t, l.Addr().String())
	close(release)
	if got := <-answer; got != "done" {
		t.Errorf("the request at hand got %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("Run = %v", err)
	}
}

// waitRefused waits until nothing listens on address any more.
func waitRefused(t *testing.T, address string) {
	t.Helper()
	for {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
		if err != nil {
			return
		}
		_ = conn.Close()
		time.Sleep(time.Millisecond)
	}
}

func TestHTTPCutsOffAtTheDeadline(t *testing.T) {
	t.Parallel()
	entered := make(chan struct{})
	l, logger := listen(t), slog.New(slog.DiscardHandler)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	c := HTTP("http", l, NewHTTPServer(blocking(entered, nil), logger, HTTPLimits{}))
	go func() { ended <- Run(ctx, nil, Drain{Limit: 10 * time.Millisecond}, c) }()
	answer := request(t.Context(), l.Addr().String())
	<-entered
	stop()
	if err := <-ended; err == nil || !strings.HasPrefix(err.Error(), "http: requests were cut off: ") {
		t.Errorf("Run = %v", err)
	}
	if got := <-answer; got == "done" {
		t.Error("the request was answered after the end")
	}
}

func TestHTTPReportsABrokenListener(t *testing.T) {
	t.Parallel()
	l := listen(t)
	_ = l.Close()
	server := NewHTTPServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler), HTTPLimits{})
	if err := Run(t.Context(), nil, Drain{Limit: time.Minute}, HTTP("public", l, server)); err == nil || !strings.HasPrefix(err.Error(), "public: ") {
		t.Errorf("Run = %v", err)
	}
}

func TestHTTPLimits(t *testing.T) {
	t.Parallel()
	logger := slog.New(slog.DiscardHandler)
	s := NewHTTPServer(nil, logger, HTTPLimits{})
	if s.ReadHeaderTimeout == 0 || s.ReadTimeout == 0 || s.WriteTimeout == 0 || s.IdleTimeout == 0 || s.MaxHeaderBytes == 0 {
		t.Errorf("a limit has no default: %+v", s)
	}
	s = NewHTTPServer(nil, logger, HTTPLimits{ReadHeader: 1, Read: 2, Write: 3, Idle: 4, Header: 5})
	if s.ReadHeaderTimeout != 1 || s.ReadTimeout != 2 || s.WriteTimeout != 3 || s.IdleTimeout != 4 || s.MaxHeaderBytes != 5 {
		t.Errorf("a limit was not taken over: %+v", s)
	}
}

func TestListenNamesTheFlag(t *testing.T) {
	t.Parallel()
	l := listen(t)
	defer func() { _ = l.Close() }()
	_, err := Listen(t.Context(), "ops-listen", l.Addr().String())
	if err == nil || !strings.HasPrefix(err.Error(), "-ops-listen: listen tcp 127.0.0.1:") {
		t.Errorf("Listen on a taken port = %v", err)
	}
}

func TestOpsAnswersUntilTheEnd(t *testing.T) {
	t.Parallel()
	logger := slog.New(slog.DiscardHandler)
	l, ready := listen(t), NewReadiness(logger)
	address := l.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	loop := Component{Name: "loop", Run: func(ctx context.Context) error {
		if err := Healthcheck(ctx, address); err != nil {
			t.Errorf("while running: %v", err)
		}
		stop()
		<-ctx.Done()
		drain, cancel := Draining(ctx)
		defer cancel()
		if err := Healthcheck(drain, address); err == nil || err.Error() != "not ready: stopping" {
			t.Errorf("while stopping: %v", err)
		}
		return nil
	}}
	if err := Run(ctx, ready, Drain{Limit: time.Minute}, Ops(l, logger, NewRegistry("x"), ready), loop); err != nil {
		t.Errorf("Run = %v", err)
	}
}
