package acceptance

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// needsContainers skips what can be seen of containers only.
func needsContainers(t *testing.T) {
	t.Helper()
	if !inContainers() {
		t.Skip("the tests do not run over containers: make compose-test does")
	}
}

// maxImage is how large an image of ours may be, in bytes.
const maxImage = 30e6

// inspected is what the engine says of a container, as far as the test looks.
type inspected struct {
	Name       string
	Image      string
	Config     struct{ User string }
	HostConfig struct {
		ReadonlyRootfs bool
		CapDrop        []string
		SecurityOpt    []string
	}
	NetworkSettings struct {
		Ports map[string][]struct{ HostIP string }
	}
}

// Our containers can do little harm: they write to their volumes only, have no
// rights, are nobody, and hold nothing to run but the service. One port of all
// is published, to this machine.
func TestContainersAreClosed(t *testing.T) {
	needsContainers(t)
	s := startEmpty(t)
	var all []inspected
	for id := range strings.FieldsSeq(s.project.compose(t, "ps", "--all", "--quiet")) {
		var one []inspected
		text := strings.Join((&containers{t: t, ids: []string{id}}).docker("inspect"), "\n")
		if err := json.Unmarshal([]byte(text), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one...)
	}
	published := 0
	for _, c := range all {
		for _, bindings := range c.NetworkSettings.Ports {
			for _, b := range bindings {
				published++
				if b.HostIP != "127.0.0.1" {
					t.Errorf("%s is published at %s", c.Name, b.HostIP)
				}
			}
		}
		if !ours(c.Name) {
			continue
		}
		if !c.HostConfig.ReadonlyRootfs || !slices.Contains(c.HostConfig.CapDrop, "ALL") ||
			!slices.Contains(c.HostConfig.SecurityOpt, "no-new-privileges:true") || c.Config.User != "65532:65532" {
			t.Errorf("%s is open: %+v", c.Name, c)
		}
		size := (&containers{t: t, ids: []string{c.Image}}).docker("image", "inspect", "--format", "{{.Size}}")[0]
		if n, err := strconv.ParseFloat(size, 64); err != nil || n > maxImage {
			t.Errorf("the image of %s has %s bytes, want at most %.0f", c.Name, size, maxImage)
		}
	}
	if published != 1 {
		t.Errorf("%d ports are published, want that of the public origin", published)
	}
	if out, err := s.project.run(t.Context(), "exec", "-T", "store", "sh", "-c", "true"); err == nil {
		t.Errorf("there is a shell: %s", out)
	}
}

// ours reports whether a container is one of our services.
func ours(name string) bool {
	return slices.ContainsFunc([]string{"-store-", "-gateway-", "-mcp-", "-hub-"}, func(part string) bool { return strings.Contains(name, part) })
}

// What was published is there again after down and up, and nothing is filled
// in a second time.
func TestDataOutlivesTheContainers(t *testing.T) {
	needsContainers(t)
	s := start(t)
	s.importLines(t, `{"source":"google","source_id":"kept","rating":5,"date":"2026-01-01","text":"kept"}`)
	before := s.dataset(t)
	p := s.project
	p.env = append(p.env, "DEMO="+filepath.Join(root(t), "deploy/demo"))
	p.compose(t, "down")
	p.compose(t, "up", "--detach", "--wait", "--no-build")
	if out := p.compose(t, "logs", "--no-color", "init"); !strings.Contains(out, "nothing was done") {
		t.Errorf("init says\n%s", out)
	}
	s = p.stack(t)
	s.waitForRevision(t, before.Revision)
	if after := s.dataset(t); after.Revision != before.Revision || len(after.Reviews) != len(before.Reviews) {
		t.Errorf("%d reviews at revision %d, want %d at %d", len(after.Reviews), after.Revision, len(before.Reviews), before.Revision)
	}
}

// The operator's command, as the README has it.
func TestReviewctlInTheStack(t *testing.T) {
	needsContainers(t)
	s := start(t)
	out := s.project.compose(t, "run", "--rm", "-T", "reviewctl", "stats")
	if !regexp.MustCompile(`(?m)^reviews +206$`).MatchString(out) {
		t.Errorf("reviewctl stats says\n%s", out)
	}
}

// Whatever is cut off from the others, the public documents are served all the
// time, and everything follows without a hand when the network is whole again.
func TestPartitions(t *testing.T) {
	needsContainers(t)
	w := startWebSub(t, 1, callbacktest.Options{})
	c := w.sink.Callback("")
	w.subscribe(t, c, full)
	parts := map[string]*process{"nats": w.nats, "store": w.store}
	if sharesDatabase() {
		parts["postgres"] = w.project.process(t, "postgres")
	}
	for name, part := range parts {
		t.Run(name, func(t *testing.T) {
			network := w.project.name + "_back"
			for _, one := range part.containers.each() {
				one.leave(network)
			}
			for range 20 {
				w.get(t, "/reviews.json", http.StatusOK)
				time.Sleep(100 * time.Millisecond)
			}
			for _, one := range part.containers.each() {
				one.enter(network)
			}
			eventually(t, "changes are taken again", func() bool {
				out, err := w.tryReviewctl(t, fmt.Sprintf(`{"source":"websub","source_id":"mark","rating":5,"date":"%s","text":"%s%d."}`,
					time.Now().UTC().Format(time.DateOnly), changeMark, w.changes+1), "import", "-")
				if err != nil {
					return false
				}
				w.changes++
				w.waitForRevision(t, revisionIn(t, out))
				return true
			})
			eventually(t, "the change was pushed", func() bool { return c.Newest() == w.changes })
		})
	}
}

// eventually waits for what follows the end of a partition. A container that
// comes back may have another address, and connections to the old one are given
// up only when several questions whether it is there had no answer.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(3 * patience); !is(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not after %s: %s", 3*patience, what)
		}
	}
}

// leave takes the container off a network, and enter puts it back under its
// name.
func (c *containers) leave(network string) {
	c.t.Helper()
	c.docker("network", "disconnect", network)
}

func (c *containers) enter(network string) {
	c.t.Helper()
	service := c.docker("inspect", "--format", `{{index .Config.Labels "com.docker.compose.service"}}`)[0]
	c.docker("network", "connect", "--alias", service, network)
}

// Three hubs share the deliveries; when one is killed the others take over
// what was its.
func TestScaledHubs(t *testing.T) {
	needsContainers(t)
	w := startWebSub(t, 3, callbacktest.Options{})
	var subscribers []*callbacktest.Callback
	for range 60 {
		c := w.sink.Callback("")
		w.accept(t, c, full)
		subscribers = append(subscribers, c)
	}
	for _, c := range subscribers {
		w.until(t, "everybody has subscribed", func() bool { return w.active(t, c, full) })
	}
	w.change(t)
	w.allHaveTheNewest(t, subscribers)
	for _, hub := range w.hubs {
		if n := delivered(t, hub); n == 0 {
			t.Errorf("a hub of three delivered nothing of %d", len(subscribers))
		}
	}
	w.hubs[1].kill()
	w.change(t)
	w.allHaveTheNewest(t, subscribers)
}

func (w *websub) allHaveTheNewest(t testing.TB, subscribers []*callbacktest.Callback) {
	t.Helper()
	for _, c := range subscribers {
		w.until(t, "everybody has the newest", func() bool { return c.Newest() == w.changes })
	}
}

// delivered returns how many deliveries a hub counts.
func delivered(t testing.TB, hub *process) int {
	t.Helper()
	response, err := client.Get(strings.TrimSuffix(hub.ready, "/readyz") + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var text strings.Builder
	if err := response.Write(&text); err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, m := range regexp.MustCompile(`(?m)^reviews_hub_deliveries_total\{.*\} ([0-9.e+]+)\r?$`).FindAllStringSubmatch(text.String(), -1) {
		n, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	return int(total)
}

// Each of our containers is restarted in turn, as a new release would be rolled
// out. No request that goes through the edge fails, and no push is lost.
func TestContainersAreRestartedUnnoticed(t *testing.T) {
	needsContainers(t)
	if !sharesDatabase() {
		t.Skip("these containers have parts that are there once only")
	}
	w := startWebSub(t, 2, callbacktest.Options{})
	c := w.sink.Callback("")
	w.subscribe(t, c, full)
	a := w.agent(t)
	done := make(chan struct{})
	var load sync.WaitGroup
	for _, ask := range []func(){
		func() { w.get(t, "/reviews.json", http.StatusOK) },
		func() { w.get(t, "/api/reviews/search?rating=5", http.StatusOK) },
		func() { a.call(t, "get_business", map[string]any{}) },
	} {
		load.Go(func() {
			for !t.Failed() {
				select {
				case <-done:
					return
				case <-time.After(20 * time.Millisecond):
				}
				ask()
			}
		})
	}
	for _, p := range []*process{w.store, w.mcp, w.gateway} {
		for _, one := range p.containers.each() {
			one.signal(syscall.SIGTERM)
			one.start()
			time.Sleep(time.Second)
		}
	}
	for _, hub := range w.hubs {
		w.change(t)
		hub.signal(syscall.SIGTERM)
		hub.containers.start()
	}
	close(done)
	load.Wait()
	eventually(t, "the last change was pushed", func() bool { return c.Newest() == w.changes })
}

// Requests of one client reach every MCP server behind the name.
func TestScaledMCPServers(t *testing.T) {
	needsContainers(t)
	s := start(t)
	s.project.compose(t, "up", "--detach", "--wait", "--no-build", "--no-recreate", "--scale", "mcp=3", "mcp")
	servers := s.project.process(t, "mcp").containers.each()
	a := s.agent(t)
	deadline := time.Now().Add(patience)
	for _, server := range servers {
		for !strings.Contains(strings.Join(server.docker("logs"), "\n"), `"target":"get_business"`) {
			a.call(t, "get_business", map[string]any{})
			if time.Now().After(deadline) {
				t.Fatal("one of three servers is not asked")
			}
		}
	}
}

// One broker of three and one store of two die in the middle of imports and
// deliveries. Every import that was acknowledged is there, and every subscriber
// gets the last of it.
func TestPartsDieUnnoticed(t *testing.T) {
	needsContainers(t)
	if !sharesDatabase() {
		t.Skip("these containers have parts that are there once only")
	}
	w := startWebSub(t, 3, callbacktest.Options{})
	var subscribers []*callbacktest.Callback
	for range 30 {
		c := w.sink.Callback("").OnDelivery(callbacktest.After(50*time.Millisecond, callbacktest.Statuses(http.StatusNoContent)))
		w.subscribe(t, c, full)
		subscribers = append(subscribers, c)
	}
	done := make(chan struct{})
	var killing sync.WaitGroup
	killing.Go(func() {
		broker, store := w.nats.containers.each()[0], w.stores[0].containers
		for _, victim := range []*containers{broker, store, broker} {
			time.Sleep(500 * time.Millisecond)
			victim.signal(syscall.SIGKILL)
			time.Sleep(time.Second)
			victim.start()
		}
		close(done)
	})
	acknowledged := w.importUntil(t, done)
	killing.Wait()
	w.changes += int64(acknowledged) + 1
	last := w.commit(t, w.changes)
	w.allHaveTheNewest(t, subscribers)
	w.waitForRevision(t, last) // a gateway that has lost its broker asks the store every two seconds
	published := map[string]bool{}
	for _, r := range w.dataset(t).Reviews {
		if r.Text != nil {
			published[*r.Text] = true
		}
	}
	for n := range acknowledged {
		if text := fmt.Sprintf("acknowledged %d", n); !published[text] {
			t.Errorf("%q was acknowledged and is not published", text)
		}
	}
}

// importUntil imports one review after the other, each until it is
// acknowledged, and returns how many there are.
func (w *websub) importUntil(t testing.TB, done <-chan struct{}) int {
	for n := 0; ; n++ {
		select {
		case <-done:
			return n
		default:
		}
		w.until(t, "a change is taken", func() bool {
			_, err := w.tryReviewctl(t, fmt.Sprintf(`{"source":"parts","source_id":"%d","rating":5,"date":"2026-01-01","text":"acknowledged %d"}`, n, n), "import", "-")
			return err == nil
		})
	}
}
