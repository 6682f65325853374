package service

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTable(t *testing.T) {
	t.Parallel()
	want := strings.Join([]string{
		"| flag | environment | default | meaning |",
		"|---|---|---|---|",
		"| `-listen` | `REVIEWS_HUB_LISTEN` | `:8082` | address of the hub |",
		"| `-token` | `REVIEWS_HUB_TOKEN` |  | token of the operator |",
		"| `-workers` | `REVIEWS_HUB_WORKERS` | `4` | deliveries at a time |",
		"| `-ratio` | `REVIEWS_HUB_RATIO` | `0.5` | share of something |",
		"| `-lease-max` | `REVIEWS_HUB_LEASE_MAX` | `24h` | longest lease |",
		"| `-allow` | `REVIEWS_HUB_ALLOW` |  | networks a\\|b |",
		"| `-strict` | `REVIEWS_HUB_STRICT` | `false` | refuse what is odd |",
		"| `-log-level` | `REVIEWS_LOG_LEVEL` | `info` | debug, info, warn or error |",
		"| `-base-url` | `REVIEWS_BASE_URL` | `http://localhost:8080` | public origin |",
		"",
	}, "\n")
	// The environment of the machine must not reach the documentation.
	f := testFlags(new(config), map[string]string{"REVIEWS_HUB_WORKERS": "9"})
	if err := f.Parse(nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, f.Table()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestCheckREADME(t *testing.T) {
	t.Parallel()
	f := testFlags(new(config), nil)
	table := f.Table()
	other := "\n| flag | meaning |\n|---|---|\n| `-x` | of another table |\n"
	tests := []struct {
		name   string
		readme string
		want   string // in the error; empty for none
	}{
		{name: "the table itself", readme: "# hub\n\n" + table + other},
		{name: "aligned", readme: strings.ReplaceAll(strings.ReplaceAll(table, " | ", "   |  "), "---", ":-----")},
		{name: "no table", readme: "# hub\n" + other, want: "no table of settings"},
		{name: "a row is missing", readme: strings.Replace(table, "| `-ratio`", "`-ratio`", 1), want: "missing: | `-ratio` | `REVIEWS_HUB_RATIO`"},
		{name: "a default differs", readme: strings.Replace(table, "`4`", "`5`", 1), want: "not so:  | `-workers` | `REVIEWS_HUB_WORKERS` | `5` |"},
		{name: "a row too many", readme: table + "| `-gone` | `REVIEWS_HUB_GONE` | | was here |\n", want: "not so:  | `-gone`"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := f.CheckREADME([]byte(tt.readme))
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("CheckREADME = %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("CheckREADME = %v, want %q in it", err, tt.want)
			}
		})
	}
}

func TestLogValueHidesSecrets(t *testing.T) {
	t.Parallel()
	tests := []struct{ value, want string }{
		{"postgres://user:hunter2@db:5432/reviews?sslmode=disable", "postgres://db:5432/reviews"},
		{"nats://hunter2@nats:4222", "nats://nats:4222"},
		{"nats://a:hunter2@one:1,nats://b:hunter2@two:1", "[hidden]"},
		{"user:hunter2@db", "[hidden]"},
		{"postgres://db/reviews?password=hunter2", "postgres://db/reviews"},
		{"host=db password=hunter2", "[hidden]"},
		{"sqlite:.data/reviews.db", "sqlite:.data/reviews.db"},
	}
	for _, tt := range tests {
		f := testFlags(new(config), nil)
		if err := f.Parse([]string{"-token=hunter2", "-base-url", tt.value}); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		slog.New(slog.NewJSONHandler(&b, nil)).Info("starting", slog.Any("settings", f))
		if line := b.String(); strings.Contains(line, "hunter2") ||
			!strings.Contains(line, `"base_url":"`+tt.want+`"`) || !strings.Contains(line, `"token":"[hidden]"`) {
			t.Errorf("%s is logged as %s", tt.value, line)
		}
	}
}
