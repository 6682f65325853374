package service

import (
	"errors"
	"log/slog"
	"time"
)

// Common holds the settings that every service has.
type Common struct {
	OpsListen string        // address of /metrics, /livez and /readyz
	Drain     time.Duration // time for a stop, see [Run]
	LogLevel  slog.Level
}

// Common declares the settings in c; each service has its own default for the
// ops address.
func (f *Flags) Common(c *Common, opsListen string) {
	f.String(&c.OpsListen, "ops-listen", opsListen, "address of /metrics, /livez and /readyz")
	f.Duration(&c.Drain, "drain", defaultDrain, "time to finish the work at hand when stopping")
	f.Check("drain", func() error {
		if c.Drain <= 0 {
			return errors.New("must be more than 0")
		}
		return nil
	})
	f.Shared().Level(&c.LogLevel, "log-level", slog.LevelInfo, "debug, info, warn or error")
}
