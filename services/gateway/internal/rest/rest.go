// Package rest is the public HTTP surface: the documents of the board, the
// searches and the change feed of the store, and the ways to the services
// behind.
//
// Documents are handed out as they were prepared. What a client sends reaches
// nothing but a parser with bounds; what it gets for a mistake says what to
// change, and never what is inside.
package rest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/reviewdata/reviewdata/pkg/ratelimit"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/board"
	"github.com/reviewdata/reviewdata/services/gateway/internal/coding"
)

// Store answers what the board cannot.
type Store interface {
	// Search returns one page of a search at revision min or later.
	Search(ctx context.Context, q review.Query, min review.Revision) (review.SearchPage, error)
	// Changes returns the page of the change feed after cursor at revision
	// min or later.
	Changes(ctx context.Context, cursor string, limit int, min review.Revision) (review.ChangePage, error)
}

// Options are what a handler is made from.
type Options struct {
	Board          *board.Board
	Store          Store
	StoreTimeout   time.Duration // for one answer of the store
	Encoder        *coding.Encoder
	CacheControl   string // of searches before the first snapshot
	HomePolicy     string // Content-Security-Policy of the home page
	Limiter        *ratelimit.Limiter
	TrustedProxies []netip.Prefix
	MCP, Hub       http.Handler // the services behind
	Logger         *slog.Logger
	Registry       prometheus.Registerer
}

// api is the handler with what its endpoints share.
type api struct {
	Options
	engine  *gin.Engine
	calls   chan struct{} // bounds the calls to the store at a time
	metrics *metrics
	shared  shared
}

// callsAtATime is how many clients may wait for the store. The next ones are
// told to come back, instead of piling up behind a store that hangs.
const callsAtATime = 256

// New returns the handler of the public origin.
func New(o Options) (http.Handler, error) {
	gin.SetMode(gin.ReleaseMode) // the other modes write to the standard output
	a := &api{
		Options: o,
		engine:  gin.New(),
		calls:   make(chan struct{}, callsAtATime),
		metrics: newMetrics(o.Registry),
		shared:  newShared(),
	}
	if err := a.configure(); err != nil {
		return nil, err
	}
	a.register()
	return a.engine, nil
}

// configure turns off what gin does of its own accord to requests.
func (a *api) configure() error {
	a.engine.RedirectTrailingSlash = false
	a.engine.HandleMethodNotAllowed = true
	a.engine.RemoteIPHeaders = []string{"X-Forwarded-For"}
	proxies := make([]string, len(a.TrustedProxies))
	for i, p := range a.TrustedProxies {
		proxies[i] = p.String()
	}
	if err := a.engine.SetTrustedProxies(proxies); err != nil {
		return fmt.Errorf("trusted proxies: %w", err)
	}
	return nil
}
