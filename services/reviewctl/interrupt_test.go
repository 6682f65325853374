package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/command"
)

// TestTimeoutEndsTheWait: a store that hangs does not make the command hang.
func TestTimeoutEndsTheWait(t *testing.T) {
	t.Parallel()
	store := storetest.Start(t, storetest.Options{})
	store.Freeze()
	defer store.Thaw()
	for name, args := range map[string][]string{
		"stats":  {"stats"},
		"show":   {"show", "01JC3Y5N8Q4T6V7W8X9Y0Z1A2B"},
		"remove": {"remove", "01JC3Y5N8Q4T6V7W8X9Y0Z1A2B"},
		"apply":  {"business", "apply", "internal/profile/testdata/brookside.yaml"},
		"import": {"import", "internal/dataset/testdata/peer.json"},
	} {
		args = append(args, "--timeout=50ms", "--store-addr="+store.Addr(), "--admin-addr="+store.AdminAddr())
		var stdout, stderr bytes.Buffer
		code := command.Run(t.Context(), args, func(string) string { return "" }, command.Streams{Out: &stdout, Err: &stderr})
		if code != 1 || !strings.Contains(stderr.String(), "does not answer") {
			t.Errorf("%s: exit code %d, stderr %q; want 1 and that the store does not answer", name, code, stderr.String())
		}
	}
}

// TestInterruptedImportLeavesNothing: an import that is interrupted says that
// nothing was imported, and nothing was, although the store already had most
// of the records.
func TestInterruptedImportLeavesNothing(t *testing.T) {
	t.Parallel()
	store := storetest.Start(t, storetest.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	in, typed := io.Pipe()
	var stdout, stderr bytes.Buffer
	code := make(chan int)
	go func() {
		code <- command.Run(ctx, []string{"import", "-", "--admin-addr", store.AdminAddr()},
			func(string) string { return "" }, command.Streams{In: in, Out: &stdout, Err: &stderr})
	}()
	// Far more than what is looked at to tell the format, and several batches.
	text := strings.Repeat("x", 500)
	for i := range 4000 {
		if _, err := fmt.Fprintf(typed, `{"source":"google","source_id":"i%d","rating":5,"date":"2026-03-01","text":"%s"}`+"\n", i, text); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if got := <-code; got != 1 {
		t.Errorf("exit code %d, want 1", got)
	}
	if err := typed.Close(); err != nil {
		t.Error(err)
	}
	if got, want := stderr.String(), "reviewctl: -: nothing was imported: interrupted\n"; got != want {
		t.Errorf("stderr %q, want %q", got, want)
	}
	if stdout.Len() > 0 {
		t.Errorf("stdout %q, want nothing", stdout.String())
	}
	if revision, err := store.Client().Revision(t.Context()); err != nil || revision != 0 {
		t.Errorf("revision %d, %v; want 0", revision, err)
	}
}

// TestLostConnectionLeavesNothing: when the store dies in the middle of an
// import, reviewctl says that nothing was imported, and nothing was.
func TestLostConnectionLeavesNothing(t *testing.T) {
	t.Parallel()
	store := storetest.Start(t, storetest.Options{})
	in, typed := io.Pipe()
	var stdout, stderr bytes.Buffer
	code := make(chan int)
	go func() {
		got := command.Run(t.Context(), []string{"import", "-", "--admin-addr", store.AdminAddr()},
			func(string) string { return "" }, command.Streams{In: in, Out: &stdout, Err: &stderr})
		_ = in.Close() // who types need not wait any more
		code <- got
	}()
	row := fmt.Sprintf("google,i%%d,5,2026-03-01,%s\n", strings.Repeat("x", 500))
	if _, err := io.WriteString(typed, "source,source_id,rating,date,text\n"); err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		if i == 4000 {
			store.Kill()
		}
		if _, err := fmt.Fprintf(typed, row, i); err != nil {
			break
		}
	}
	if got := <-code; got != 1 {
		t.Errorf("exit code %d, want 1", got)
	}
	want := "reviewctl: -: nothing was imported: the store at " + store.AdminAddr() + " does not answer: "
	if !strings.HasPrefix(stderr.String(), want) || stdout.Len() > 0 {
		t.Errorf("stderr %q, stdout %q; want %q", stderr.String(), stdout.String(), want)
	}
	store.Restart()
	if revision, err := store.Client().Revision(t.Context()); err != nil || revision != 0 {
		t.Errorf("revision %d, %v; want 0", revision, err)
	}
}
