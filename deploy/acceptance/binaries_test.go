package acceptance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/testkit/pgtest"
)

// root returns the root of the repository.
func root(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// built is where TestMain put the binaries.
var built string

func binaries(t testing.TB) string {
	t.Helper()
	return built
}

// TestMain builds the binaries under test once.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "acceptance")
	if err == nil {
		err = build(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built = dir
	code := pgtest.Main(m)
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func build(dir string) error {
	for _, b := range []struct {
		dir  string
		env  string
		args []string
	}{
		{dir: "../..", args: []string{"build", "-o", dir + "/", "./services/store", "./services/gateway", "./services/mcp", "./services/hub", "./services/reviewctl", "./deploy/dev"}},
		{dir: "../../.tools/nats", env: "GOWORK=off", args: []string{"build", "-o", dir + "/", "github.com/nats-io/nats-server/v2"}},
	} {
		command := exec.Command("go", b.args...)
		command.Dir = b.dir
		command.Env = append(os.Environ(), b.env)
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("go %s: %w\n%s", strings.Join(b.args, " "), err, out)
		}
	}
	return nil
}
