package acceptance

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// suiteVariable says where `make mcp-conformance` has installed the suite and
// the clients of others.
const suiteVariable = "REVIEWS_TEST_MCP_SUITE"

// scenarios are those of the suite that apply, by version of the protocol.
// Each must pass without exception.
var scenarios = map[string][]string{
	"2025-06-18": {"server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "server-session-lifecycle"},
	"2025-11-25": {
		"server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "server-session-lifecycle",
		"server-sse-multiple-streams", "dns-rebinding-protection",
	},
	"2026-07-28": {
		"tools-list", "resources-list", "prompts-list", "caching", "sep-2164-resource-not-found", "http-header-validation",
		"dns-rebinding-protection", "server-sse-multiple-streams",
	},
}

// TestMCPConformance runs what others wrote to judge MCP servers against the
// running system, through the gateway: the official conformance suite, the
// command line of the Inspector, and the official clients of TypeScript.
func TestMCPConformance(t *testing.T) {
	dir := os.Getenv(suiteVariable)
	if dir == "" {
		t.Skip("the suite is not installed: make mcp-conformance does both")
	}
	s := start(t)
	s.agent(t) // waits until the data is there
	u := &suite{dir: dir, url: s.baseURL + "/mcp"}
	for version, names := range scenarios {
		for _, name := range names {
			t.Run(version+"/"+name, func(t *testing.T) {
				u.expect(t, 0, "conformance", "server", "--url", u.url, "--scenario", name, "--spec-version", version)
			})
		}
	}
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run("requirements/"+version, func(t *testing.T) {
			u.expect(t, 0, "conformance", "server", "--url", u.url, "--requirements", version,
				"--expected-failures", filepath.Join(root(t), "deploy/acceptance/conformance/inapplicable-"+version+".yml"))
		})
	}
	t.Run("inspector", u.inspect)
	t.Run("typescript", func(t *testing.T) {
		u.expect(t, 0, "node", "sdk.mjs", u.url)
		for _, mode := range []string{"legacy", "auto", "2026-07-28"} {
			u.expect(t, 0, "node", "client.mjs", u.url, mode)
		}
	})
}

// The exit codes of the Inspector.
const (
	inspectorOK        = 0
	inspectorToolError = 5
)

// inspect uses the command line of the Inspector.
func (u *suite) inspect(t *testing.T) {
	call := func(code int, args ...string) string {
		t.Helper()
		return u.expect(t, code, "mcp-inspector", append([]string{"--cli", u.url, "--transport", "http"}, args...)...)
	}
	call(inspectorOK, "--method", "initialize", "--format", "json")
	if warnings := call(inspectorOK, "--method", "tools/list", "--strict", "--format", "json"); warnings != "" {
		t.Errorf("tools/list --strict warns:\n%s", warnings)
	}
	call(inspectorOK, "--method", "tools/call", "--tool-name", "search_reviews", "--tool-arg", "rating=5", "--tool-arg", "limit=1", "--format", "json")
	call(inspectorToolError, "--method", "tools/call", "--tool-name", "search_reviews", "--tool-arg", "rating=9")
	call(inspectorOK, "--protocol-era", "modern", "--method", "tools/call", "--tool-name", "get_business")
	call(inspectorOK, "--method", "resources/list")
	call(inspectorOK, "--method", "prompts/list")
}

// suite is the programs of others.
type suite struct{ dir, url string }

// expect runs a program that must exit with a code, and returns what it wrote
// as errors.
func (u *suite) expect(t *testing.T, code int, program string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	bin := filepath.Join(u.dir, "node_modules", ".bin")
	command := exec.CommandContext(ctx, filepath.Join(bin, program), args...)
	command.Dir = u.dir
	command.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	got := 0
	if exited, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exited.ExitCode()
	} else if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	if got != code {
		t.Fatalf("%s %s: exit code %d, want %d\n%s\n%s", program, strings.Join(args, " "), got, code, tail(stdout.String()), tail(stderr.String()))
	}
	return stderr.String()
}

// tail returns the end of a long output.
func tail(s string) string { return s[max(0, len(s)-4000):] }
