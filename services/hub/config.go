package main

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"time"

	"github.com/reviewdata/reviewdata/pkg/service"
)

// config holds the settings of the hub.
type config struct {
	service.Common

	Listen            string
	Admin             service.Admin
	StoreAddr         string
	NATSURL           string
	NATSReplicas      int
	LeaseMin          time.Duration
	LeaseDefault      time.Duration
	LeaseMax          time.Duration
	RetryDelays       []string
	Deadline          time.Duration
	Debounce          time.Duration
	Concurrency       int
	HostConcurrency   int
	AllowCIDRs        []string
	CallbackCA        string
	MaxSubscriptions  int
	HostSubscriptions int
	HostVerifications int
	Rate              int
	TrustedProxies    []string
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
	const day = 24 * time.Hour
	f := service.NewFlags("hub", getenv)
	f.String(&c.Listen, "listen", "127.0.0.1:8082", "address of the hub")
	f.Admin(&c.Admin, "127.0.0.1:8083")
	f.Shared().String(&c.StoreAddr, "store-addr", "127.0.0.1:9090", "read service of the store, host:port or a gRPC target")
	f.Shared().String(&c.NATSURL, "nats-url", "nats://127.0.0.1:4222", "NATS server with JetStream, which keeps the subscriptions and has the events")
	f.Int(&c.NATSReplicas, "nats-replicas", 1, "copies that a cluster of NATS servers keeps of everything; 3 survives the loss of one")
	f.Duration(&c.LeaseMin, "lease-min", 5*time.Minute, "shortest lease; shorter ones are prolonged to it")
	f.Duration(&c.LeaseDefault, "lease-default", 10*day, "lease of a subscriber that asks for none")
	f.Duration(&c.LeaseMax, "lease-max", 30*day, "longest lease; longer ones are cut to it")
	f.List(&c.RetryDelays, "retry-delays", []string{"1m", "10m"}, "waits before the second and the third attempt to deliver in a row; the third failure removes the subscription")
	f.Duration(&c.Deadline, "deadline", 15*time.Second, "time for an attempt to deliver, and one second more for each MiB")
	f.Duration(&c.Debounce, "debounce", 250*time.Millisecond, "changes that follow each other within this time are delivered as one")
	f.Int(&c.Concurrency, "concurrency", 512, "deliveries at a time")
	f.Int(&c.HostConcurrency, "host-concurrency", 16, "deliveries at a time to the callbacks at one host; 0 means no limit")
	f.List(&c.AllowCIDRs, "allow-cidrs", nil, "private networks where callbacks may be, for tests and intranets; the limits per host and per client do not hold there")
	f.String(&c.CallbackCA, "callback-ca", "", "file with more certificates, in PEM, that those of callbacks may be signed by")
	f.Int(&c.MaxSubscriptions, "max-subscriptions", 50_000, "subscriptions in total")
	f.Int(&c.HostSubscriptions, "host-subscriptions", 200, "subscriptions with callbacks at one host; 0 means no limit")
	f.Int(&c.HostVerifications, "host-verifications", 10, "requests a minute about callbacks at one host; 0 means no limit")
	f.Int(&c.Rate, "rate", 60, "requests a minute of one client; 0 means no limit")
	f.List(&c.TrustedProxies, "trusted-proxies", []string{"127.0.0.0/8", "::1"}, "networks, such as that of the gateway, whose X-Forwarded-For is believed")
	f.Common(&c.Common, "127.0.0.1:9182")
	c.check(f)
	return f
}

// check declares the rules on the settings.
func (c *config) check(f *service.Flags) {
	f.Check("nats-replicas", func() error { return service.AtLeast(c.NATSReplicas, 1) })
	f.Check("lease-min", func() error { return service.AtLeast(c.LeaseMin, time.Second) })
	f.Check("lease-default", func() error { return service.AtLeast(c.LeaseDefault, c.LeaseMin) })
	f.Check("lease-max", func() error { return service.AtLeast(c.LeaseMax, c.LeaseDefault) })
	f.Check("retry-delays", func() error { _, err := c.delays(); return err })
	f.Check("deadline", func() error { return service.AtLeast(c.Deadline, time.Millisecond) })
	f.Check("concurrency", func() error { return service.AtLeast(c.Concurrency, 1) })
	f.Check("host-concurrency", func() error { return service.AtLeast(c.HostConcurrency, 0) })
	f.Check("allow-cidrs", func() error { _, err := c.allowed(); return err })
	f.Check("callback-ca", func() error { _, err := c.roots(); return err })
	f.Check("max-subscriptions", func() error { return service.AtLeast(c.MaxSubscriptions, 1) })
	f.Check("host-subscriptions", func() error { return service.AtLeast(c.HostSubscriptions, 0) })
	f.Check("host-verifications", func() error { return service.AtLeast(c.HostVerifications, 0) })
	f.Check("rate", func() error { return service.AtLeast(c.Rate, 0) })
	f.Check("trusted-proxies", func() error { _, err := c.proxies(); return err })
}

// retries is how many attempts follow the first one that failed.
const retries = 2

// delays returns the waits between attempts.
func (c *config) delays() ([]time.Duration, error) {
	if len(c.RetryDelays) != retries {
		return nil, errors.New("want two durations, such as 1m,10m")
	}
	var delays []time.Duration
	for _, text := range c.RetryDelays {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			return nil, fmt.Errorf("%q is no wait such as 90s or 10m", text)
		}
		delays = append(delays, d)
	}
	return delays, nil
}

// allowed returns the private networks where callbacks may be.
func (c *config) allowed() ([]netip.Prefix, error) { return service.Prefixes(c.AllowCIDRs) }

// proxies returns the networks of trusted proxies.
func (c *config) proxies() ([]netip.Prefix, error) { return service.Prefixes(c.TrustedProxies) }

// roots returns what certificates of callbacks may be signed by, nil for what
// the system says.
func (c *config) roots() (*x509.CertPool, error) {
	if c.CallbackCA == "" {
		return nil, nil //nolint:nilnil // as crypto/tls wants it
	}
	pem, err := os.ReadFile(c.CallbackCA)
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, errors.New("has no certificate in PEM")
	}
	return pool, nil
}
