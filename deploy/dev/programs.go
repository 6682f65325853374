package main

import (
	"net"
	"path/filepath"
	"strings"
)

// replicaStride is the distance between the ports of two replicas. The default
// ports differ in their last three digits, so replicas of two programs never
// meet.
const replicaStride = 1000

// A program is a row of the table: one kind of process.
type program struct {
	name      string // of its binary
	single    string // why there can be only one process; empty where there can be several
	shared    string // variable of a database that lets there be several all the same
	listeners []listener
	probe     string // path that answers 200 when it is ready, at the last listener
	args      func(c config, addresses []string) []string
	env       func(c config) map[string]string // what it gets unless our environment says otherwise
}

// A listener is an address a program listens on.
type listener struct {
	variable string // that sets the address
	preset   string // address when the variable is not set
	scheme   string // before the address in the variable
	tell     string // variable by which the others find the replicas
	telling  string // what stands before the address in it
}

// lone says why there can be only one process of p, or nothing.
func (p program) lone(getenv func(string) string) string {
	if p.shared != "" && strings.HasPrefix(getenv(p.shared), "postgres") {
		return ""
	}
	return p.single
}

// ready is the readiness path of our own services.
const ready = "/readyz"

// programs is the system in the order of its start.
func programs() []program {
	return []program{
		{
			name:   "nats-server",
			single: "there can be only one",
			listeners: []listener{
				{variable: "REVIEWS_NATS_URL", preset: "127.0.0.1:4222", scheme: "nats://", tell: "REVIEWS_NATS_URL", telling: "nats://"},
				{variable: "REVIEWS_DEV_NATS_MONITOR", preset: "127.0.0.1:8222"},
			},
			probe: "/healthz",
			args:  natsArguments,
		},
		{
			name:   "store",
			single: "several need a PostgreSQL database, named by REVIEWS_STORE_DATABASE_URL",
			shared: "REVIEWS_STORE_DATABASE_URL",
			listeners: []listener{
				{variable: "REVIEWS_STORE_LISTEN", preset: "127.0.0.1:9090", tell: "REVIEWS_STORE_ADDR"},
				{variable: "REVIEWS_STORE_ADMIN_LISTEN", preset: "127.0.0.1:9091", tell: "REVIEWS_STORE_ADMIN_ADDR"},
				{variable: "REVIEWS_STORE_OPS_LISTEN", preset: "127.0.0.1:9190"},
			},
			probe: ready,
		},
		{
			name: "mcp",
			listeners: []listener{
				{variable: "REVIEWS_MCP_LISTEN", preset: "127.0.0.1:8081", tell: "REVIEWS_GATEWAY_MCP_URL", telling: "http://"},
				{variable: "REVIEWS_MCP_OPS_LISTEN", preset: "127.0.0.1:9181"},
			},
			probe: ready,
		},
		{
			name: "hub",
			listeners: []listener{
				{variable: "REVIEWS_HUB_LISTEN", preset: "127.0.0.1:8082", tell: "REVIEWS_GATEWAY_HUB_URL", telling: "http://"},
				{variable: "REVIEWS_HUB_ADMIN_LISTEN", preset: "127.0.0.1:8083", tell: "REVIEWS_HUB_ADMIN_ADDR"},
				{variable: "REVIEWS_HUB_OPS_LISTEN", preset: "127.0.0.1:9182"},
			},
			probe: ready,
			env:   hubEnvironment,
		},
		{
			name: gateway,
			listeners: []listener{
				{variable: "REVIEWS_GATEWAY_LISTEN", preset: "127.0.0.1:8080"},
				{variable: "REVIEWS_GATEWAY_OPS_LISTEN", preset: "127.0.0.1:9180"},
			},
			probe: ready,
		},
	}
}

// gateway is the program whose first listener is the public origin.
const gateway = "gateway"

// hubEnvironment lets the hub call subscribers on this machine, as reviewctl
// listen is one, if they have a certificate of our own authority. Nobody else
// gains by that: a certificate for another purpose is never one of it.
func hubEnvironment(c config) map[string]string {
	return map[string]string{
		"REVIEWS_HUB_ALLOW_CIDRS": "127.0.0.0/8,::1/128",
		"REVIEWS_HUB_CALLBACK_CA": c.authority(),
	}
}

// natsConfig is what only a file can tell NATS: what is acknowledged is on disk,
// for the subscriptions of the hub exist nowhere else.
const natsConfig = "jetstream {\n  sync_interval: always\n}\n"

// natsConfigFile is that file.
func (c config) natsConfigFile() string { return filepath.Join(c.data, "nats.conf") }

// natsArguments configures NATS, which reads no environment. Flags beat the
// file.
func natsArguments(c config, addresses []string) []string {
	host, port, _ := net.SplitHostPort(addresses[0])
	_, monitor, _ := net.SplitHostPort(addresses[1])
	return []string{"-c", c.natsConfigFile(), "-a", host, "-p", port, "-m", monitor, "-js", "-sd", filepath.Join(c.data, "nats")}
}
