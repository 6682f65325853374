package proxy

import (
	"context"
	"errors"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// names is a name service whose answers can be changed.
type names struct {
	addresses []string
	err       error
	asked     int
}

func (n *names) lookup(context.Context, string) ([]string, error) {
	n.asked++
	return n.addresses, n.err
}

func origins(t *testing.T, texts ...string) []*url.URL {
	t.Helper()
	var out []*url.URL
	for _, text := range texts {
		u, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, u)
	}
	return out
}

// turns returns where the next requests go.
func turns(ctx context.Context, r *replicas, n int) map[string]int {
	got := map[string]int{}
	for range n {
		to := r.next(ctx)
		got[to.url.String()+" as "+to.name]++
	}
	return got
}

func TestNameOfSeveralReplicas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dns := &names{addresses: []string{"10.0.0.1", "10.0.0.2"}}
		r := newReplicas(origins(t, "http://mcp:8081"), dns.lookup)
		check := func(want map[string]int) {
			t.Helper()
			if diff := cmp.Diff(want, turns(t.Context(), r, 12)); diff != "" {
				t.Errorf("requests (-want +got)\n%s", diff)
			}
		}
		check(map[string]int{"http://10.0.0.1:8081 as mcp:8081": 6, "http://10.0.0.2:8081 as mcp:8081": 6})
		if dns.asked != 1 {
			t.Errorf("the name was looked up %d times, want once", dns.asked)
		}

		dns.addresses = []string{"10.0.0.2", "10.0.0.3", "fd00::4"}
		time.Sleep(believed)
		check(map[string]int{
			"http://10.0.0.2:8081 as mcp:8081":  4,
			"http://10.0.0.3:8081 as mcp:8081":  4,
			"http://[fd00::4]:8081 as mcp:8081": 4,
		})

		dns.addresses, dns.err = nil, errors.New("no answer")
		time.Sleep(believed)
		check(map[string]int{
			"http://10.0.0.2:8081 as mcp:8081":  4,
			"http://10.0.0.3:8081 as mcp:8081":  4,
			"http://[fd00::4]:8081 as mcp:8081": 4,
		})
	})
}

// Addresses need no look at the name service, and a server with a certificate
// keeps its name.
func TestOriginsThatStandForThemselves(t *testing.T) {
	t.Parallel()
	dns := &names{err: errors.New("not to be asked")}
	r := newReplicas(origins(t, "http://127.0.0.1:8081", "https://mcp.example.com"), dns.lookup)
	want := map[string]int{"http://127.0.0.1:8081 as 127.0.0.1:8081": 2, "https://mcp.example.com as mcp.example.com": 2}
	if diff := cmp.Diff(want, turns(t.Context(), r, 4)); diff != "" || dns.asked != 0 {
		t.Errorf("asked %d times, requests (-want +got)\n%s", dns.asked, diff)
	}
}

// While one request waits for the name service, the others go on with what is
// known.
func TestNobodyWaitsForTheNameService(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan struct{})
		r := newReplicas(origins(t, "http://mcp"), func(context.Context, string) ([]string, error) {
			<-answer
			return []string{"10.0.0.1"}, nil
		})
		go r.next(t.Context())
		synctest.Wait()
		if to := r.next(t.Context()); to.url.Host != "mcp" {
			t.Errorf("the second request goes to %s, want the name", to.url.Host)
		}
		close(answer)
		synctest.Wait()
		if to := r.next(t.Context()); to.url.Host != "10.0.0.1:80" {
			t.Errorf("the third request goes to %s, want the address", to.url.Host)
		}
	})
}
