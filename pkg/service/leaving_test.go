package service

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

// The process is not ready from the moment it is to stop, and goes on with its
// work until the delay is over.
func TestRunDelaysTheStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		ready, begin := NewReadiness(slog.New(slog.DiscardHandler)), time.Now()
		var left, asked, budget time.Duration
		c := Component{Name: "http", Run: func(ctx context.Context) error {
			<-leaving(ctx)
			left = time.Since(begin)
			if len(ready.Failing(ctx)) == 0 {
				t.Error("ready while leaving")
			}
			<-ctx.Done()
			asked = time.Since(begin)
			drain, cancel := Draining(ctx)
			defer cancel()
			deadline, _ := drain.Deadline()
			budget = time.Until(deadline)
			return nil
		}}
		if err := Run(ctx, ready, Drain{Delay: 5 * time.Second, Limit: 10 * time.Second}, c); err != nil {
			t.Errorf("Run = %v", err)
		}
		want := []time.Duration{time.Minute, time.Minute + 5*time.Second, 10 * time.Second}
		if diff := cmp.Diff(want, []time.Duration{left, asked, budget}); diff != "" {
			t.Errorf("left, asked, time to drain (-want +got):\n%s", diff)
		}
	})
}

// A component that ends by itself takes the rest with it at once, also while
// the process is leaving.
func TestRunDoesNotDelayAFailure(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, after := range map[string]time.Duration{"before": time.Second, "while leaving": 62 * time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				begin := time.Now()
				err := Run(ctx, nil, Drain{Delay: time.Hour, Limit: time.Minute}, new(journal).loop("a", 0, nil), fails("b", after, broken))
				if took := time.Since(begin); !errors.Is(err, broken) || took != after {
					t.Errorf("Run = %v after %s, want %v after %s", err, took, broken, after)
				}
			})
		})
	}
}

// leave runs a component, has it leave, and returns what ends the delay and
// waits for the end.
func leave(t *testing.T, c Component) (stopped func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	over, ended := make(chan struct{}), make(chan struct{})
	delay := Component{Name: "delay", Run: func(context.Context) error {
		<-over
		return nil
	}}
	go func() {
		defer close(ended)
		_ = Run(ctx, nil, Drain{Delay: time.Hour, Limit: time.Minute}, c, delay) // ending is the fault of delay
	}()
	return func() {
		close(over)
		<-ended
	}
}

// While it is leaving a server answers, and ends the connection with each
// answer.
func TestHTTPLeaves(t *testing.T) {
	t.Parallel()
	l := listen(t)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "done") })
	stopped := leave(t, HTTP("http", l, NewHTTPServer(handler, slog.New(slog.DiscardHandler), HTTPLimits{})))
	for closed := false; !closed; time.Sleep(time.Millisecond) { // Run may not have got so far
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		closed = res.Close
	}
	stopped()
	waitRefused(t, l.Addr().String())
}

// While it is leaving a gRPC server answers, and reports that it will not.
func TestGRPCLeaves(t *testing.T) {
	t.Parallel()
	l, logger := listen(t), slog.New(slog.DiscardHandler)
	stopped := leave(t, GRPC("read", l, NewGRPCServer(logger, NewGRPCMetrics(NewRegistry("x")), GRPCLimits{})))
	conn, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	for serving := true; serving; time.Sleep(time.Millisecond) {
		answer, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
		if err != nil {
			t.Fatal(err)
		}
		serving = answer.GetStatus() == healthpb.HealthCheckResponse_SERVING
	}
	stopped()
	waitRefused(t, l.Addr().String())
}

// Connections beyond the bound wait until another one ends.
func TestListenBoundsConnections(t *testing.T) {
	t.Parallel()
	c := Common{MaxConnections: 1}
	l, err := c.Listen(t.Context(), "listen", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	accepted := make(chan net.Conn)
	go func() {
		for range 2 {
			if conn, err := l.Accept(); err == nil {
				accepted <- conn
			}
		}
	}()
	for range 2 {
		conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
	}
	first := <-accepted
	select {
	case <-accepted:
		t.Error("a second connection beside the first")
	case <-time.After(20 * time.Millisecond):
	}
	_ = first.Close()
	_ = (<-accepted).Close()
}
