package arch_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/testkit/arch"
)

func TestWorkspaceKeepsItsLayers(t *testing.T) {
	t.Parallel()
	packages, sources, err := arch.Workspace("../../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 10 {
		t.Fatalf("only %d packages: the workspace was not found", len(packages))
	}
	for _, rule := range arch.Layers() {
		for _, sentence := range rule.Check(packages) {
			t.Error(sentence)
		}
	}
	for _, source := range sources {
		found, err := source.Check()
		if err != nil {
			t.Fatal(err)
		}
		for _, sentence := range found {
			t.Error(sentence)
		}
	}
}

// Every rule must be able to fail.
func TestRulesReportWhatTheyForbid(t *testing.T) {
	t.Parallel()
	const gin, nats = "github.com/gin-gonic/gin", "github.com/nats-io/nats.go/jetstream"
	for _, test := range []struct {
		pkg, imports string
		ok           bool
	}{
		{"pkg/review", "strings", true},
		{"pkg/review", "pkg/document", false},
		{"pkg/review", "golang.org/x/text/unicode/norm", false},
		{"pkg/document", "pkg/review", true},
		{"pkg/document", "pkg/reviewpb", false},
		{"pkg/insights", "github.com/clipperhouse/uax29/v2", true},
		{"pkg/insights", "pkg/document", false},
		{"pkg/schema", "pkg/storeclient", false},
		{"pkg/reviewpb", "pkg/storeclient", false},
		{"pkg/reviewpb", "proto/reviews/v1", true},
		{"pkg/change", nats, false},
		{"pkg/storeclient", "pkg/document", false},
		{"pkg/service", "pkg/review", false},
		{"pkg/follow", "pkg/storeclient", false},
		{"pkg/ratelimit", "pkg/review", false},
		{"services/mcp/internal/tool", "github.com/mark3labs/mcp-go/mcp", true},
		{"services/mcp/internal/tool", "services/gateway/internal/rest", false},
		{"proto/reviews/v1", "pkg/review", false},
		{"pkg/document", "services/store/internal/index", false},
		{"services/gateway/internal/rest", "proto/reviews/v1", false},
		{"services/store/internal/grpcserver", "proto/reviews/v1", true},
		{"services/store/internal/index", "proto/reviews/v1", false},
		{"services/gateway/internal/rest", gin, true},
		{"services/hub/internal/deliver", gin, false},
		{"services/gateway/internal/rest", "github.com/mark3labs/mcp-go/server", false},
		{"services/gateway/internal/board", "database/sql", false},
		{"services/store/internal/sqlite", "modernc.org/sqlite", true},
		{"services/gateway/internal/board", nats, true},
		{"services/reviewctl/internal/command", nats, false},
		{"services/store/internal/index", "testing", false},
		{"services/store/internal/index", "pkg/testkit/natstest", false},
		{"pkg/testkit/natstest", "testing", true},
		{"services/store/internal/index", "google.golang.org/protobuf/encoding/protojson", false},
		{"services/store/internal/index", "services/store/internal/catalog", true},
		{"services/store/internal/index", "services/gateway/internal/rest", false},
		{"services/gateway", "services/store/internal/index", false},
		{"services/reviewctl/internal/command", "services/store/internal/index", false},
		{"services/hub/internal/shard", "github.com/nats-io/nats.go", false},
		{"services/hub/internal/broker", "github.com/nats-io/nats.go", true},
		{"services/hub/internal/deliver", "services/reviewctl/internal/hub", false},
	} {
		var found []string
		for _, rule := range arch.Layers() {
			found = append(found, rule.Check([]arch.Package{{Path: test.pkg, Imports: []string{test.imports}}})...)
		}
		if ok := len(found) == 0; ok != test.ok {
			t.Errorf("%s importing %s: allowed is %t, want %t\n%s", test.pkg, test.imports, ok, test.ok, arch.Sentences(found))
		}
	}
}

func TestSourceChecks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.go", "package util\n\nfunc Open() {}\n\ntype Shut struct{}\n\nfunc (*Shut) Door() {}\n\nfunc (hidden) Door() {}\n\ntype hidden struct{}\n\nconst Bare = 1\n")
	write("b.go", "package util\n\n// Fine is fine.\ntype Fine int\n\n// The group.\nconst (\n\tOne = 1\n\tTwo = 2\n)\n")
	found, err := arch.Source{Dir: dir, Path: "pkg/util", Name: "util", Files: []string{"a.go", "b.go"}}.Check()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"pkg/util: a package called util says nothing",
		"pkg/util: Open in a.go has no comment",
		"pkg/util: Shut in a.go has no comment",
		"pkg/util: Door in a.go has no comment",
		"pkg/util: Bare in a.go has no comment",
		"pkg/util: 0 package comments, want one",
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
