package main

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"path/filepath"
	"slices"
)

// A spec is one process to run.
type spec struct {
	id        string // its name in the log
	path      string
	args      []string
	env       []string // what it gets beyond our own environment
	addresses []boundAddress
	probe     string // URL that answers 200 when it is ready
}

// A boundAddress is where a process will listen, and what changes that.
type boundAddress struct{ address, variable string }

// A layout is the system to run.
type layout struct {
	tiers  [][]spec // the processes of each program, in the order of the start
	shared []string // environment of everything, reviewctl included
	origin string   // URL of the gateway, for a person on this machine
	public string   // address of the gateway, for us
}

// plan works out every process, address and variable, and reports everything
// that cannot be.
func plan(c config) (layout, error) {
	table := programs()
	problems := c.checkScale(table)
	told := map[string]string{dataDir: c.data}
	var l layout
	for _, p := range table {
		var tier []spec
		for replica := range max(1, c.scale[p.name]) {
			s, err := c.spec(p, replica, told)
			if err != nil {
				problems = append(problems, err)
				break
			}
			tier = append(tier, s)
		}
		l.tiers = append(l.tiers, tier)
		if p.name == gateway && len(tier) > 0 {
			l.public = dialable(tier[0].addresses[0].address)
			l.origin = localOrigin(l.public)
		}
	}
	if told[baseURL] = c.getenv(baseURL); told[baseURL] == "" {
		told[baseURL] = l.origin
	}
	l.shared = assignments(told)
	return l, errors.Join(append(problems, l.checkApart()...)...)
}

// baseURL is the variable of the public origin.
const baseURL = "REVIEWS_BASE_URL"

func localOrigin(address string) string {
	_, port, _ := net.SplitHostPort(address)
	return "http://" + net.JoinHostPort("localhost", port)
}

// spec works out one process and adds to told what the others must know of it.
// That overrides our environment: a variable that leads to another system must
// not make this one talk to it.
func (c config) spec(p program, replica int, told map[string]string) (spec, error) {
	s := spec{id: p.name, path: filepath.Join(c.bin, p.name)}
	if c.scale[p.name] > 1 {
		s.id = fmt.Sprintf("%s.%d", p.name, replica+1)
	}
	env := map[string]string{}
	var addresses []string
	for _, l := range p.listeners {
		address, err := c.address(l, replica)
		if err != nil {
			return spec{}, err
		}
		addresses = append(addresses, address)
		s.addresses = append(s.addresses, boundAddress{address: address, variable: l.variable})
		env[l.variable] = l.scheme + address
		if l.tell != "" && replica == 0 {
			told[l.tell] = l.telling + dialable(address)
		} else if l.tell != "" {
			told[l.tell] += "," + l.telling + dialable(address)
		}
		s.probe = "http://" + dialable(address) + p.probe
	}
	if p.args != nil {
		s.args = p.args(c, addresses)
	}
	if p.env != nil {
		for name, value := range p.env(c) {
			env[name] = fallback(c.getenv(name), value)
		}
	}
	s.env = assignments(env)
	return s, nil
}

// checkApart reports the addresses that two listeners would share.
func (l layout) checkApart() []error {
	var problems []error
	seen := map[string]string{}
	for _, s := range slices.Concat(l.tiers...) {
		for _, a := range s.addresses {
			if other, taken := seen[a.address]; taken {
				problems = append(problems, fmt.Errorf("%s and %s are both %s", other, a.variable, a.address))
			}
			seen[a.address] = a.variable
		}
	}
	return problems
}

func (c config) checkScale(table []program) []error {
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(c.scale)) {
		i := slices.IndexFunc(table, func(p program) bool { return p.name == name })
		if i < 0 {
			problems = append(problems, fmt.Errorf("-scale %s: there is no such service", name))
		} else if reason := table[i].lone(c.getenv); reason != "" && c.scale[name] > 1 {
			problems = append(problems, fmt.Errorf("-scale %s: %s", name, reason))
		}
	}
	return problems
}

// assignments returns name=value pairs in the order of their names.
func assignments(env map[string]string) []string {
	pairs := make([]string, 0, len(env))
	for _, name := range slices.Sorted(maps.Keys(env)) {
		pairs = append(pairs, name+"="+env[name])
	}
	return pairs
}
