package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// Every service has the three operators' endpoints and metrics that are named
// as Prometheus names them, and tells how fresh its data is.
func TestMetrics(t *testing.T) {
	s := startWebSub(t, 1, callbacktest.Options{})
	data := s.dataset(t)
	s.agent(t)
	for name, p := range map[string]*process{"store": s.store, "gateway": s.gateway, "mcp": s.mcp, "hub": s.hubs[0]} {
		origin := strings.TrimSuffix(p.ready, "/readyz")
		fetch(t, origin+"/livez")
		fetch(t, origin+"/readyz")
		text := fetch(t, origin+"/metrics")
		problems, err := promlint.New(bytes.NewReader(text)).Lint()
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range problems {
			t.Errorf("%s: %s: %s", name, problem.Metric, problem.Text)
		}
		want := []string{fmt.Sprintf("reviews_%s_revision %d", name, data.Revision), "reviews_" + name + "_changed_timestamp_seconds 1", `reviews_build_info{service="` + name}
		if name != "store" {
			want = append(want, "reviews_"+name+"_confirmed_timestamp_seconds 1", "reviews_"+name+"_degraded 0", "reviews_"+name+"_refresh_seconds_count")
		}
		for _, line := range want {
			if !regexp.MustCompile("(?m)^" + regexp.QuoteMeta(line)).Match(text) {
				t.Errorf("%s: there is no %q", name, line)
			}
		}
	}
}

// fetch returns the body of a 200 answer.
func fetch(t *testing.T, address string) []byte {
	t.Helper()
	response, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s, %v", address, response.Status, err)
	}
	return body
}
