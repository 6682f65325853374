package main

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// parseFor returns the layout for flags and an environment.
func parseFor(args []string, env map[string]string) (layout, error) {
	getenv := func(name string) string { return env[name] }
	cfg, err := parseConfig(append([]string{"-bin", "bin"}, args...), getenv, io.Discard)
	if err != nil {
		return layout{}, err
	}
	return plan(cfg)
}

func TestPlan(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		args   []string
		env    map[string]string
		origin string
		shared []string            // must be there
		child  map[string][]string // in the environment of a process
		probes map[string]string
	}{
		{
			name:   "defaults",
			origin: "http://localhost:8080",
			shared: []string{
				"REVIEWS_BASE_URL=http://localhost:8080", "REVIEWS_DATA_DIR=.data", "REVIEWS_NATS_URL=nats://127.0.0.1:4222",
				"REVIEWS_STORE_ADDR=127.0.0.1:9090", "REVIEWS_STORE_ADMIN_ADDR=127.0.0.1:9091",
				"REVIEWS_GATEWAY_MCP_URL=http://127.0.0.1:8081", "REVIEWS_GATEWAY_HUB_URL=http://127.0.0.1:8082",
			},
			child: map[string][]string{
				"mcp": {"REVIEWS_MCP_LISTEN=127.0.0.1:8081", "REVIEWS_MCP_OPS_LISTEN=127.0.0.1:9181"},
				"hub": {
					"REVIEWS_HUB_LISTEN=127.0.0.1:8082", "REVIEWS_HUB_ADMIN_LISTEN=127.0.0.1:8083", "REVIEWS_HUB_OPS_LISTEN=127.0.0.1:9182",
					"REVIEWS_HUB_ALLOW_CIDRS=127.0.0.0/8,::1/128", "REVIEWS_HUB_CALLBACK_CA=.data/callback-ca.pem",
				},
				"store": {
					"REVIEWS_STORE_LISTEN=127.0.0.1:9090", "REVIEWS_STORE_ADMIN_LISTEN=127.0.0.1:9091",
					"REVIEWS_STORE_OPS_LISTEN=127.0.0.1:9190",
				},
				"gateway": {"REVIEWS_GATEWAY_LISTEN=127.0.0.1:8080", "REVIEWS_GATEWAY_OPS_LISTEN=127.0.0.1:9180"},
			},
			probes: map[string]string{
				"nats-server": "http://127.0.0.1:8222/healthz",
				"store":       "http://127.0.0.1:9190/readyz",
				"mcp":         "http://127.0.0.1:9181/readyz",
				"hub":         "http://127.0.0.1:9182/readyz",
				"gateway":     "http://127.0.0.1:9180/readyz",
			},
		},
		{
			name:   "an offset moves the default ports only",
			args:   []string{"-port-offset", "100"},
			env:    map[string]string{"REVIEWS_STORE_LISTEN": ":7000", "REVIEWS_NATS_URL": "nats://127.0.0.1:7001"},
			origin: "http://localhost:8180",
			shared: []string{
				"REVIEWS_BASE_URL=http://localhost:8180", "REVIEWS_NATS_URL=nats://127.0.0.1:7001",
				"REVIEWS_STORE_ADDR=127.0.0.1:7000", "REVIEWS_STORE_ADMIN_ADDR=127.0.0.1:9191",
			},
			child: map[string][]string{
				"store": {"REVIEWS_STORE_LISTEN=:7000", "REVIEWS_STORE_OPS_LISTEN=127.0.0.1:9290"},
			},
			probes: map[string]string{"nats-server": "http://127.0.0.1:8322/healthz"},
		},
		{
			name: "what leads to another system is overridden, what is the user's stays",
			env: map[string]string{
				"REVIEWS_STORE_ADDR": "prod:9090", "REVIEWS_STORE_ADMIN_ADDR": "prod:9091", "REVIEWS_BASE_URL": "https://reviews.example",
				"REVIEWS_DATA_DIR": "/data", "REVIEWS_HUB_ALLOW_CIDRS": "10.0.0.0/8",
			},
			child: map[string][]string{
				"hub": {"REVIEWS_HUB_ALLOW_CIDRS=10.0.0.0/8", "REVIEWS_HUB_CALLBACK_CA=/data/callback-ca.pem"},
			},
			origin: "http://localhost:8080",
			shared: []string{
				"REVIEWS_STORE_ADDR=127.0.0.1:9090", "REVIEWS_STORE_ADMIN_ADDR=127.0.0.1:9091",
				"REVIEWS_BASE_URL=https://reviews.example", "REVIEWS_DATA_DIR=/data",
			},
		},
		{
			name:   "replicas",
			args:   []string{"-scale", "gateway=1", "-scale", "store=1,gateway=3"},
			env:    map[string]string{"REVIEWS_GATEWAY_LISTEN": "0.0.0.0:8000"},
			origin: "http://localhost:8000",
			child: map[string][]string{
				"gateway.1": {"REVIEWS_GATEWAY_LISTEN=0.0.0.0:8000"},
				"gateway.3": {"REVIEWS_GATEWAY_LISTEN=0.0.0.0:10000", "REVIEWS_GATEWAY_OPS_LISTEN=127.0.0.1:11180"},
			},
			probes: map[string]string{"gateway.2": "http://127.0.0.1:10180/readyz"},
		},
		{
			name:   "hubs",
			args:   []string{"-scale", "hub=3"},
			origin: "http://localhost:8080",
			shared: []string{"REVIEWS_GATEWAY_HUB_URL=http://127.0.0.1:8082,http://127.0.0.1:9082,http://127.0.0.1:10082"},
			probes: map[string]string{"hub.3": "http://127.0.0.1:11182/readyz"},
		},
		{
			name:   "stores that share a database",
			args:   []string{"-scale", "store=2"},
			env:    map[string]string{"REVIEWS_STORE_DATABASE_URL": "postgres://db/reviews"},
			origin: "http://localhost:8080",
			shared: []string{"REVIEWS_STORE_ADDR=127.0.0.1:9090,127.0.0.1:10090", "REVIEWS_STORE_ADMIN_ADDR=127.0.0.1:9091,127.0.0.1:10091"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l, err := parseFor(tt.args, tt.env)
			if err != nil {
				t.Fatal(err)
			}
			if l.origin != tt.origin {
				t.Errorf("origin = %s, want %s", l.origin, tt.origin)
			}
			contains(t, "the shared environment", l.shared, tt.shared)
			specs := map[string]spec{}
			for _, s := range slices.Concat(l.tiers...) {
				specs[s.id] = s
			}
			for id, want := range tt.child {
				contains(t, "the environment of "+id, specs[id].env, want)
			}
			for id, want := range tt.probes {
				if specs[id].probe != want {
					t.Errorf("probe of %s = %s, want %s", id, specs[id].probe, want)
				}
			}
		})
	}
}

func contains(t *testing.T, what string, got, want []string) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%s lacks %s: %q", what, w, got)
		}
	}
}

func TestNATSArguments(t *testing.T) {
	t.Parallel()
	l, err := parseFor([]string{"-data-dir", "d", "-port-offset", "1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(l.tiers[0][0].args, " "), "-c d/nats.conf -a 127.0.0.1 -p 4223 -m 8223 -js -sd d/nats"; got != want {
		t.Errorf("arguments = %s, want %s", got, want)
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args []string
		env  map[string]string
		want string
	}{
		{args: []string{"-scale", "gateway"}, want: "want name=count"},
		{args: []string{"-scale", "gateway=0"}, want: "want name=count"},
		{args: []string{"-scale", "gateway=two"}, want: "want name=count"},
		{args: []string{"-scale", "store=2"}, want: "-scale store: several need a PostgreSQL database"},
		{args: []string{"-scale", "nats-server=2"}, want: "-scale nats-server: there can be only one"},
		{args: []string{"-scale", "hubs=2"}, want: "-scale hubs: there is no such service"},
		{args: []string{"-scale", "gateway=99"}, want: "REVIEWS_GATEWAY_OPS_LISTEN: there is no port 66180"},
		{args: []string{"-port-offset", "-9000"}, want: "there is no port -4778"},
		{env: map[string]string{"REVIEWS_STORE_LISTEN": "9090"}, want: `REVIEWS_STORE_LISTEN: want host:port, got "9090"`},
		{env: map[string]string{"REVIEWS_STORE_LISTEN": ":http"}, want: `REVIEWS_STORE_LISTEN: "http" is not a port`},
		{
			env:  map[string]string{"REVIEWS_STORE_LISTEN": "127.0.0.1:8080"},
			want: "REVIEWS_STORE_LISTEN and REVIEWS_GATEWAY_LISTEN are both 127.0.0.1:8080",
		},
	}
	for _, tt := range tests {
		if _, err := parseFor(tt.args, tt.env); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q %v: error = %v, want %q in it", tt.args, tt.env, err, tt.want)
		}
	}
}

func TestReplicasNeverMeet(t *testing.T) {
	t.Parallel()
	seen := map[string]program{}
	for _, p := range programs() {
		for _, l := range p.listeners {
			last := l.preset[len(l.preset)-3:]
			if other, taken := seen[last]; taken && (p.single == "" || other.single == "") {
				t.Errorf("the default ports of %s and %s end alike: %s", other.name, p.name, last)
			}
			seen[last] = p
		}
	}
}
