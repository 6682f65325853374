package main

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/pkg/service"
)

// config holds the settings of the MCP server.
type config struct {
	service.Common

	Listen          string
	StoreAddr       string
	StoreTimeout    time.Duration
	NATSURL         string
	SessionKey      string
	SessionLifetime time.Duration
	AllowedOrigins  []string
	AllowedHosts    []string
	MaxBody         int
	Rate            float64
	Burst           int
	TrustedProxies  []string
}

func parseConfig(args []string, getenv func(string) string) (config, error) {
	var c config
	if err := c.flags(getenv).Parse(args); err != nil {
		return config{}, err
	}
	return c, nil
}

// flags declares the settings in c.
func (c *config) flags(getenv func(string) string) *service.Flags {
	f := service.NewFlags("mcp", getenv)
	f.String(&c.Listen, "listen", "127.0.0.1:8081", "address of the MCP server")
	f.Shared().String(&c.StoreAddr, "store-addr", "127.0.0.1:9090", "read service of the store, host:port or a gRPC target")
	f.Duration(&c.StoreTimeout, "store-timeout", 3*time.Second, "longest time that a call may wait for the store")
	f.Shared().String(&c.NATSURL, "nats-url", "nats://127.0.0.1:4222", "NATS server that has the events")
	f.Secret(&c.SessionKey, "session-key", "what signs the ids of sessions, the same on all replicas; after a comma, an older one that is still accepted; without it sessions end with the process")
	f.Duration(&c.SessionLifetime, "session-lifetime", 7*24*time.Hour, "time from initialize to the end of a session")
	f.List(&c.AllowedOrigins, "allowed-origins", []string{"*"}, "sites whose scripts may use the server, such as https://app.example.com; * for all")
	f.List(&c.AllowedHosts, "allowed-hosts", nil, "names of the server, beside that of the public origin, that are good on a loopback connection")
	f.Int(&c.MaxBody, "max-body", 64<<10, "most bytes of a request")
	f.Float(&c.Rate, "rate", 200, "requests a second that one client may make; 0 means no limit")
	f.Int(&c.Burst, "burst", 1000, "requests that one client may make at once")
	f.List(&c.TrustedProxies, "trusted-proxies", []string{"127.0.0.0/8", "::1"}, "networks, such as that of the gateway, whose X-Forwarded-For is believed")
	f.Common(&c.Common, "127.0.0.1:9181")
	c.check(f)
	return f
}

// check declares the rules on the settings.
func (c *config) check(f *service.Flags) {
	f.Check("store-timeout", func() error { return service.AtLeast(c.StoreTimeout, time.Millisecond) })
	f.Check("session-key", c.checkKey)
	f.Check("session-lifetime", func() error { return service.AtLeast(c.SessionLifetime, time.Second) })
	f.Check("allowed-origins", func() error { return areOrigins(c.AllowedOrigins) })
	f.Check("max-body", func() error { return service.AtLeast(c.MaxBody, 1) })
	f.Check("rate", func() error { return service.AtLeast(c.Rate, 0) })
	f.Check("burst", func() error { return service.AtLeast(c.Burst, 1) })
	f.Check("trusted-proxies", func() error { _, err := c.proxies(); return err })
}

// minKey is how long a key must be, in bytes: shorter ones can be guessed.
const minKey = 16

func (c *config) checkKey() error {
	for _, key := range c.keys() {
		if len(key) < minKey {
			return errors.New("must have at least 16 characters; openssl rand -hex 32 makes one")
		}
	}
	return nil
}

// keys returns what signs ids, the newest first; none when nothing is set.
func (c *config) keys() []string {
	var keys []string
	for key := range strings.SplitSeq(c.SessionKey, ",") {
		if key = strings.TrimSpace(key); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// areOrigins wants what an Origin field can hold (RFC 6454 §7).
func areOrigins(texts []string) error {
	for _, text := range texts {
		u, err := url.Parse(text)
		if text != "*" && (err != nil || u.Scheme == "" || u.Host == "" || text != u.Scheme+"://"+u.Host) {
			return errors.New("want origins such as https://app.example.com, or *")
		}
	}
	return nil
}

// proxies returns the networks of trusted proxies.
func (c *config) proxies() ([]netip.Prefix, error) { return service.Prefixes(c.TrustedProxies) }
