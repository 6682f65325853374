package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/command"
)

// TestManyBadRows: of a hundred thousand bad rows a few are listed, all are
// counted by reason, and all are written down, whoever found them.
func TestManyBadRows(t *testing.T) {
	t.Parallel()
	const each = 50_000
	store := storetest.Start(t, storetest.Options{})
	var in strings.Builder
	in.WriteString("source,source_id,rating,date\n")
	for i := range each {
		fmt.Fprintf(&in, "google,a%d,nine,2026-03-01\n", i) // reviewctl finds out
		fmt.Fprintf(&in, "google,b%d,5,2999-03-01\n", i)    // the store does
	}
	rejected := filepath.Join(t.TempDir(), "rejected.csv")
	var stdout, stderr bytes.Buffer
	code := command.Run(t.Context(), []string{"import", "-", "--rejected", rejected, "--admin-addr", store.AdminAddr()},
		func(string) string { return "" }, command.Streams{In: strings.NewReader(in.String()), Out: &stdout, Err: &stderr})
	if code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	want := []string{
		"-: … and 99980 more rejected records; the reasons of all 100000:",
		"-:   50000: date must not be in the future",
		"-:   50000: rating must be a whole number of stars from 1 to 5",
		"-: what was rejected is in " + rejected + ": mend it and import that",
	}
	if diff := cmp.Diff(want, lines[min(20, len(lines)):]); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
	text, err := os.ReadFile(filepath.Clean(rejected))
	if err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(text, []byte("\n")); got != 2*each+1 {
		t.Errorf("%d lines in the file of rejected rows, want %d", got, 2*each+1)
	}
	if i := bytes.Index(text, []byte("\n,")); i >= 0 {
		t.Errorf("a row was not kept: %.100s", text[i:])
	}
}
