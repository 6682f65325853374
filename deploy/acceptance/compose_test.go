package acceptance

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
)

// composeVariable names the compose files, separated by commas, of the system
// to test. Without it the tests run processes of their own. The containers are
// those of another project than yours, on another port, and their images must
// have been built: `make compose-test` does all of it.
const composeVariable = "REVIEWS_TEST_COMPOSE"

// inContainers reports whether the tests run over containers.
func inContainers() bool { return os.Getenv(composeVariable) != "" }

// needsProcesses skips what looks into processes of our own.
func needsProcesses(t testing.TB) {
	t.Helper()
	if inContainers() {
		t.Skip("the tests run over containers")
	}
}

// overlay reports whether the containers are also those of an overlay.
func overlay(name string) bool {
	return strings.Contains(os.Getenv(composeVariable), "compose."+name+".yml")
}

// sharesDatabase reports whether the containers are those of several stores on
// one database.
func sharesDatabase() bool { return overlay("scale") }

// adminToken is the one in compose.yml.
const adminToken = "acceptance"

// project is one system of containers.
type project struct {
	name string
	env  []string
	hubs string // file with the settings of the hubs
}

// startContainers runs an empty stack of containers for the length of the
// test.
func startContainers(t testing.TB, want system) *stack {
	t.Helper()
	if want.stores > 1 && !sharesDatabase() {
		t.Skip("these containers have a database for one store")
	}
	p := newProject(t)
	p.setHubs(t, want.hubEnv)
	up := []string{"up", "--detach", "--wait", "--no-build", "--quiet-pull", "--scale", fmt.Sprintf("hub=%d", max(1, want.hubs))}
	if want.stores > 1 {
		up = append(up, "--scale", fmt.Sprintf("store=%d", want.stores))
	}
	p.compose(t, up...)
	return p.stack(t)
}

// setHubs writes a file with the settings of the hubs, one of which may be a
// file of this machine.
func (p *project) setHubs(t testing.TB, settings []string) {
	t.Helper()
	volumes := ""
	last := map[string]string{}
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		last[name] = value
		if filepath.IsAbs(value) {
			volumes = fmt.Sprintf("    volumes: [%q]\n", value+":"+value+":ro")
		}
	}
	last["REVIEWS_HUB_OPS_LISTEN"], last["REVIEWS_HUB_ADMIN_LISTEN"], last["REVIEWS_HUB_ADMIN_TOKEN"] = ":9182", ":8083", adminToken
	text := []byte("services:\n  hub:\n    environment:\n")
	for name, value := range last {
		text = fmt.Appendf(text, "      %s: %q\n", name, value)
	}
	p.hubs = filepath.Join(t.TempDir(), "hub.yml")
	if err := os.WriteFile(p.hubs, append(text, volumes...), 0o600); err != nil {
		t.Fatal(err)
	}
}

// newProject prepares a system of containers, which is taken down with all its
// data at the end of the test.
func newProject(t testing.TB) *project {
	t.Helper()
	public := port(t)
	p := &project{name: "reviewdata-test-" + strings.ToLower(rand.Text()[:8])}
	p.env = append(os.Environ(),
		"REVIEWS_PORT="+public,
		"REVIEWS_BASE_URL=http://127.0.0.1:"+public,
		"REVIEWS_STORE_ADMIN_TOKEN="+adminToken,
		"REVIEWS_POSTGRES_PASSWORD=acceptance",
		"DEMO="+t.TempDir())
	t.Cleanup(func() {
		if t.Failed() {
			out, _ := p.run(context.Background(), "logs", "--no-color", "--tail", "40")
			t.Logf("logs of the containers:\n%s", out)
		}
		if out, err := p.run(context.Background(), "down", "--volumes", "--remove-orphans"); err != nil {
			t.Errorf("compose down: %v\n%s", err, out)
		}
	})
	return p
}

// port returns a port that nobody listens on.
func port(t testing.TB) string {
	t.Helper()
	_, port, err := net.SplitHostPort(servicetest.FreeAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// stack finds out where the parts of the system answer.
func (p *project) stack(t testing.TB) *stack {
	t.Helper()
	brokers := []string{"nats"}
	if sharesDatabase() {
		brokers = append(brokers, "nats2", "nats3")
	}
	s := &stack{
		project: p,
		token:   adminToken,
		baseURL: p.setting("REVIEWS_BASE_URL"),
		nats:    p.process(t, brokers...),
		store:   p.process(t, "store"),
		mcp:     p.process(t, "mcp"),
		gateway: p.process(t, "gateway"),
	}
	for ops, one := range map[string]*process{"9190": s.store, "9180": s.gateway, "9181": s.mcp} {
		one.ready = "http://" + one.containers.each()[0].forward(ops) + "/readyz"
	}
	var brokersAt, reads, admins, hubs []string
	for _, one := range p.process(t, "hub").containers.each() {
		s.hubs = append(s.hubs, &process{containers: one, ready: "http://" + one.forward("9182") + "/readyz"})
		hubs = append(hubs, one.forward("8083"))
	}
	for _, one := range s.nats.containers.each() {
		brokersAt = append(brokersAt, "nats://"+one.forward("4222"))
	}
	for _, one := range s.store.containers.each() {
		s.stores = append(s.stores, &process{containers: one})
		reads, admins = append(reads, one.forward("9090")), append(admins, one.forward("9091"))
	}
	s.natsURL = strings.Join(brokersAt, ",")
	s.env = []string{
		"REVIEWS_STORE_ADDR=" + strings.Join(reads, ","),
		"REVIEWS_STORE_ADMIN_ADDR=" + strings.Join(admins, ","),
		"REVIEWS_STORE_ADMIN_TOKEN=" + adminToken,
		"REVIEWS_HUB_ADMIN_ADDR=" + strings.Join(hubs, ","),
		"REVIEWS_HUB_ADMIN_TOKEN=" + adminToken,
	}
	return s
}

// setting returns what the files read of the environment.
func (p *project) setting(name string) string {
	for _, pair := range slices.Backward(p.env) {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			return value
		}
	}
	return ""
}

// compose runs docker compose on the project and returns what it printed.
func (p *project) compose(t testing.TB, args ...string) string {
	t.Helper()
	out, err := p.run(t.Context(), args...)
	if err != nil {
		t.Fatalf("compose %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (p *project) run(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	all := []string{"compose", "--project-name", p.name, "--project-directory", "../.."}
	for file := range strings.SplitSeq(os.Getenv(composeVariable), ",") {
		all = append(all, "--file", filepath.Join("../..", file))
	}
	all = append(all, "--file", "compose.yml", "--file", p.hubs)
	command := exec.CommandContext(ctx, "docker", append(all, args...)...)
	command.Env = p.env
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	if err != nil {
		return stdout.String() + stderr.String(), err
	}
	return stdout.String(), nil
}

// process returns the containers of services, as one process that is killed
// and started as a whole.
func (p *project) process(t testing.TB, services ...string) *process {
	t.Helper()
	c := &containers{t: t, ids: strings.Fields(p.compose(t, append([]string{"ps", "--quiet"}, services...)...))}
	if len(c.ids) == 0 {
		t.Fatalf("there is no container of %v", services)
	}
	return &process{containers: c}
}

// containers are what a process runs in: each does the same.
type containers struct {
	t   testing.TB
	ids []string
}

// docker runs the command line of the engine on the containers, and returns a
// line of each.
func (c *containers) docker(args ...string) []string {
	c.t.Helper()
	out, err := exec.Command("docker", append(args, c.ids...)...).CombinedOutput()
	if err != nil {
		c.t.Fatalf("docker %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// each returns the containers one by one.
func (c *containers) each() []*containers {
	var all []*containers
	for _, id := range c.ids {
		all = append(all, &containers{t: c.t, ids: []string{id}})
	}
	return all
}

// forward returns an address that leads to a port of the one container, for
// the length of the test. The container may be started again, with another
// address of its own.
func (c *containers) forward(port string) string {
	c.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { l.Close() })
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return // at the end of the test
			}
			go c.join(from, port)
		}
	}()
	return l.Addr().String()
}

// join connects with the container and carries bytes until one end hangs up.
func (c *containers) join(from net.Conn, port string) {
	defer from.Close()
	out, err := exec.Command("docker", "inspect", "--format", "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}", c.ids[0]).Output()
	address, _, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if err != nil || address == "" {
		return // it does not run
	}
	to, err := net.DialTimeout("tcp", net.JoinHostPort(address, port), time.Second)
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		_, _ = io.Copy(to, from)
		_ = to.Close()
	}()
	_, _ = io.Copy(from, to)
}

// bridge returns the address of this machine that all containers reach.
func bridge() string {
	out, err := exec.Command("docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}").Output()
	if err != nil {
		panic(fmt.Errorf("docker network inspect: %w", err))
	}
	return strings.TrimSpace(string(out))
}

// signal ends the containers: the engine does not start again what was stopped
// by hand.
func (c *containers) signal(s syscall.Signal) {
	c.t.Helper()
	c.send(s)
	c.docker("wait")
}

// send sends a signal that does not end the containers.
func (c *containers) send(s syscall.Signal) {
	c.t.Helper()
	c.docker("kill", "--signal", strconv.Itoa(int(s)))
}

// start starts the containers again and waits until they are healthy.
func (c *containers) start() {
	c.t.Helper()
	c.docker("start")
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		states := c.docker("inspect", "--format", "{{.State.Health.Status}}")
		if !slices.ContainsFunc(states, func(state string) bool { return state != "healthy" }) {
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("the containers are %v", states)
		}
	}
}
