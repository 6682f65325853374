package main

import (
	"os"
	"path/filepath"
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
	if c.Listen != "127.0.0.1:9090" || c.AdminListen != "127.0.0.1:9091" || c.OpsListen != "127.0.0.1:9190" ||
		c.DatabaseURL != "sqlite:.data/reviews.db" || c.BaseURL != "http://localhost:8080" || c.AdminToken != "" {
		t.Errorf("defaults %+v", c)
	}
}

func TestConfigReportsEveryProblem(t *testing.T) {
	t.Parallel()
	_, err := parseConfig([]string{
		"-base-url", "reviews.example.com",
		"-max-import", "0",
		"-admin-listen", "0.0.0.0:9091",
		"-database-url", "mysql://localhost/reviews",
		"-admin-token-file", filepath.Join(t.TempDir(), "none"),
	}, none)
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"base-url", "max-import", "admin-listen", "database-url", "admin-token-file"} {
		if !strings.Contains(err.Error(), "-"+name+" ") {
			t.Errorf("the error does not name %s:\n%v", name, err)
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
		if err == nil && c.AdminToken != test.want || err != nil && (test.want == "" || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: token %q, %v; want %q", test.name, c.AdminToken, err, test.want)
		}
	}
}

// The name of the database goes to the log, its password does not.
func TestDatabaseName(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"sqlite:/var/lib/reviews/reviews.db":    "sqlite:/var/lib/reviews/reviews.db",
		"postgres://me:secret@db:5432/reviews":  "postgres://me:xxxxx@db:5432/reviews",
		"postgresql://me:secret@db/reviews?a=b": "postgresql://me:xxxxx@db/reviews?a=b",
	} {
		c, err := parseConfig([]string{"-database-url", url}, none)
		if err != nil || c.databaseName() != want {
			t.Errorf("%s is called %s, %v", url, c.databaseName(), err)
		}
	}
}

func TestBaseURL(t *testing.T) {
	t.Parallel()
	c, err := parseConfig([]string{"-base-url", "https://reviews.example.com/"}, none)
	if err != nil || c.BaseURL != "https://reviews.example.com" {
		t.Errorf("%q, %v", c.BaseURL, err)
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
