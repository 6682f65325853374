package acceptance

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// dashboard is what a dashboard asks.
type dashboard struct {
	Panels []struct {
		Title   string
		Targets []struct{ Expr string }
	}
}

// questions returns what the dashboard asks, by the title of the panel.
func questions(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "deploy/observability/grafana/dashboards/reviews.json"))
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, panel := range d.Panels {
		for _, target := range panel.Targets {
			all[panel.Title] = append(all[panel.Title], target.Expr)
		}
	}
	return all
}

var metricForm = regexp.MustCompile(`reviews_[a-z_]+`)

// What the dashboard and the alerts ask for is what the READMEs promise.
func TestDashboardKnowsItsMetrics(t *testing.T) {
	t.Parallel()
	readmes, err := filepath.Glob(filepath.Join(root(t), "services/*/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var promised strings.Builder
	for _, name := range readmes {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		promised.Write(text)
	}
	alerts, err := os.ReadFile(filepath.Join(root(t), "deploy/observability/alerts.yml"))
	if err != nil {
		t.Fatal(err)
	}
	asked := questions(t)
	for line := range strings.SplitSeq(string(alerts), "\n") {
		if expr, found := strings.CutPrefix(strings.TrimSpace(line), "expr: "); found && !strings.Contains(expr, "__name__") {
			asked["alert"] = append(asked["alert"], expr)
		}
	}
	for title, exprs := range asked {
		for _, metric := range metricForm.FindAllString(strings.Join(exprs, " "), -1) {
			if name := strings.TrimSuffix(metric, "_bucket"); !strings.Contains(promised.String(), "`"+name+"`") {
				t.Errorf("%s: no README has %s", title, name)
			}
		}
	}
}

// A real Prometheus finds every replica, understands every question of the
// dashboard, and has an answer to those that need no traffic before.
func TestDashboardIsAnswered(t *testing.T) {
	if !overlay("observability") {
		t.Skip("nobody watches these containers")
	}
	p := newProject(t)
	address := "http://127.0.0.1:" + port(t)
	p.env = append(p.env, "REVIEWS_PROMETHEUS_PORT="+address[strings.LastIndex(address, ":")+1:], "DEMO="+filepath.Join(root(t), "deploy/demo"))
	p.setHubs(t, nil)
	p.compose(t, "up", "--detach", "--wait", "--no-build", "--scale", "hub=2", "nats", "store", "mcp", "hub", "gateway", "prometheus")
	eventually(t, "all are watched", func() bool { return answers(t, address, `sum(up) == 5`) == 1 })
	s := p.stack(t)
	s.get(t, "/api/reviews/search?rating=5", http.StatusOK)
	for title, exprs := range questions(t) {
		for _, expr := range exprs {
			quiet := strings.Contains(expr, "rate(") || strings.Contains(expr, "increase(")
			eventually(t, title+": "+expr, func() bool { return answers(t, address, expr) > 0 || quiet })
		}
	}
}

// answers returns how many series a question has, and fails if it is none.
func answers(t *testing.T, prometheus, expr string) int {
	t.Helper()
	response, err := client.Get(prometheus + "/api/v1/query?" + url.Values{"query": {expr}}.Encode())
	if err != nil {
		return 0 // it is not there yet
	}
	defer response.Body.Close()
	var body struct {
		Status, Error string
		Data          struct{ Result []json.RawMessage }
	}
	if err := json.NewDecoder(response.Body).Decode(&body); err != nil || body.Status != "success" {
		t.Fatalf("%s: %v, %s", expr, err, body.Error)
	}
	return len(body.Data.Result)
}
