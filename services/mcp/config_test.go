package main

import (
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
	if c.Listen != "127.0.0.1:8081" || c.OpsListen != "127.0.0.1:9181" || c.SessionLifetime != 168*time.Hour || c.MaxBody != 64<<10 ||
		c.Rate != 200 || c.Burst != 1000 || c.keys() != nil {
		t.Errorf("defaults %+v", c)
	}
}

func TestConfigReportsEveryProblem(t *testing.T) {
	t.Parallel()
	_, err := parseConfig([]string{
		"-store-timeout", "0",
		"-session-key", "a key that is long enough, short",
		"-session-lifetime", "1ms",
		"-allowed-origins", "app.example.com",
		"-max-body", "0",
		"-rate", "-1",
		"-burst", "0",
		"-trusted-proxies", "everybody",
	}, none)
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"store-timeout", "session-key", "session-lifetime", "allowed-origins", "max-body", "rate", "burst", "trusted-proxies"} {
		if !strings.Contains(err.Error(), "-"+name+" ") {
			t.Errorf("the error does not name %s:\n%v", name, err)
		}
	}
}

func TestAreOrigins(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"*": true, "https://app.example.com": true, "http://localhost:3000": true,
		"https://app.example.com/": false, "https://": false, "null": false, "https://u@app.example.com": false,
	} {
		if got := areOrigins([]string{text}) == nil; got != want {
			t.Errorf("%s: good is %t, want %t", text, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	c := config{SessionKey: " new ,, old "}
	if diff := cmp.Diff([]string{"new", "old"}, c.keys()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
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
