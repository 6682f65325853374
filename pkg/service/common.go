package service

import (
	"context"
	"errors"
	"log/slog"
	"net"
)

// Common holds the settings that every service has.
type Common struct {
	OpsListen      string // address of /metrics, /livez and /readyz
	MaxConnections int    // of each listener at a time
	Drain          Drain  // how to stop
	LogLevel       slog.Level
}

// defaultConnections is far below what a process can have open, and above what
// one machine serves.
const defaultConnections = 10_000

// Common declares the settings in c; each service has its own default for the
// ops address.
func (f *Flags) Common(c *Common, opsListen string) {
	f.String(&c.OpsListen, "ops-listen", opsListen, "address of /metrics, /livez and /readyz")
	f.Int(&c.MaxConnections, "max-connections", defaultConnections, "most connections of each address at a time; more wait until one ends")
	f.Duration(&c.Drain.Limit, "drain", defaultDrain, "time to finish the work at hand when stopping")
	f.Shared().Duration(&c.Drain.Delay, "drain-delay", 0, "time to go on serving before that, not ready any more, so that balancers notice")
	f.Check("max-connections", func() error { return AtLeast(c.MaxConnections, 1) })
	f.Check("drain", func() error {
		if c.Drain.Limit <= 0 {
			return errors.New("must be more than 0")
		}
		return nil
	})
	f.Check("drain-delay", func() error { return AtLeast(c.Drain.Delay, 0) })
	f.Shared().Level(&c.LogLevel, "log-level", slog.LevelInfo, "debug, info, warn or error")
}

// Listen takes a TCP address, for no more connections at a time than are
// allowed; the error names the flag that changes the address.
func (c *Common) Listen(ctx context.Context, flag, address string) (net.Listener, error) {
	l, err := Listen(ctx, flag, address)
	if err != nil {
		return nil, err
	}
	return newBounded(l.(*net.TCPListener), c.MaxConnections), nil
}
