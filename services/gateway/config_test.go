package main

import (
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// none is an environment without variables.
func none(string) string { return "" }

func TestConfigDefaults(t *testing.T) {
	t.Parallel()
	c, err := parseConfig(nil, none)
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != ":8080" || c.OpsListen != "127.0.0.1:9180" || c.StoreAddr != "127.0.0.1:9090" || c.Rate != 200 || c.Burst != 1000 ||
		c.CacheControl != "public, max-age=60, stale-while-revalidate=300" || c.TrustedProxies != nil {
		t.Errorf("defaults %+v", c)
	}
}

func TestConfigReportsEveryProblem(t *testing.T) {
	t.Parallel()
	_, err := parseConfig([]string{
		"-mcp-url", "127.0.0.1:8081",
		"-hub-url", "http://127.0.0.1:8082/hub",
		"-cache-control", "public\r\nSet-Cookie: x",
		"-trusted-proxies", "10.0.0.0/8, everybody",
		"-store-timeout", "0",
		"-proxy-timeout", "-1s",
		"-mcp-max-body", "0",
		"-hub-max-body", "0",
		"-rate", "-1",
		"-burst", "0",
	}, none)
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{
		"mcp-url", "hub-url", "cache-control", "trusted-proxies", "store-timeout", "proxy-timeout", "mcp-max-body", "hub-max-body", "rate", "burst",
	} {
		if !strings.Contains(err.Error(), "-"+name+" ") {
			t.Errorf("the error does not name %s:\n%v", name, err)
		}
	}
}

func TestConfigFromTheEnvironment(t *testing.T) {
	t.Parallel()
	env := map[string]string{
		"REVIEWS_STORE_ADDR":              "store:9090",
		"REVIEWS_GATEWAY_RATE":            "0.5",
		"REVIEWS_GATEWAY_STORE_TIMEOUT":   "1s",
		"REVIEWS_GATEWAY_TRUSTED_PROXIES": "10.1.2.3/8, ::1",
	}
	c, err := parseConfig(nil, func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	proxies, err := c.proxies()
	if err != nil {
		t.Fatal(err)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	if diff := cmp.Diff(want, proxies, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Errorf("trusted proxies (-want +got):\n%s", diff)
	}
	if c.StoreAddr != "store:9090" || c.Rate != 0.5 || c.StoreTimeout != time.Second {
		t.Errorf("settings %+v", c)
	}
}

// The README lists the settings as they are.
func TestREADME(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var c config
	flags := c.flags(none)
	if err := flags.CheckREADME(readme); err != nil {
		t.Errorf("%v\n\nwant:\n%s", err, flags.Table())
	}
}
