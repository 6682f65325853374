package acceptance

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// A hub that was told nothing calls public addresses only, however they are
// written down (H46).
func TestWebSubH46CallsPublicAddressesOnly(t *testing.T) {
	w := startWebSub(t, 1, callbacktest.Options{}, "REVIEWS_HUB_ALLOW_CIDRS=")
	arrived, ports := listenEverywhere(t)
	for _, port := range ports {
		for _, host := range []string{
			"127.0.0.1", "localhost", "LOCALHOST", "localhost.", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
			"[::127.0.0.1]", "[64:ff9b::7f00:1]", "[::]", "0.0.0.0", "127.0.0.1.", "127.1", "2130706433", "0x7f000001", "017700000001", "0",
			"127.255.255.254", "10.0.0.1", "169.254.169.254", "192.168.0.1", "172.16.0.1", "100.64.0.1", "168.63.129.16", "224.0.0.1",
			"[fe80::1]", "[fc00::1]", "[ff02::1]", "[2002:7f00:1::]", "localhost.localdomain",
		} {
			got := w.send(t, hubPath, formType, w.form(fmt.Sprintf("https://%s:%d/callback", host, port), atom).Encode())
			if got.status != http.StatusAccepted && got.status != http.StatusBadRequest {
				t.Errorf("%s: status %d, want 202 or 400", host, got.status)
			}
		}
	}
	time.Sleep(5 * moment)
	if n := arrived.Load(); n > 0 {
		t.Errorf("%d connections to this machine", n)
	}
	c := w.sink.Callback("")
	if got := w.send(t, hubPath, formType, w.form(c.URL, atom).Encode()); got.status == http.StatusAccepted {
		time.Sleep(2 * moment)
	}
	if len(c.Requests()) > 0 {
		t.Error("a callback on this machine was called")
	}
}

// listenEverywhere counts the connections to this machine.
func listenEverywhere(t *testing.T) (arrived *atomic.Int64, ports []int) {
	t.Helper()
	arrived = new(atomic.Int64)
	for _, address := range []string{"0.0.0.0:0", "[::1]:0"} {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Logf("%s: %v", address, err) // a machine without IPv6
			continue
		}
		t.Cleanup(func() { _ = l.Close() })
		_, port, _ := net.SplitHostPort(l.Addr().String())
		n, err := strconv.Atoi(port)
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, n)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				arrived.Add(1)
				_ = conn.Close()
			}
		}()
	}
	return arrived, ports
}

// One client can make a hub do so much and no more, and so can all clients
// about one host (H47). Callbacks where allow-cidrs lets them be are exempt, so
// these are elsewhere.
func TestWebSubH47Limits(t *testing.T) {
	const most, tries = 5, 20
	for name, limited := range map[string]struct {
		setting string
		host    string // of the n-th callback
	}{
		"requests of a client":    {setting: "REVIEWS_HUB_RATE", host: "n%d.nobody.invalid"},
		"verifications of a host": {setting: "REVIEWS_HUB_HOST_VERIFICATIONS", host: "nobody.invalid:%d"},
	} {
		t.Run(name, func(t *testing.T) {
			w := startWebSub(t, 1, callbacktest.Options{}, "REVIEWS_HUB_ALLOW_CIDRS=", limited.setting+"="+strconv.Itoa(most))
			statuses := map[int]int{}
			for n := range tries {
				callback := "https://" + fmt.Sprintf(limited.host, 2000+n) + "/callback"
				got := w.send(t, hubPath, formType, w.form(callback, atom).Encode())
				statuses[got.status]++
				if got.status == http.StatusTooManyRequests {
					wantRetryAfter(t, got)
				}
			}
			if accepted := statuses[http.StatusAccepted]; accepted < most || accepted > most+2 || accepted+statuses[http.StatusTooManyRequests] != tries {
				t.Errorf("statuses %v, want 202 %d times and then 429", statuses, most)
			}
			if limited.setting == "REVIEWS_HUB_HOST_VERIFICATIONS" {
				w.request(t, http.StatusAccepted, w.form("https://somebody.invalid/callback", atom)) // another host is not limited by it
			}
		})
	}
}

func wantRetryAfter(t *testing.T, got answer) {
	t.Helper()
	if seconds, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || seconds < 1 {
		t.Errorf("Retry-After: %q, want seconds", got.header.Get("Retry-After"))
	}
	if strings.TrimSpace(got.body) == "" {
		t.Error("no reason is given")
	}
}
