package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
	"github.com/reviewdata/reviewdata/pkg/testkit/webtest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// replica is a running hub.
type replica struct {
	t               testing.TB
	url, admin, ops string
	log             *servicetest.Log
	stop            func() error // ends the process and returns how it ended
}

// start runs a replica with the given settings, name and value in turn, until
// the test ends. It returns when the replica listens.
func start(t testing.TB, settings ...string) *replica {
	t.Helper()
	listen, admin, ops := servicetest.FreeAddress(t), servicetest.FreeAddress(t), servicetest.FreeAddress(t)
	env := map[string]string{
		"REVIEWS_HUB_LISTEN":       listen,
		"REVIEWS_HUB_ADMIN_LISTEN": admin,
		"REVIEWS_HUB_OPS_LISTEN":   ops,
		"REVIEWS_NATS_URL":         "nats://" + servicetest.FreeAddress(t), // nobody is there
		"REVIEWS_STORE_ADDR":       servicetest.FreeAddress(t),             // nor there
		"REVIEWS_HUB_DRAIN":        "2s",
	}
	for i := 0; i < len(settings); i += 2 {
		env[settings[i]] = settings[i+1]
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	r := &replica{t: t, url: "http://" + listen, admin: "http://" + admin, ops: "http://" + ops, log: &servicetest.Log{}}
	r.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	go func() { ended <- run(ctx, nil, func(name string) string { return env[name] }, r.log) }()
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("the replica ended with %v", err)
		}
		if t.Failed() {
			t.Logf("log of the replica:\n%.5000s", r.log)
		}
	})
	r.await("the replica listens", "/livez")
	return r
}

// await waits until a path of the ops address answers 200.
func (r *replica) await(what, path string) {
	r.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		res, err := http.Get(r.ops + path)
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if res.StatusCode == http.StatusOK {
			return
		}
	}
	r.t.Fatalf("not so after half a minute: %s", what)
}

// startWith runs a replica with a store and a broker.
func startWith(t testing.TB, settings ...string) *replica {
	t.Helper()
	broker := natstest.Start(t)
	store := storetest.Start(t, storetest.Options{NATSURL: broker.URL()})
	store.FillSample()
	r := start(t, append([]string{"REVIEWS_STORE_ADDR", store.Addr(), "REVIEWS_NATS_URL", broker.URL()}, settings...)...)
	r.await("the replica is ready", "/readyz")
	return r
}

// The scripts in testdata say what the hub answers to forms, right ones and
// wrong ones. Nobody is at the callbacks: names of .invalid lead nowhere.
func TestScripts(t *testing.T) {
	t.Parallel()
	r := startWith(t, "REVIEWS_HUB_HOST_SUBSCRIPTIONS", "0", "REVIEWS_HUB_RATE", "0")
	webtest.Run(t, r.url, "testdata/*.txt", "big=x="+strings.Repeat("y", 16<<10))
}

// The operator's port wants the token.
func TestOperatorWantsToken(t *testing.T) {
	t.Parallel()
	r := startWith(t, "REVIEWS_HUB_ADMIN_TOKEN", "secret")
	for token, want := range map[string]int{"": http.StatusUnauthorized, "Bearer wrong": http.StatusUnauthorized, "Bearer secret": http.StatusOK} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.admin+"/subscriptions", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("with %q: status %d, want %d", token, res.StatusCode, want)
		}
	}
}

// Without store and broker the hub runs, says that it cannot work, and keeps
// nobody waiting.
func TestAlone(t *testing.T) {
	t.Parallel()
	r := start(t)
	res, err := http.PostForm(r.url+"/api/websub/hub", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q", res.StatusCode, res.Header.Get("Retry-After"))
	}
	ready, err := http.Get(r.ops + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	_ = ready.Body.Close()
	if ready.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("ready: status %d", ready.StatusCode)
	}
}
