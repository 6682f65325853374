package service

import (
	"errors"
	"flag"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// config is what the tests parse into.
type config struct {
	Listen  string
	Token   string
	Workers int
	Ratio   float64
	Lease   time.Duration
	Allow   []string
	Strict  bool
	Level   slog.Level
	BaseURL string
}

func testFlags(c *config, env map[string]string) *Flags {
	f := NewFlags("hub", func(name string) string { return env[name] })
	f.String(&c.Listen, "listen", ":8082", "address of the hub")
	f.Secret(&c.Token, "token", "token of the operator")
	f.Int(&c.Workers, "workers", 4, "deliveries at a time")
	f.Float(&c.Ratio, "ratio", 0.5, "share of something")
	f.Duration(&c.Lease, "lease-max", 24*time.Hour, "longest lease")
	f.List(&c.Allow, "allow", nil, "networks a|b")
	f.Bool(&c.Strict, "strict", false, "refuse what is odd")
	f.Shared().Level(&c.Level, "log-level", slog.LevelInfo, "debug, info, warn or error")
	f.Shared().String(&c.BaseURL, "base-url", "http://localhost:8080", "public origin")
	f.Check("workers", func() error {
		if c.Workers < 1 {
			return errors.New("must be at least 1")
		}
		return nil
	})
	return f
}

func defaults() config {
	return config{Listen: ":8082", Workers: 4, Ratio: 0.5, Lease: 24 * time.Hour, BaseURL: "http://localhost:8080"}
}

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		env  map[string]string
		args []string
		want func(*config)
	}{
		{name: "defaults", want: func(*config) {}},
		{
			name: "environment",
			env: map[string]string{
				"REVIEWS_HUB_LISTEN": ":1", "REVIEWS_HUB_WORKERS": "7", "REVIEWS_HUB_RATIO": "1e-3",
				"REVIEWS_HUB_LEASE_MAX": "90s", "REVIEWS_HUB_ALLOW": " a, ,b", "REVIEWS_HUB_STRICT": "true",
				"REVIEWS_LOG_LEVEL": "WARN", "REVIEWS_BASE_URL": "https://x.example", "REVIEWS_HUB_TOKEN": "t",
			},
			want: func(c *config) {
				*c = config{
					Listen: ":1", Token: "t", Workers: 7, Ratio: 0.001, Lease: 90 * time.Second, Allow: []string{"a", "b"},
					Strict: true, Level: slog.LevelWarn, BaseURL: "https://x.example",
				}
			},
		},
		{
			name: "a flag beats the environment",
			env:  map[string]string{"REVIEWS_HUB_WORKERS": "7", "REVIEWS_HUB_STRICT": "1"},
			args: []string{"-workers", "9", "--strict=false", "-log-level=error"},
			want: func(c *config) { c.Workers, c.Level = 9, slog.LevelError },
		},
		{
			name: "shared settings ignore the service's prefix and the other way round",
			env:  map[string]string{"REVIEWS_HUB_BASE_URL": "x", "REVIEWS_LISTEN": "x"},
			want: func(*config) {},
		},
		{
			name: "an empty variable is unset, an empty flag is not",
			env:  map[string]string{"REVIEWS_HUB_LISTEN": ""},
			args: []string{"-base-url", ""},
			want: func(c *config) { c.BaseURL = "" },
		},
		{name: "a switch alone", args: []string{"-strict"}, want: func(c *config) { c.Strict = true }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got config
			if err := testFlags(&got, tt.env).Parse(tt.args); err != nil {
				t.Fatalf("Parse: %v", err)
			}
			want := defaults()
			tt.want(&want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("config (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseReportsEveryProblem(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		env  map[string]string
		args []string
		want []string
	}{
		{
			name: "all sources together",
			env:  map[string]string{"REVIEWS_HUB_RATIO": "NaN", "REVIEWS_LOG_LEVEL": "loud"},
			args: []string{"-lease-max", "10", "-tokn", "x", "-strict=maybe", "-workers=0", "extra"},
			want: []string{
				`invalid value "NaN" for REVIEWS_HUB_RATIO: want a number`,
				`invalid value "loud" for REVIEWS_LOG_LEVEL: want debug, info, warn or error`,
				`invalid value "10" for flag -lease-max: want a duration such as 1m30s`,
				`flag provided but not defined: -tokn`,
				`invalid boolean value "maybe" for -strict: want true or false`,
				`"extra" is not a flag`,
				`-workers (REVIEWS_HUB_WORKERS): must be at least 1`,
			},
		},
		{
			name: "an unknown flag does not hide the next",
			args: []string{"-x", "-y=1", "-workers", "two"},
			want: []string{
				"flag provided but not defined: -x",
				"flag provided but not defined: -y",
				`invalid value "two" for flag -workers: want a whole number`,
			},
		},
		{name: "a missing value", args: []string{"-listen"}, want: []string{"flag needs an argument: -listen"}},
		{
			name: "bad syntax",
			args: []string{"-x=1", "-=1", "-workers=two"},
			want: []string{
				"flag provided but not defined: -x", "bad flag syntax: -=1",
				`invalid value "two" for flag -workers: want a whole number`,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := testFlags(new(config), tt.env).Parse(tt.args)
			if _, ok := errors.AsType[*UsageError](err); !ok {
				t.Fatalf("Parse = %v, want a UsageError", err)
			}
			want := strings.Join(append(tt.want, "hub -h lists the settings"), "\n")
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseHelp(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-h"}, {"-workers", "x", "--help"}} {
		f := testFlags(new(config), map[string]string{"REVIEWS_HUB_WORKERS": "77"})
		err := f.Parse(args)
		if !errors.Is(err, flag.ErrHelp) {
			t.Fatalf("Parse(%q) = %v, want flag.ErrHelp", args, err)
		}
		for _, want := range []string{
			"usage: hub [flags]",
			"  -lease-max duration              REVIEWS_HUB_LEASE_MAX\n        longest lease (default 24h)",
			"  -log-level level                 REVIEWS_LOG_LEVEL\n",
			"deliveries at a time (default 4)",
			"  -token text                      REVIEWS_HUB_TOKEN\n        token of the operator\n",
		} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("help lacks %q:\n%v", want, err)
			}
		}
	}
}

func FuzzParseArguments(f *testing.F) {
	f.Add("-workers\x003\x00-x\x00y\x00--\x00z")
	f.Add("-strict\x00-=\x00---\x00-h=1")
	f.Fuzz(func(t *testing.T, joined string) {
		err := testFlags(new(config), nil).Parse(strings.Split(joined, "\x00"))
		_, usage := errors.AsType[*UsageError](err)
		if err != nil && !usage && !errors.Is(err, flag.ErrHelp) {
			t.Errorf("Parse = %T %v", err, err)
		}
	})
}

func TestFormatDuration(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"24h": "24h", "90m": "1h30m", "1m": "1m", "10s": "10s", "70s": "1m10s", "0s": "0s", "10ms": "10ms", "20h10m10s": "20h10m10s",
	} {
		d, err := parseDuration(text)
		if got := formatDuration(d); err != nil || got != want {
			t.Errorf("formatDuration(%s) = %q, %v, want %q", text, got, err, want)
		}
	}
}
