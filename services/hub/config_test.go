package main

import (
	"os"
	"path/filepath"
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
	const day = 24 * time.Hour
	if c.Listen != "127.0.0.1:8082" || c.OpsListen != "127.0.0.1:9182" || c.LeaseMin != 5*time.Minute || c.LeaseDefault != 10*day ||
		c.LeaseMax != 30*day || len(c.AllowCIDRs) != 0 {
		t.Errorf("defaults %+v", c)
	}
	delays, err := c.delays()
	if diff := cmp.Diff([]time.Duration{time.Minute, 10 * time.Minute}, delays); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestConfigReportsEveryProblem(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := map[string]string{
		"nats-replicas": "0", "lease-min": "10ms", "lease-default": "1ms", "lease-max": "0", "retry-delays": "1m",
		"deadline": "0", "concurrency": "0", "host-concurrency": "-1", "allow-cidrs": "everywhere", "callback-ca": empty,
		"max-subscriptions": "0", "host-subscriptions": "-1", "host-verifications": "-1", "rate": "-1", "trusted-proxies": "everybody",
		"admin-listen": "0.0.0.0:8083",
	}
	var args []string
	for name, value := range wrong {
		args = append(args, "-"+name, value)
	}
	_, err := parseConfig(args, none)
	if err == nil {
		t.Fatal("no error")
	}
	for name := range wrong {
		if !strings.Contains(err.Error(), "-"+name+" ") {
			t.Errorf("the error does not name %s:\n%v", name, err)
		}
	}
}

func TestDelays(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "1m", "1m,2m,3m", "1m,soon", "1m,0s", "-1m,1m"} {
		c := config{RetryDelays: strings.Split(text, ",")}
		if _, err := c.delays(); err == nil {
			t.Errorf("%q passed", text)
		}
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
