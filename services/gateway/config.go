package main

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/pkg/service"
)

// config holds the settings of the gateway.
type config struct {
	service.Common

	Listen         string
	StoreAddr      string
	StoreTimeout   time.Duration
	NATSURL        string
	MCPURL         string
	MCPMaxBody     int
	HubURL         string
	HubMaxBody     int
	ProxyTimeout   time.Duration
	CacheControl   string
	Rate           float64
	Burst          int
	TrustedProxies []string
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
	f := service.NewFlags("gateway", getenv)
	f.String(&c.Listen, "listen", ":8080", "address of the public origin")
	f.Shared().String(&c.StoreAddr, "store-addr", "127.0.0.1:9090", "read service of the store, host:port or a gRPC target")
	f.Duration(&c.StoreTimeout, "store-timeout", 3*time.Second, "longest time to wait for the answer to a search")
	f.Shared().String(&c.NATSURL, "nats-url", "nats://127.0.0.1:4222", "NATS server that has the events")
	f.String(&c.MCPURL, "mcp-url", "http://127.0.0.1:8081", "origin of the MCP server; of several replicas, separated by commas")
	f.Int(&c.MCPMaxBody, "mcp-max-body", 4<<20, "most bytes of a request to the MCP server")
	f.String(&c.HubURL, "hub-url", "http://127.0.0.1:8082", "origin of the WebSub hub; of several replicas, separated by commas")
	f.Int(&c.HubMaxBody, "hub-max-body", 64<<10, "most bytes of a request to the WebSub hub")
	f.Duration(&c.ProxyTimeout, "proxy-timeout", 30*time.Second, "longest time to wait for the MCP server or the hub to begin an answer")
	f.String(&c.CacheControl, "cache-control", "public, max-age=60, stale-while-revalidate=300", "Cache-Control of documents and searches")
	f.Float(&c.Rate, "rate", 200, "requests a second that one client may make; 0 means no limit")
	f.Int(&c.Burst, "burst", 1000, "requests that one client may make at once")
	f.List(&c.TrustedProxies, "trusted-proxies", nil, "networks, such as 10.0.0.0/8, whose X-Forwarded-For is believed")
	f.Common(&c.Common, "127.0.0.1:9180")
	c.check(f)
	return f
}

// check declares the rules on the settings.
func (c *config) check(f *service.Flags) {
	f.Check("mcp-url", func() error { _, err := origins(c.MCPURL); return err })
	f.Check("hub-url", func() error { _, err := origins(c.HubURL); return err })
	f.Check("cache-control", func() error { return isFieldValue(c.CacheControl) })
	f.Check("trusted-proxies", func() error { _, err := c.proxies(); return err })
	f.Check("store-timeout", func() error { return service.AtLeast(c.StoreTimeout, time.Millisecond) })
	f.Check("proxy-timeout", func() error { return service.AtLeast(c.ProxyTimeout, time.Millisecond) })
	f.Check("mcp-max-body", func() error { return service.AtLeast(c.MCPMaxBody, 1) })
	f.Check("hub-max-body", func() error { return service.AtLeast(c.HubMaxBody, 1) })
	f.Check("rate", func() error { return service.AtLeast(c.Rate, 0) })
	f.Check("burst", func() error { return service.AtLeast(c.Burst, 1) })
}

// origins reads the addresses of servers, without a path.
func origins(text string) ([]*url.URL, error) {
	var out []*url.URL
	for part := range strings.SplitSeq(text, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			return nil, errors.New("want an origin such as http://127.0.0.1:8081")
		}
		out = append(out, u)
	}
	return out, nil
}

// isFieldValue wants what can stand in a header field (RFC 9110 §5.5).
func isFieldValue(text string) error {
	for _, r := range text {
		if r < ' ' || r > '~' {
			return errors.New("want printable ASCII characters")
		}
	}
	return nil
}

// proxies returns the networks of trusted proxies.
func (c *config) proxies() ([]netip.Prefix, error) { return service.Prefixes(c.TrustedProxies) }
