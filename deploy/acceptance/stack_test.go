package acceptance

import (
	"cmp"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
)

// patience is how long the tests wait for what must come about, but not at
// once: the disk of a busy machine may take seconds for one commit.
const patience = 30 * time.Second

// stack is one whole system of processes on loopback, with the demo business
// in it.
type stack struct {
	baseURL, natsURL     string
	nats, store, gateway *process
	mcp                  *process
	stores               []*process // store is the first
	hubs                 []*process
	hubURLs              []string // of hubs
	env                  []string // of reviewctl
	token                string   // of the operator, if there is one
	project              *project // of the containers, if it is made of them
}

// system is which processes a stack has beside NATS, the MCP server and the
// gateway.
type system struct {
	database string
	stores   int
	hubs     int
	hubEnv   []string // settings of the hubs
}

// start runs a stack for the length of the test.
func start(t testing.TB) *stack {
	t.Helper()
	s := startEmpty(t)
	s.fill(t)
	return s
}

// fill imports the demo business.
func (s *stack) fill(t testing.TB) {
	t.Helper()
	s.reviewctl(t, "business", "apply", filepath.Join(root(t), "deploy/demo/profile.yaml"))
	s.waitForRevision(t, s.importFile(t, filepath.Join(root(t), "deploy/demo/reviews.jsonl")))
}

// startEmpty runs a stack without a business and reviews, on SQLite.
func startEmpty(t testing.TB) *stack {
	t.Helper()
	return startOn(t, sqlite(t), 1)
}

// sqlite returns the address of a new database.
func sqlite(t testing.TB) string {
	t.Helper()
	return "sqlite:" + filepath.Join(t.TempDir(), "reviews.db")
}

// startOn runs an empty stack with some stores on a database.
func startOn(t testing.TB, database string, stores int) *stack {
	t.Helper()
	return startSystem(t, system{database: database, stores: stores})
}

// startSystem runs an empty stack.
func startSystem(t testing.TB, want system) *stack {
	t.Helper()
	if inContainers() {
		return startContainers(t, want)
	}
	public, ops := servicetest.FreeAddress(t), servicetest.FreeAddress(t)
	s := &stack{baseURL: "http://" + public}
	s.startNATS(t)
	shared := []string{"REVIEWS_NATS_URL=" + s.natsURL, "REVIEWS_BASE_URL=" + s.baseURL, "REVIEWS_STORE_DATABASE_URL=" + want.database}
	s.startStores(t, want.stores, shared)
	shared = append(shared, s.env...)
	for range want.hubs {
		s.startHub(t, slices.Concat(shared, want.hubEnv))
	}
	s.gateway = run(t, filepath.Join(binaries(t), "gateway"), slices.Concat(shared, []string{
		"REVIEWS_GATEWAY_LISTEN=" + public,
		"REVIEWS_GATEWAY_MCP_URL=" + s.startMCP(t, shared),
		"REVIEWS_GATEWAY_HUB_URL=" + cmp.Or(strings.Join(s.hubURLs, ","), "http://127.0.0.1:1"),
		"REVIEWS_GATEWAY_OPS_LISTEN=" + ops,
		"REVIEWS_GATEWAY_RATE=0",
	}), "http://"+ops+"/readyz")
	return s
}

// startNATS runs the broker.
func (s *stack) startNATS(t testing.TB) {
	t.Helper()
	address, monitor := servicetest.FreeAddress(t), servicetest.FreeAddress(t)
	s.natsURL = "nats://" + address
	host, port, _ := net.SplitHostPort(address)
	_, monitorPort, _ := net.SplitHostPort(monitor)
	config := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(config, []byte("jetstream { sync_interval: always }"), 0o600); err != nil { // as make run does
		t.Fatal(err)
	}
	s.nats = run(t, filepath.Join(binaries(t), "nats-server"), nil, "http://"+monitor+"/healthz",
		"-c", config, "-a", host, "-p", port, "-m", monitorPort, "-js", "-sd", filepath.Join(t.TempDir(), "nats"))
}

// startStores runs stores and notes where the others find them.
func (s *stack) startStores(t testing.TB, n int, shared []string) {
	t.Helper()
	var reads, admins []string
	for range n {
		read, admin, ops := servicetest.FreeAddress(t), servicetest.FreeAddress(t), servicetest.FreeAddress(t)
		reads, admins = append(reads, read), append(admins, admin)
		s.stores = append(s.stores, run(t, filepath.Join(binaries(t), "store"), slices.Concat(shared, []string{
			"REVIEWS_STORE_LISTEN=" + read,
			"REVIEWS_STORE_ADMIN_LISTEN=" + admin,
			"REVIEWS_STORE_OPS_LISTEN=" + ops,
		}), "http://"+ops+"/readyz"))
	}
	s.store = s.stores[0]
	s.env = []string{"REVIEWS_STORE_ADDR=" + strings.Join(reads, ","), "REVIEWS_STORE_ADMIN_ADDR=" + strings.Join(admins, ",")}
}

// startHub runs a hub.
func (s *stack) startHub(t testing.TB, shared []string) {
	t.Helper()
	listen, admin, ops := servicetest.FreeAddress(t), servicetest.FreeAddress(t), servicetest.FreeAddress(t)
	s.hubs = append(s.hubs, run(t, filepath.Join(binaries(t), "hub"), append(slices.Clone(shared),
		"REVIEWS_HUB_LISTEN="+listen,
		"REVIEWS_HUB_ADMIN_LISTEN="+admin,
		"REVIEWS_HUB_OPS_LISTEN="+ops), "http://"+ops+"/readyz"))
	s.hubURLs = append(s.hubURLs, "http://"+listen)
	s.env = append(s.env, "REVIEWS_HUB_ADMIN_ADDR="+admin)
}

// startMCP runs an MCP server and returns its origin.
func (s *stack) startMCP(t testing.TB, shared []string) string {
	t.Helper()
	listen, ops := servicetest.FreeAddress(t), servicetest.FreeAddress(t)
	s.mcp = run(t, filepath.Join(binaries(t), "mcp"), append(slices.Clone(shared),
		"REVIEWS_MCP_LISTEN="+listen,
		"REVIEWS_MCP_OPS_LISTEN="+ops,
		"REVIEWS_MCP_RATE=0"), "http://"+ops+"/readyz")
	return "http://" + listen
}

// reviewctl runs the operator's command and returns what it printed.
func (s *stack) reviewctl(t testing.TB, args ...string) string {
	t.Helper()
	out, err := s.tryReviewctl(t, "", args...)
	if err != nil {
		t.Fatalf("reviewctl %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// tryReviewctl runs the operator's command, which may fail.
func (s *stack) tryReviewctl(t testing.TB, stdin string, args ...string) (string, error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), filepath.Join(binaries(t), "reviewctl"), args...)
	command.Env = append(os.Environ(), s.env...)
	command.Stdin = strings.NewReader(stdin)
	out, err := command.CombinedOutput()
	return string(out), err
}

// importFile imports a file and returns the revision after it.
func (s *stack) importFile(t testing.TB, file string) uint64 {
	t.Helper()
	return revisionIn(t, s.reviewctl(t, "import", file))
}

// importLines imports JSON Lines and waits until they are visible.
func (s *stack) importLines(t testing.TB, lines ...string) {
	t.Helper()
	out, err := s.tryReviewctl(t, strings.Join(lines, "\n"), "import", "-")
	if err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	s.waitForRevision(t, revisionIn(t, out))
}

// remove removes reviews and returns the revision after it.
func (s *stack) remove(t testing.TB, ids ...string) uint64 {
	t.Helper()
	return revisionIn(t, s.reviewctl(t, append([]string{"remove"}, ids...)...))
}

var revisionForm = regexp.MustCompile(`revision (\d+)`)

// revisionIn finds the last revision that reviewctl printed.
func revisionIn(t testing.TB, out string) uint64 {
	t.Helper()
	found := revisionForm.FindAllStringSubmatch(out, -1)
	if found == nil {
		t.Fatalf("no revision in %q", out)
	}
	revision, err := strconv.ParseUint(found[len(found)-1][1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return revision
}

// turns returns how many answers must be right to know that all replicas give
// them: one after the other answers, though not always in the same order.
func (s *stack) turns() int {
	if s.project != nil && sharesDatabase() {
		return 6
	}
	return 1
}

// callbackHost returns the address at which hubs reach the subscribers of the
// tests.
func callbackHost() string {
	if inContainers() {
		return bridge()
	}
	return "127.0.0.1"
}
