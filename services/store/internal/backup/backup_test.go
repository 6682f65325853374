package backup

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// sample has one of everything.
func sample() Content {
	s := reviewtest.Snapshot()
	c := Content{
		State: reviewdb.State{
			Revision: s.Revision, ChangedAt: s.ChangedAt, BaseURL: s.BaseURL, Business: s.Business,
			Tombstones: s.Tombstones, Marks: s.Marks, Forgotten: []review.ID{review.NewID("google", "gone")},
		},
		History: []review.HistoryEntry{{
			Number: 1, At: time.Unix(7, 0).UTC(), Action: review.ActionImport,
			Origin: review.Origin{Actor: "me", File: "reviews.jsonl"}, Result: review.ImportResult{Revision: 9, Added: 8},
		}},
	}
	for _, r := range s.Reviews {
		c.State.Reviews = append(c.State.Reviews, reviewdb.Row{Review: r, Given: reviewdb.Mentions{Services: []string{"x"}}})
	}
	return c
}

func write(t testing.TB, c Content) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Content{"empty": {}, "sample": sample()} {
		got, err := Read(bytes.NewReader(write(t, want)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-written +read)\n%s", name, diff)
		}
	}
}

// No part of a backup is taken for the whole, wherever it ends.
func TestPartOfABackup(t *testing.T) {
	t.Parallel()
	whole := write(t, sample())
	for range 200 {
		n := rand.IntN(len(whole))
		if _, err := Read(bytes.NewReader(whole[:n])); !errors.Is(err, ErrMalformed) {
			t.Fatalf("%d of %d bytes: %v", n, len(whole), err)
		}
	}
}

// unzip returns the lines of a backup.
func unzip(t *testing.T, b []byte) []string {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	lines := unzip(t, write(t, sample()))
	n := len(lines)
	for name, text := range map[string]string{
		"a line is missing":  strings.Join(lines[:2], "") + strings.Join(lines[3:], ""),
		"no head":            strings.Join(lines[1:], ""),
		"a newer version":    strings.Replace(strings.Join(lines, ""), `"Version":1`, `"Version":2`, 1),
		"something else":     `{"hello":1}`,
		"something follows":  strings.Join(lines, "") + "\n" + lines[1],
		"an empty line":      lines[0] + "{}\n" + strings.Join(lines[1:], ""),
		"the end is missing": strings.Join(lines[:n-1], ""),
	} {
		var b bytes.Buffer
		zip := gzip.NewWriter(&b)
		_, _ = zip.Write([]byte(text)) // a buffer takes everything
		_ = zip.Close()
		if _, err := Read(&b); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whatever is read as a backup is written and read again alike.
func FuzzRead(f *testing.F) {
	f.Add(write(f, sample()))
	f.Add(write(f, Content{}))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Read(bytes.NewReader(b))
		if err != nil {
			return
		}
		again, err := Read(bytes.NewReader(write(t, c)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Errorf("(-first +second)\n%s", diff)
		}
	})
}
