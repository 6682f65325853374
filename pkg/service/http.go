package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// HTTPLimits bound what one connection can cost. A zero field means its
// default.
type HTTPLimits struct {
	ReadHeader time.Duration // for the request's header; default 5 s
	Read       time.Duration // for the whole request; default 15 s
	Write      time.Duration // from the header's end to the answer's; default 60 s, negative for none
	Idle       time.Duration // between two requests; default 120 s
	Header     int           // bytes of the request's header; default 32 KiB
}

// NewHTTPServer returns a server with limits on everything a client can draw
// out. What net/http itself has to report goes to the logger as a warning.
func NewHTTPServer(handler http.Handler, logger *slog.Logger, limits HTTPLimits) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: cmp.Or(limits.ReadHeader, 5*time.Second),
		ReadTimeout:       cmp.Or(limits.Read, 15*time.Second),
		WriteTimeout:      cmp.Or(limits.Write, time.Minute),
		IdleTimeout:       cmp.Or(limits.Idle, 2*time.Minute),
		MaxHeaderBytes:    cmp.Or(limits.Header, 32<<10),
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// HTTP returns the component that serves l. From the moment the process begins
// to stop, each answer ends its connection. When stopping it takes no new
// requests, waits for those at hand, and cuts off at the end of the drain time
// what is then left, which is an error.
func HTTP(name string, l net.Listener, server *http.Server) Component {
	return Component{Name: name, Run: func(ctx context.Context) error {
		server.Handler = parting{Handler: server.Handler, leaving: leaving(ctx)}
		failed := make(chan error, 1)
		go func() { failed <- server.Serve(l) }()
		select {
		case err := <-failed:
			return err
		case <-ctx.Done():
		}
		err := shutdown(ctx, server)
		if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	}}
}

func shutdown(ctx context.Context, server *http.Server) error {
	drain, cancel := Draining(ctx)
	defer cancel()
	err := server.Shutdown(drain)
	if err == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("requests were cut off: %w", err), server.Close())
}

// parting is a handler that tells clients to take their next request
// elsewhere, while the process still serves: the server closes connections
// that are idle when it stops, and a request may be on its way on one.
type parting struct {
	http.Handler

	leaving <-chan struct{}
}

// ServeHTTP serves one request.
func (p parting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case <-p.leaving:
		w.Header().Set("Connection", "close")
	default:
	}
	p.Handler.ServeHTTP(w, r)
}
