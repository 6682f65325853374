package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// none is an environment without variables.
func none(string) string { return "" }

func TestConfigDefaults(t *testing.T) {
	t.Parallel()
	c, err := parseConfig(nil, none)
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != "127.0.0.1:9090" || c.Admin.Listen != "127.0.0.1:9091" || c.OpsListen != "127.0.0.1:9190" ||
		c.DatabaseURL != "sqlite:.data/reviews.db" || c.BaseURL != "http://localhost:8080" || c.Admin.Token != "" {
		t.Errorf("defaults %+v", c)
	}
}

func TestConfigReportsEveryProblem(t *testing.T) {
	t.Parallel()
	_, err := parseConfig([]string{
		"-base-url", "reviews.example.com",
		"-max-import", "0",
		"-nats-replicas", "6",
		"-admin-listen", "0.0.0.0:9091",
		"-database-url", "mysql://localhost/reviews",
		"-admin-token-file", filepath.Join(t.TempDir(), "none"),
		"-drain", "0s",
		"-log-level", "loud",
	}, none)
	if err == nil {
		t.Fatal("no error")
	}
	for _, sentence := range []string{
		"-base-url (REVIEWS_BASE_URL): want an origin such as https://reviews.example.com, without a path",
		"-max-import (REVIEWS_STORE_MAX_IMPORT): must be at least 1",
		"-nats-replicas (REVIEWS_STORE_NATS_REPLICAS): must be 1 to 5",
		"-admin-listen (REVIEWS_STORE_ADMIN_LISTEN): an admin service beyond loopback needs an admin-token",
		"-database-url (REVIEWS_STORE_DATABASE_URL): want sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE",
		"-admin-token-file (REVIEWS_STORE_ADMIN_TOKEN_FILE): open ",
		"-drain (REVIEWS_STORE_DRAIN): must be more than 0",
		"want debug, info, warn or error",
		"store -h lists the settings",
	} {
		if !strings.Contains(err.Error(), sentence) {
			t.Errorf("the error does not say %q:\n%v", sentence, err)
		}
	}
}

// An admin service that others can reach wants a token, from the environment
// or a file.
func TestConfigToken(t *testing.T) {
	t.Parallel()
	file, empty := filepath.Join(t.TempDir(), "token"), filepath.Join(t.TempDir(), "empty")
	for path, text := range map[string]string{file: "secret\n", empty: "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name string
		env  map[string]string
		want string // the token, or what the error says
	}{
		{"on loopback", map[string]string{"REVIEWS_STORE_ADMIN_LISTEN": "[::1]:9091"}, ""},
		{"elsewhere", map[string]string{"REVIEWS_STORE_ADMIN_LISTEN": ":9091"}, "needs an admin-token"},
		{"from the environment", map[string]string{"REVIEWS_STORE_ADMIN_LISTEN": ":9091", "REVIEWS_STORE_ADMIN_TOKEN": "secret"}, "secret"},
		{"from a file", map[string]string{"REVIEWS_STORE_ADMIN_LISTEN": ":9091", "REVIEWS_STORE_ADMIN_TOKEN_FILE": file}, "secret"},
		{"from both", map[string]string{"REVIEWS_STORE_ADMIN_TOKEN": "x", "REVIEWS_STORE_ADMIN_TOKEN_FILE": file}, "not both"},
		{"from an empty file", map[string]string{"REVIEWS_STORE_ADMIN_TOKEN_FILE": empty}, "the file is empty"},
		{"no address", map[string]string{"REVIEWS_STORE_ADMIN_LISTEN": "9091"}, "want host:port"},
	} {
		c, err := parseConfig(nil, func(name string) string { return test.env[name] })
		if err == nil && c.Admin.Token != test.want || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: token %q, %v; want %q", test.name, c.Admin.Token, err, test.want)
		}
	}
}

// A language model is described whole or not at all.
func TestLLM(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		want string // the URL, or what the error says
	}{
		{nil, ""},
		{[]string{"-llm-provider", "openai", "-llm-model", "m"}, "https://api.openai.com/v1"},
		{[]string{"-llm-provider", "anthropic", "-llm-model", "m", "-llm-url", "http://localhost:1/v1/"}, "http://localhost:1/v1"},
		{[]string{"-llm-provider", "openai"}, "name the model"},
		{[]string{"-llm-provider", "other", "-llm-model", "m"}, "want openai or anthropic"},
		{[]string{"-llm-provider", "openai", "-llm-model", "m", "-llm-url", "localhost"}, "want a URL"},
		{[]string{"-llm-provider", "openai", "-llm-model", "m", "-llm-timeout", "0s"}, "must be positive"},
		{[]string{"-llm-provider", "openai", "-llm-model", "m", "-database-url", "postgres://db/reviews"}, "embedded database only"},
		{[]string{"-llm-key", "x", "-llm-key-file", "y"}, "not both"},
	} {
		c, err := parseConfig(test.args, none)
		if err == nil && c.LLM.URL != test.want || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%v: %q, %v; want %q", test.args, c.LLM.URL, err, test.want)
		}
	}
}

// The name of the database goes to the log, its password does not.
func TestDatabaseName(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"sqlite:/var/lib/reviews/reviews.db":      "sqlite:/var/lib/reviews/reviews.db",
		"postgres://me:secret@db:5432/reviews":    "postgres://me:xxxxx@db:5432/reviews",
		"postgresql://db/reviews?password=secret": "postgresql://db/reviews",
	} {
		c, err := parseConfig([]string{"-database-url", url}, none)
		if err != nil || c.databaseName() != want {
			t.Errorf("%s is called %s, %v", url, c.databaseName(), err)
		}
	}
}

// The public origin is an origin, so that paths can be put behind it.
func TestBaseURL(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"https://reviews.example.com":         "https://reviews.example.com",
		"https://reviews.example.com/":        "https://reviews.example.com",
		"HTTP://localhost:8080":               "http://localhost:8080",
		"http://[::1]:8080":                   "http://[::1]:8080",
		"reviews.example.com":                 "",
		"ftp://reviews.example.com":           "",
		"https://":                            "",
		"https://reviews.example.com/reviews": "",
		"https://reviews.example.com?":        "",
		"https://reviews.example.com#":        "",
		"https://me:secret@example.com":       "",
		"https://reviews.example.com:x":       "",
	} {
		c, err := parseConfig([]string{"-base-url", given}, none)
		if c.BaseURL != want || (err == nil) != (want != "") || err != nil && !strings.Contains(err.Error(), "want an origin") {
			t.Errorf("%s: %q, %v; want %q", given, c.BaseURL, err, want)
		}
	}
}

// Every setting can be given as a flag or by the environment, and means the
// same.
func TestEnvironmentTwins(t *testing.T) {
	t.Parallel()
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{
		"listen": ":7000", "admin-listen": "127.0.0.2:7001", "admin-token": "secret", "admin-token-file": token,
		"database-url": "sqlite:other.db", "max-import": "7", "base-url": "https://reviews.example.com", "nats-url": "nats://broker:4222",
		"nats-replicas": "3", "data-dir": "elsewhere", "ops-listen": ":7002", "drain": "3s", "drain-delay": "4s", "max-connections": "8", "log-level": "debug",
		"llm-provider": "anthropic", "llm-url": "http://localhost:11434/v1", "llm-model": "large", "llm-key": "secret", "llm-key-file": token,
		"llm-timeout": "9s", "llm-concurrency": "3", "llm-tokens-per-day": "7",
	}
	together := map[string][]string{"llm-provider": {"-llm-model", "large"}}
	standard, err := parseConfig(nil, none)
	if err != nil {
		t.Fatal(err)
	}
	var c config
	rows := regexp.MustCompile("(?m)^\\| `-([a-z-]+)` \\| `([A-Z_]+)`").FindAllStringSubmatch(c.flags(none).Table(), -1)
	if len(rows) != len(values) {
		t.Errorf("%d settings, of which %d are tried", len(rows), len(values))
	}
	for _, row := range rows {
		flag, variable := row[1], row[2]
		byFlag, flagErr := parseConfig(append([]string{"-" + flag, values[flag]}, together[flag]...), none)
		byVariable, variableErr := parseConfig(together[flag], func(name string) string {
			if name == variable {
				return values[flag]
			}
			return ""
		})
		if flagErr != nil || variableErr != nil || byFlag != byVariable || byFlag == standard {
			t.Errorf("-%s: %+v, %v\n%s: %+v, %v", flag, byFlag, flagErr, variable, byVariable, variableErr)
		}
	}
}

// The README lists the settings as they are.
func TestREADME(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var c config
	flags := c.flags(none)
	if err := flags.CheckREADME(readme); err != nil {
		t.Errorf("%v\n\nwant:\n%s", err, flags.Table())
	}
}
