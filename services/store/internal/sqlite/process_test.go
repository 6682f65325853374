package sqlite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// isWriter is set for a run of the test binary that is to be another process
// with the database open, the one in its directory.
const isWriter = "REVIEWS_TEST_WRITER"

const databaseName = "reviews.db"

func TestMain(m *testing.M) {
	if os.Getenv(isWriter) != "" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // the test is gone
			os.Exit(1)
		}()
		_, _ = fmt.Fprintln(os.Stderr, writeForEver(context.Background()))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeForEver commits a review a revision and says on its output which
// commits were acknowledged.
func writeForEver(ctx context.Context) error {
	db, err := Open(ctx, databaseName)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for r := review.Revision(1); ; r++ {
		row := reviewdb.Row{Review: review.Review{ID: review.NewID("a", strconv.Itoa(int(r))), Rating: 5, Revision: r, Text: strings.Repeat("x", 5000)}}
		c := reviewdb.Commit{Event: change.Event{Revision: r, ChangedAt: time.Unix(int64(r), 0)}, Upserts: []reviewdb.Row{row}}
		if err := db.Commit(ctx, c); err != nil {
			return err
		}
		if _, err := fmt.Println(r); err != nil { //nolint:forbidigo // the output is that of a process of its own
			return err
		}
	}
}

// While another process has the file open it is refused. When that process is
// killed in the midst of its commits, those that were acknowledged are there,
// and none is there by half.
func TestProcessThatIsKilled(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	writer := exec.CommandContext(t.Context(), self)
	writer.Env = append(os.Environ(), isWriter+"=1")
	writer.Dir = t.TempDir()
	writer.Stderr = os.Stderr
	path := filepath.Join(writer.Dir, databaseName)
	if _, err := writer.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	output, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 0
	lines := bufio.NewScanner(output)
	read := func(enough int) {
		for acknowledged < enough && lines.Scan() {
			acknowledged, _ = strconv.Atoi(lines.Text())
		}
	}

	read(5)
	if db, err := Open(t.Context(), path); err == nil {
		_ = db.Close()
		t.Error("two processes have it open")
	} else if fault, ok := errors.AsType[*reviewdb.AdviceError](err); !ok || !strings.Contains(fault.Advice, "another process has the database open") {
		t.Errorf("the second process says %v", err)
	}
	read(acknowledged + 20)
	if err := writer.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	read(1 << 40)
	_ = writer.Wait() // it was killed

	s, err := open(t, path).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if acknowledged < 25 || int(s.Revision) < acknowledged || len(s.Reviews) != int(s.Revision) {
		t.Errorf("revision %d with %d reviews after %d commits", s.Revision, len(s.Reviews), acknowledged)
	}
}
