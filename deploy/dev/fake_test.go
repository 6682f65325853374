package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// faults is the variable that makes fakes misbehave: name:fault, separated by
// commas. The faults are exit (at once), mute (never ready) and deaf (to
// SIGTERM).
const faults = "FAKE_FAULTS"

// TestMain lets the test binary be every program of the system: under the name
// dev the supervisor itself, under the others a fake that listens where the
// real one would.
func TestMain(m *testing.M) {
	switch name := filepath.Base(os.Args[0]); name {
	case "dev":
		main()
	case "reviewctl":
		os.Exit(fakeReviewctl())
	case "nats-server", "store", "mcp", "hub", gateway:
		os.Exit(fakeService(name))
	default:
		os.Exit(m.Run())
	}
}

// hasFault tells whether the fake called name must misbehave.
func hasFault(name, fault string) bool {
	return slices.Contains(strings.Split(os.Getenv(faults), ","), name+":"+fault)
}

// imported is the file by which the fakes of reviewctl and the gateway agree
// on whether there are reviews.
func imported() string { return filepath.Join(os.Getenv(dataDir), "fake-reviews") }

func fakeReviewctl() int {
	fmt.Fprintf(os.Stdout, "got %s for %s\n", strings.Join(os.Args[1:], " "), os.Getenv("REVIEWS_STORE_ADMIN_ADDR"))
	if hasFault("reviewctl", "exit") {
		return 3
	}
	if os.Args[1] == "import" {
		if err := os.WriteFile(imported(), nil, 0o600); err != nil {
			return 1
		}
	}
	return 0
}

func fakeService(name string) int {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	fmt.Fprintln(os.Stdout, "started")
	if hasFault(name, "exit") {
		return 3
	}
	handler := fakeHandler()
	if hasFault(name, "mute") {
		handler = http.NotFoundHandler()
	}
	for _, address := range fakeAddresses(name) {
		l, err := net.Listen("tcp", address)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		go func() { _ = http.Serve(l, handler) }()
	}
	<-stop
	fmt.Fprint(os.Stdout, "told to stop") // without an end of the line
	if hasFault(name, "deaf") {
		fmt.Fprintln(os.Stdout)
		select {}
	}
	return 0
}

// fakeAddresses reads where to listen as the real programs do.
func fakeAddresses(name string) []string {
	if name == "nats-server" {
		flag := func(name string) string { return os.Args[slices.Index(os.Args, name)+1] }
		return []string{net.JoinHostPort(flag("-a"), flag("-p")), net.JoinHostPort(flag("-a"), flag("-m"))}
	}
	var addresses []string
	for _, p := range programs() {
		for _, l := range p.listeners {
			if p.name == name {
				addresses = append(addresses, os.Getenv(l.variable))
			}
		}
	}
	return addresses
}

func fakeHandler() http.Handler {
	mux := http.NewServeMux()
	alive := func(http.ResponseWriter, *http.Request) {}
	mux.HandleFunc("/healthz", alive)
	mux.HandleFunc("/readyz", alive)
	mux.HandleFunc("/crash", func(http.ResponseWriter, *http.Request) { os.Exit(7) })
	mux.HandleFunc("/environment", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, strings.Join(os.Environ(), "\n"))
	})
	mux.HandleFunc("/reviews.json", func(w http.ResponseWriter, _ *http.Request) {
		if _, err := os.Stat(imported()); err == nil {
			fmt.Fprintln(w, `{"revision":2,"reviews":[{},{}]}`)
			return
		}
		fmt.Fprintln(w, `{"revision":0,"reviews":[]}`)
	})
	return mux
}
