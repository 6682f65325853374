package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// config is what the flags and the environment ask for.
type config struct {
	bin    string // directory of the binaries
	data   string // directory of the data
	demo   string // directory of the demo business; empty for none
	offset int    // added to every default port
	scale  scale
	getenv func(string) string
}

// defaultDemo is where the demo business lives, from the repository's root.
const defaultDemo = "deploy/demo"

func parseConfig(args []string, getenv func(string) string, stderr io.Writer) (config, error) {
	cfg := config{scale: scale{}, getenv: getenv}
	flags := flag.NewFlagSet("dev", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&cfg.bin, "bin", ownDirectory(), "`directory` of the binaries; default: that of dev")
	flags.StringVar(&cfg.data, "data-dir", fallback(getenv(dataDir), ".data"), "`directory` of the data (environment: "+dataDir+")")
	flags.StringVar(&cfg.demo, "demo", defaultDemo, "`directory` of the business to import into an empty store; empty for none")
	flags.IntVar(&cfg.offset, "port-offset", 0, "`number` added to every default port")
	flags.Var(cfg.scale, "scale", "processes of a service, as `name=count`; repeat it or separate by commas")
	if err := flags.Parse(args); err != nil {
		return config{}, err
	}
	if flags.NArg() > 0 {
		return config{}, fmt.Errorf("%q is not a flag", flags.Arg(0))
	}
	_, err := plan(cfg)
	return cfg, err
}

// dataDir is the variable of the data directory, which the services share.
const dataDir = "REVIEWS_DATA_DIR"

func fallback(value, preset string) string {
	if value == "" {
		return preset
	}
	return value
}

// ownDirectory is where this binary lies.
func ownDirectory() string {
	path, err := os.Executable()
	if err != nil {
		return ".bin"
	}
	return filepath.Dir(path)
}

// scale is how many processes of which program to run.
type scale map[string]int

// String is for the flag package.
func (s scale) String() string { return "" }

// Set adds name=count pairs. Names are checked by plan.
func (s scale) Set(text string) error {
	for pair := range strings.SplitSeq(text, ",") {
		name, count, found := strings.Cut(strings.TrimSpace(pair), "=")
		n, err := strconv.Atoi(count)
		if !found || err != nil || n < 1 {
			return errors.New("want name=count with a count of 1 or more")
		}
		s[name] = n
	}
	return nil
}

// address returns where a program's replica listens: at the address its
// variable names, else at the default moved by the offset; further replicas
// take the same port plus replicaStride each.
func (c config) address(l listener, replica int) (string, error) {
	text, shift := c.getenv(l.variable), replica*replicaStride
	if text = strings.TrimPrefix(text, l.scheme); text == "" {
		text, shift = l.preset, shift+c.offset
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return "", fmt.Errorf("%s: want host:port, got %q", l.variable, text)
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", fmt.Errorf("%s: %q is not a port", l.variable, port)
	}
	moved := int(n) + shift
	if moved < 1 || moved > 65535 {
		return "", fmt.Errorf("%s: there is no port %d", l.variable, moved)
	}
	return net.JoinHostPort(host, strconv.Itoa(moved)), nil
}

// dialable turns an address to listen on into one to dial: that of all
// interfaces becomes the loopback address.
func dialable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}

// widest is the length of the longest name in the log.
func (c config) widest() int {
	width := len("reviewctl")
	l, err := plan(c)
	if err != nil {
		return width
	}
	for _, s := range slices.Concat(l.tiers...) {
		width = max(width, len(s.id))
	}
	return width
}
