package acceptance

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/procfs"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// fanOut is a system with many subscribers of one topic, whose content has
// about 10 kB.
type fanOut struct {
	*websub
	subscribers []*callbacktest.Callback
}

// benchSecret signs the deliveries of all, and those of the loop they are
// compared with.
const benchSecret = "the secret of the benchmark"

// newFanOut starts a system with some hubs and lets n callbacks subscribe.
func newFanOut(b *testing.B, hubs, n int, env ...string) *fanOut {
	b.Helper()
	o := callbacktest.Options{Sites: 16, Version: changeIn, Forget: true}
	w := &websub{sink: callbacktest.Start(b, o)}
	w.settings = append(append(hubSettings(w.sink), "REVIEWS_HUB_DEBOUNCE="), env...) // as shipped: others have done their part by then
	w.stack = startSystem(b, system{database: sqlite(b), stores: 1, hubs: hubs, hubEnv: w.settings})
	w.dial(b)
	w.reviewctl(b, "business", "apply", filepath.Join(root(b), "deploy/demo/profile.yaml"))
	var lines []string
	for i := range 12 {
		lines = append(lines, fmt.Sprintf(`{"source":"google","source_id":"bench-%d","rating":5,"date":"2026-01-01","text":"%s"}`, i, strings.Repeat("word ", 100)))
	}
	w.importLines(b, lines...)
	f := &fanOut{websub: w}
	f.join(b, n)
	return f
}

// join lets callbacks subscribe, many at once.
func (f *fanOut) join(b *testing.B, n int) {
	b.Helper()
	const atOnce = 32
	fresh := make(chan *callbacktest.Callback)
	var joining sync.WaitGroup
	for range atOnce {
		joining.Go(func() {
			for c := range fresh {
				f.accept(b, c, feed, "hub.secret", benchSecret)
				f.until(b, "the subscription is active", func() bool { return f.active(b, c, feed) })
			}
		})
	}
	for range n {
		c := f.sink.Callback("")
		f.subscribers = append(f.subscribers, c)
		fresh <- c
	}
	close(fresh)
	joining.Wait()
}

// round is how one content reached its subscribers.
type round struct {
	took     []time.Duration // from the commit, in order
	first    time.Time
	last     time.Time
	received int
	cpu      float64 // seconds of the processor that subscribers, hubs and broker used
}

// rate returns how many deliveries arrived in a second, between the first and
// the last.
func (r round) rate() float64 { return float64(r.received) / r.last.Sub(r.first).Seconds() }

// push makes a change and waits until all of the subscribers have it.
func (f *fanOut) push(b *testing.B, subscribers []*callbacktest.Callback) round {
	b.Helper()
	begin, before := time.Now(), f.cpu(b)
	n := f.change(b)
	for _, c := range subscribers {
		for c.Newest() != n {
			if time.Since(begin) > 2*patience {
				b.Fatal("the change does not arrive")
			}
			time.Sleep(time.Millisecond)
		}
	}
	r := arrivals(subscribers, begin)
	r.cpu = f.cpu(b) - before
	return r
}

// cpu returns how much of the processor was used so far, as far as it takes
// part in deliveries. Unlike time, it does not depend much on what else a
// machine does.
func (f *fanOut) cpu(b *testing.B) float64 {
	b.Helper()
	sum := 0.0
	pids := []int{os.Getpid(), f.nats.cmd.Process.Pid}
	for _, hub := range f.hubs {
		pids = append(pids, hub.cmd.Process.Pid)
	}
	for _, pid := range pids {
		p, err := procfs.NewProc(pid)
		if err != nil {
			b.Skip(err) // not on Linux
		}
		stat, err := p.Stat()
		if err != nil {
			b.Fatal(err)
		}
		sum += stat.CPUTime()
	}
	return sum
}

// arrivals looks at the last delivery of each subscriber.
func arrivals(subscribers []*callbacktest.Callback, begin time.Time) round {
	var r round
	for _, c := range subscribers {
		got := c.Deliveries()
		at := got[len(got)-1].At
		r.took = append(r.took, at.Sub(begin))
		if r.received++; r.first.IsZero() || at.Before(r.first) {
			r.first = at
		}
		if at.After(r.last) {
			r.last = at
		}
	}
	slices.Sort(r.took)
	return r
}

// bareLoop posts the same bodies to the same callbacks, without remembering
// anything.
func (f *fanOut) bareLoop(b *testing.B) round {
	b.Helper()
	response, body := f.get(b, feed, http.StatusOK)
	header := http.Header{"Content-Type": response.Header["Content-Type"], "Link": response.Header["Link"]}
	const workers = 64
	poster := f.poster(b, workers)
	defer poster.CloseIdleConnections()
	var begin time.Time
	var before float64
	for range 2 { // the first time for the connections
		begin, before = time.Now(), f.cpu(b)
		targets := make(chan *callbacktest.Callback)
		var posting sync.WaitGroup
		for range workers {
			posting.Go(func() {
				for c := range targets {
					post(b, poster, c.URL, header, body)
				}
			})
		}
		for _, c := range f.subscribers {
			targets <- c
		}
		close(targets)
		posting.Wait()
	}
	r := arrivals(f.subscribers, begin)
	r.cpu = f.cpu(b) - before
	return r
}

// poster returns a client that trusts the sink.
func (f *fanOut) poster(b *testing.B, connections int) *http.Client {
	b.Helper()
	certificate, err := os.ReadFile(f.sink.CAFile())
	if err != nil {
		b.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(certificate)
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, MaxIdleConnsPerHost: connections}}
}

func post(b *testing.B, poster *http.Client, callback string, header http.Header, body []byte) {
	request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, callback, bytes.NewReader(body))
	if err != nil {
		b.Error(err)
		return
	}
	request.Header = header.Clone()
	request.Header.Set("X-Hub-Signature", callbacktest.Sign(benchSecret, body))
	response, err := poster.Do(request)
	if err != nil {
		b.Error(err)
		return
	}
	_, _ = io.Copy(io.Discard, response.Body)
	response.Body.Close()
}

// How fast a content of 10 kB reaches 1,000 subscribers, by one hub and by
// more, beside a loop that posts the same and remembers nothing.
func BenchmarkWebSubFanOut1000(b *testing.B) {
	for _, hubs := range []int{1, 2, 3} {
		b.Run(fmt.Sprintf("hubs=%d", hubs), func(b *testing.B) {
			f := newFanOut(b, hubs, 1000)
			f.push(b, f.subscribers) // for the connections
			var rates, bare, ratios, last []float64
			var used, usedBare float64
			for b.Loop() {
				r, loop := f.push(b, f.subscribers), f.bareLoop(b)
				rates, bare, ratios = append(rates, r.rate()), append(bare, loop.rate()), append(ratios, r.rate()/loop.rate())
				last = append(last, r.took[len(r.took)-1].Seconds()*1000)
				used, usedBare = used+r.cpu, usedBare+loop.cpu
			}
			b.ReportMetric(median(rates), "deliveries/s")
			b.ReportMetric(median(bare), "bare-loop/s")
			b.ReportMetric(median(ratios), "ratio")
			b.ReportMetric(usedBare/used, "cpu-ratio")
			b.ReportMetric(median(last), "ms-commit-to-last")
		})
	}
}

// How more hubs do more where it is the subscribers that take their time: each
// answers after 100 ms, and a hub has 32 deliveries on its way at most.
func BenchmarkWebSubReplicas(b *testing.B) {
	for _, hubs := range []int{1, 2, 3} {
		b.Run(fmt.Sprintf("hubs=%d", hubs), func(b *testing.B) {
			f := newFanOut(b, hubs, 1000, "REVIEWS_HUB_CONCURRENCY=32")
			for _, c := range f.subscribers {
				c.OnDelivery(callbacktest.After(100*time.Millisecond, callbacktest.Statuses(http.StatusNoContent)))
			}
			var rates []float64
			for b.Loop() {
				rates = append(rates, f.push(b, f.subscribers).rate())
			}
			b.ReportMetric(median(rates), "deliveries/s")
		})
	}
}

// How long those wait who answer, when every tenth subscriber does not.
func BenchmarkWebSubHanging(b *testing.B) {
	f := newFanOut(b, 1, 1000, "REVIEWS_HUB_DEADLINE=10m")
	var healthy []*callbacktest.Callback
	for i, c := range f.subscribers {
		if i%10 == 0 {
			c.OnDelivery(callbacktest.Hang)
		} else {
			healthy = append(healthy, c)
		}
	}
	var took []time.Duration
	for b.Loop() {
		took = append(took, f.push(b, healthy).took...)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Milliseconds()), "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Milliseconds()), "ms-p99")
}

// What 10,000 subscriptions cost: the time of a fan-out, the memory of the
// hub, and its start.
func BenchmarkWebSub10k(b *testing.B) {
	begin := time.Now()
	f := newFanOut(b, 1, 10_000)
	joined := time.Since(begin)
	var rates, last []float64
	for b.Loop() {
		r := f.push(b, f.subscribers)
		rates, last = append(rates, r.rate()), append(last, r.took[len(r.took)-1].Seconds())
	}
	b.ReportMetric(float64(len(f.subscribers))/joined.Seconds(), "subscriptions/s")
	b.ReportMetric(median(rates), "deliveries/s")
	b.ReportMetric(median(last), "s-commit-to-last")
	b.ReportMetric(f.memory(b), "MB-hub")
	hub := f.hubs[0]
	hub.kill()
	begin = time.Now()
	hub.start(b)
	b.ReportMetric(float64(time.Since(begin).Milliseconds()), "ms-start")
	b.ReportMetric(f.push(b, f.subscribers).took[len(f.subscribers)-1].Seconds(), "s-commit-to-last-after-crash")
	b.ReportMetric(f.memory(b), "MB-hub-after-crash")
}

// memory returns the resident memory of the hub in MB, as it says itself.
func (f *fanOut) memory(b *testing.B) float64 {
	b.Helper()
	response, err := client.Get(strings.TrimSuffix(f.hubs[0].ready, "/readyz") + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	_, rest, _ := strings.Cut(string(text), "\nprocess_resident_memory_bytes ")
	value, _, _ := strings.Cut(rest, "\n")
	size, err := strconv.ParseFloat(value, 64)
	if err != nil {
		b.Fatalf("no memory in the metrics: %v", err)
	}
	return size / 1e6
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
