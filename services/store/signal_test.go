package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/pkg/testkit/servicetest"
)

// A store that is told to stop while it is read and written ends cleanly and
// in time; its clients hear that it is away, and nothing worse.
func TestSIGTERMUnderLoad(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	r := &running{t: t, read: servicetest.FreeAddress(t), admin: servicetest.FreeAddress(t)}
	var log bytes.Buffer
	child := exec.Command(os.Getenv("REVIEWS_TEST_STORE_BINARY"), "-listen", r.read, "-admin-listen", r.admin,
		"-ops-listen", "127.0.0.1:0", "-data-dir", data, "-nats-url", "nats://"+servicetest.FreeAddress(t), "-drain", "20s")
	child.Stderr = &log
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	t.Cleanup(func() { _ = child.Process.Kill() })

	reader := r.client()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, err := reader.Revision(t.Context()); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the store does not answer")
		}
	}
	begun := make(chan struct{})
	enough := sync.OnceFunc(func() { close(begun) })
	acknowledged := make(chan review.ID, 100_000)
	var load sync.WaitGroup
	for i := range 3 {
		load.Go(func() { r.writeUntilAway(strconv.Itoa(i), acknowledged, enough) })
		load.Go(func() { readUntilAway(t, reader) })
	}
	<-begun
	if err := child.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the store ended with %v\n%s", err, log.String())
	}
	load.Wait()
	close(acknowledged)

	if _, err := os.Stat(filepath.Join(data, "reviews.db-wal")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the write-ahead log: %v, want none", err)
	}
	again := start(t, map[string]string{"REVIEWS_DATA_DIR": data}).client()
	for id := range acknowledged {
		if _, err := again.Review(t.Context(), id, 0); err != nil {
			t.Fatalf("%s was acknowledged: %v", id, err)
		}
	}
}

// writeUntilAway imports one review after the other until the store is away,
// and says when there are some.
func (r *running) writeUntilAway(prefix string, acknowledged chan<- review.ID, enough func()) {
	defer enough()
	for n := 0; ; n++ {
		key := prefix + "/" + strconv.Itoa(n)
		err := r.send(key)
		if err != nil {
			if !errors.Is(err, review.ErrUnavailable) {
				r.t.Errorf("import: %v", err)
			}
			return
		}
		acknowledged <- review.NewID("google", key)
		if n == 20 {
			enough()
		}
	}
}

// readUntilAway searches and fetches until the store is away.
func readUntilAway(t *testing.T, c *storeclient.Client) {
	for {
		_, err := c.Search(t.Context(), review.Query{Limit: review.MaxLimit}, 0)
		if err == nil {
			_, err = c.Snapshot(t.Context(), 0, 0)
		}
		if err != nil {
			if !errors.Is(err, review.ErrUnavailable) {
				t.Errorf("reading: %v", err)
			}
			return
		}
	}
}
