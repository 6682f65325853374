package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// instantForm is a point in time: the one part of an answer that differs from
// run to run although nobody left it out.
var instantForm = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`)

// TestREADMESession runs the commands in the README that show their output,
// on the system of its first chapter. Three dots stand for anything.
func TestREADMESession(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		if os.Getenv("REVIEWS_REQUIRE_ALL") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	s := start(t)
	for command, want := range readmeSession(t) {
		public := strings.ReplaceAll(command, "localhost:8080", strings.TrimPrefix(s.baseURL, "http://"))
		out, err := exec.CommandContext(t.Context(), "sh", "-c", public).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		got := strings.ReplaceAll(string(out), s.baseURL, "http://localhost:8080")
		got = strings.TrimSpace(strings.ReplaceAll(got, "\r", ""))
		if !readmeForm(want).MatchString(got) {
			t.Errorf("%s\ngot\n%s\nREADME\n%s", command, got, want)
		}
	}
}

// readmeSession returns the commands of the README with their output.
func readmeSession(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```console\n$ ")
	session, _, closed := strings.Cut(rest, "\n```")
	if !closed {
		t.Fatal("the README shows no session")
	}
	commands := map[string]string{}
	for block := range strings.SplitSeq(session, "\n$ ") {
		command, output, _ := strings.Cut(block, "\n")
		commands[command] = output
	}
	return commands
}

// readmeForm matches the output that the README shows.
func readmeForm(shown string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(strings.TrimSpace(shown))
	pattern = strings.ReplaceAll(pattern, "…", "(?s:.*)")
	pattern = instantForm.ReplaceAllString(pattern, instantForm.String())
	return regexp.MustCompile("^" + pattern + "$")
}
