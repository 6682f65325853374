package main

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestSystem(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.start(t)
	s.await(t, "/llms.txt")
	_, port, _ := net.SplitHostPort(s.addresses["REVIEWS_GATEWAY_LISTEN"])
	origin := "http://localhost:" + port
	s.inOrder(t,
		"nats-server | started\n", "store       | started\n", "mcp         | started\n", "hub         | started\n", "gateway     | started\n",
		"dev         | the store is empty",
		"reviewctl   | got business apply demo/profile.yaml for "+s.addresses["REVIEWS_STORE_ADMIN_LISTEN"]+"\n",
		"reviewctl   | got import demo/reviews.jsonl for ",
		"dev         | ready after ", origin+"/reviews.json\n", origin+"/api/reviews/search?rating=5\n",
	)
	environment, err := s.fetch(t, "REVIEWS_GATEWAY_LISTEN", "/environment")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"REVIEWS_TEST=reaches the services",
		dataDir + "=" + s.data,
		"REVIEWS_BASE_URL=" + origin,
		"REVIEWS_NATS_URL=nats://" + s.addresses["REVIEWS_NATS_URL"],
		"REVIEWS_STORE_ADDR=" + s.addresses["REVIEWS_STORE_LISTEN"],
		"REVIEWS_STORE_ADMIN_ADDR=" + s.addresses["REVIEWS_STORE_ADMIN_LISTEN"],
		"REVIEWS_GATEWAY_MCP_URL=http://" + s.addresses["REVIEWS_MCP_LISTEN"],
		"REVIEWS_GATEWAY_HUB_URL=http://" + s.addresses["REVIEWS_HUB_LISTEN"],
	} {
		if !strings.Contains(environment, want+"\n") {
			t.Errorf("the gateway's environment lacks %s", want)
		}
	}
	s.signal(t, syscall.SIGINT)
	s.wait(t, 0)
	s.inOrder(t,
		"ready after", "dev         | stopping\n",
		"gateway     | told to stop\n", "hub         | told to stop\n", "mcp         | told to stop\n", "store       | told to stop\n", "nats-server | told to stop\n",
	)
	if strings.Contains(s.out.String(), "starts again") {
		t.Error("a stopped process was started again")
	}

	s.start(t)
	s.await(t, "/llms.txt")
	if strings.Contains(s.out.String(), "the store is empty") {
		t.Error("the second start imports again")
	}
	s.signal(t, syscall.SIGTERM)
	s.wait(t, 0)
}

func TestInterruptedImportIsMadeGood(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	healthy := s.env
	s.env = append(healthy, faults+"=reviewctl:exit")
	s.start(t)
	s.wait(t, 1)
	s.inOrder(t, "got business apply", "nats-server | told to stop", "dev: reviewctl business: exit status 3\n")
	if err := os.WriteFile(filepath.Join(s.data, "fake-reviews"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []bool{true, false} {
		s.env = healthy
		s.start(t)
		s.await(t, "/llms.txt")
		if got := strings.Contains(s.out.String(), "got import"); got != want {
			t.Errorf("imported = %t, want %t", got, want)
		}
		s.signal(t, syscall.SIGINT)
		s.wait(t, 0)
	}
}

func TestCrashedProcessStartsAgain(t *testing.T) {
	t.Parallel()
	s := prepare(t, "-demo", "")
	s.start(t)
	s.await(t, "/llms.txt")
	for _, pause := range []string{"200ms", "400ms"} {
		if _, err := s.fetch(t, "REVIEWS_GATEWAY_LISTEN", "/crash"); err == nil {
			t.Fatal("the fake did not crash")
		}
		s.await(t, "dev         | gateway ended (exit status 7), starts again in "+pause+"\n")
		begin := time.Now()
		for {
			if _, err := s.fetch(t, "REVIEWS_GATEWAY_OPS_LISTEN", "/readyz"); err == nil {
				break
			}
			if time.Since(begin) > patience {
				t.Fatal("the gateway does not come back")
			}
		}
	}
	s.signal(t, syscall.SIGINT)
	s.wait(t, 0)
}

func TestTakenPort(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	address := s.addresses["REVIEWS_STORE_OPS_LISTEN"]
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	s.start(t)
	<-s.ended
	_ = l.Close()
	s.ended <- nil
	s.wait(t, 1)
	want := "dev: store: another process listens on " + address + "; stop it, set REVIEWS_STORE_OPS_LISTEN, or use -port-offset\n"
	if got := s.out.String(); got != want {
		t.Errorf("output = %q, want %q", got, want)
	}
}

func TestProcessThatEndsBeforeItIsReady(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.env = append(s.env, faults+"=store:exit")
	s.start(t)
	s.wait(t, 1)
	s.inOrder(t, "store       | started\n", "nats-server | told to stop\n", "dev: store ended before it was ready (exit status 3); its last lines say why\n")
	if strings.Contains(s.out.String(), "gateway ") {
		t.Error("the gateway was started without a store")
	}
	if strings.Contains(s.out.String(), "starts again") {
		t.Error("what cannot start was started again")
	}
}

func TestMissingBinary(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	if err := os.Remove(filepath.Join(filepath.Dir(s.args[0]), "store")); err != nil {
		t.Fatal(err)
	}
	s.start(t)
	s.wait(t, 1)
	s.inOrder(t, "nats-server | told to stop\n", "dev: store: fork/exec ")
}

func TestSecondSignalKills(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.env = append(s.env, faults+"=gateway:deaf")
	s.start(t)
	s.await(t, "/llms.txt")
	s.signal(t, syscall.SIGINT)
	s.await(t, "gateway     | told to stop")
	s.signal(t, syscall.SIGINT)
	s.wait(t, 1)
	s.inOrder(t, "dev: killed\n")
}

func TestSignalDuringTheStart(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.env = append(s.env, faults+"=store:mute")
	s.start(t)
	s.await(t, "store       | started")
	s.signal(t, syscall.SIGTERM)
	s.wait(t, 0)
	s.inOrder(t, "store       | told to stop\n", "nats-server | told to stop\n")
}

func TestScale(t *testing.T) {
	t.Parallel()
	s := prepare(t, "-scale", "gateway=2")
	s.start(t)
	s.await(t, "/llms.txt")
	s.inOrder(t, "gateway.2   | started\n")
	host, port, _ := net.SplitHostPort(s.addresses["REVIEWS_GATEWAY_OPS_LISTEN"])
	n, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	s.addresses["the second gateway"] = net.JoinHostPort(host, strconv.Itoa(n+replicaStride))
	if _, err := s.fetch(t, "the second gateway", "/readyz"); err != nil {
		t.Error(err)
	}
	s.signal(t, syscall.SIGINT)
	s.wait(t, 0)
}

func TestDataInUse(t *testing.T) {
	t.Parallel()
	first, second := prepare(t), prepare(t)
	first.start(t)
	first.await(t, "/llms.txt")
	second.env = append(second.env, dataDir+"="+first.data)
	second.start(t)
	second.wait(t, 1)
	second.inOrder(t, "dev: another system runs on the data in "+first.data+"; stop it or set "+dataDir+"\n")
	first.signal(t, syscall.SIGINT)
	first.wait(t, 0)
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-h"}, 0, "-port-offset number"},
		{[]string{"-nope"}, 2, "flag provided but not defined: -nope"},
		{[]string{"extra"}, 2, `dev: "extra" is not a flag`},
		{[]string{"-scale", "stroe=2"}, 2, "dev: -scale stroe: there is no such service"},
	} {
		s := prepare(t, tt.args...)
		s.start(t)
		s.wait(t, tt.code)
		if !strings.Contains(s.out.String(), tt.want) {
			t.Errorf("%q prints %s, want %q", tt.args, s.out, tt.want)
		}
	}
}
