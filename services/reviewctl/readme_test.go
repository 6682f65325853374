package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/command"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// block returns the code blocks of the README in a language, as one.
func block(t *testing.T, language string) string {
	t.Helper()
	var text strings.Builder
	for i, rest := range strings.Split(readme(t), "```"+language+"\n") {
		if block, _, closed := strings.Cut(rest, "```"); i > 0 && closed {
			text.WriteString(block)
		}
	}
	if text.Len() == 0 {
		t.Fatalf("no block of %s in the README", language)
	}
	return text.String()
}

// TestREADMESession runs the session in the README: every command must answer
// what stands below it.
func TestREADMESession(t *testing.T) {
	session, reviews, table := block(t, "console"), block(t, "json"), block(t, "csv")
	profile, err := os.ReadFile("internal/profile/testdata/brookside.yaml")
	if err != nil {
		t.Fatal(err)
	}
	store := storetest.Start(t, storetest.Options{})
	getenv := func(name string) string {
		return map[string]string{"REVIEWS_STORE_ADDR": store.Addr(), "REVIEWS_STORE_ADMIN_ADDR": store.AdminAddr()}[name]
	}
	t.Chdir(t.TempDir())
	write(t, "reviews.jsonl", []byte(reviews))
	write(t, "profile.yaml", profile)
	write(t, "table.csv", []byte(table))

	const prompt = "$ reviewctl "
	var got strings.Builder
	for line := range strings.Lines(session) {
		if args, ok := strings.CutPrefix(line, prompt); ok {
			got.WriteString(line)
			command.Run(t.Context(), strings.Fields(args), getenv, command.Streams{Out: &got, Err: &got})
		}
	}
	if diff := cmp.Diff(session, got.String()); diff != "" {
		t.Errorf("session (-README +real):\n%s", diff)
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Clean(name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// settingForm is a setting as the help shows it: flag, meaning, variable and
// default.
var settingForm = regexp.MustCompile(`(?m)^ +(--[a-z-]+)(?: [a-z]+)? +(.+) \((REVIEWS_[A-Z_]+)\)(?: \(default "(.*)"\))?$`)

// TestREADMESettings holds the table in the README to the help: each setting
// with its variable, its default and what it means.
func TestREADMESettings(t *testing.T) {
	t.Parallel()
	var help bytes.Buffer
	command.Run(t.Context(), []string{"--help"}, func(string) string { return "" }, command.Streams{Out: &help, Err: &help})
	want := []string{"| flag | environment | default | meaning |", "|---|---|---|---|"}
	for _, m := range settingForm.FindAllStringSubmatch(help.String(), -1) {
		flag, meaning, variable, preset := m[1], m[2], m[3], m[4]
		if preset != "" {
			preset = " `" + preset + "`"
		}
		want = append(want, "| `"+flag+"` | `"+variable+"` |"+preset+" | "+meaning+" |")
	}
	_, after, _ := strings.Cut(readme(t), "## Settings\n\n")
	table, _, _ := strings.Cut(after, "\n\n")
	if diff := cmp.Diff(want, strings.Split(table, "\n")); diff != "" {
		t.Errorf("settings (-help +README):\n%s", diff)
	}
}
