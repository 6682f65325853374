package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// What an operator reads when the file cannot be used.
func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, want string
		prepare    func(t *testing.T, path string) string // returns the path to open
	}{
		{"open elsewhere", "another process has the database open", func(t *testing.T, path string) string {
			open(t, path)
			return path
		}},
		{"a newer schema", "use the newer program", func(t *testing.T, path string) string {
			alter(t, path, `PRAGMA user_version = 999`)
			return path
		}},
		{"no database", "damaged or no database", func(t *testing.T, path string) string {
			write(t, path, strings.Repeat("These are the reviews. ", 100))
			return path
		}},
		{"a directory", "may not write there", func(_ *testing.T, path string) string {
			return filepath.Dir(path)
		}},
		{"its log cannot be made", "the disk cannot be read or written", func(t *testing.T, path string) string {
			if err := os.MkdirAll(filepath.Join(path+"-wal", "x"), 0o700); err != nil {
				t.Fatal(err)
			}
			return path
		}},
		{"below a file", "not a directory", func(t *testing.T, path string) string {
			write(t, path, "")
			return filepath.Join(path, "reviews.db")
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := test.prepare(t, filepath.Join(t.TempDir(), "reviews.db"))
			db, err := Open(t.Context(), path)
			if err == nil {
				_ = db.Close()
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) && test.name != "below a file" {
				t.Errorf("%v\nwant %q and the path", err, test.want)
			}
		})
	}
}

// A page that became something else is told of, not served.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "reviews.db")
	db := open(t, path)
	c := reviewdb.Commit{Event: change.Event{Revision: 1, ChangedAt: time.Unix(1, 0)}}
	for i := range 100 {
		c.Upserts = append(c.Upserts, reviewdb.Row{Review: review.Review{ID: review.NewID("a", strconv.Itoa(i)), Rating: 5, Text: strings.Repeat("x", 1000)}})
	}
	if err := db.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(content[:len(content)/2])+strings.Repeat("?", len(content)-len(content)/2))

	s, err := open(t, path).Load(t.Context())
	if fault, ok := errors.AsType[*reviewdb.AdviceError](err); !ok || !strings.Contains(fault.Advice, "damaged") {
		t.Errorf("%d reviews, %v; want the advice to restore a backup", len(s.Reviews), err)
	}
}

// A full disk leaves the state before the commit, and with room again the same
// commit goes in.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "reviews.db")
	db := open(t, path)
	limit := func(pages string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), `PRAGMA max_page_count = `+pages); err != nil {
			t.Fatal(err)
		}
	}
	c := reviewdb.Commit{Event: change.Event{Revision: 1, ChangedAt: time.Unix(1, 0)}}
	for range 20 {
		c.Upserts = append(c.Upserts, reviewdb.Row{Review: review.Review{ID: review.NewID("a", time.Now().String()), Rating: 5, Text: strings.Repeat("x", 10_000)}})
	}
	limit("20")
	err := db.Commit(t.Context(), c)
	if err == nil || !strings.Contains(err.Error(), "the disk is full: make room, nothing was written") {
		t.Fatalf("commit on a full disk: %v", err)
	}
	if s, err := db.Load(t.Context()); err != nil || s.Revision != 0 || len(s.Reviews) != 0 {
		t.Errorf("revision %d, %d reviews, %v", s.Revision, len(s.Reviews), err)
	}
	limit("100000")
	if err := db.Commit(t.Context(), c); err != nil {
		t.Error(err)
	}
}

// A commit is synced before it is acknowledged, and the file is ours alone.
func TestSettingsOfTheFile(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "reviews.db"))
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "locking_mode": "exclusive", "user_version": "3"} {
		var got string
		if err := db.QueryRowContext(t.Context(), `PRAGMA `+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, want %q (%v)", pragma, got, want, err)
		}
	}
}

// alter makes a database and changes it behind its back.
func alter(t *testing.T, path, statement string) {
	t.Helper()
	if err := open(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.ExecContext(context.Background(), statement)
		_ = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
