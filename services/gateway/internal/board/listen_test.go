package board

import (
	"bufio"
	"context"
	"io"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/reviewdata/reviewdata/pkg/change"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
)

// listen makes a board hear the events at url until the test ends, and returns
// the revisions it hears of.
func listen(t *testing.T, b *Board, url string) <-chan review.Revision {
	t.Helper()
	heard := make(chan review.Revision, 100)
	b.hear = func(_ context.Context, revision review.Revision) { heard <- revision }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Listen(ctx, url) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Listen: %v", err)
		}
	})
	return heard
}

// expectNews waits until the board has heard something, and checks what.
func expectNews(t *testing.T, heard <-chan review.Revision, want review.Revision, when string) {
	t.Helper()
	select {
	case got := <-heard:
		if got != want {
			t.Errorf("%s: heard of revision %d, want %d", when, got, want)
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("%s: heard nothing", when)
	}
}

// publish sends a message as the store does.
func publish(t *testing.T, url string, data []byte) {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Publish(change.Subject, data); err != nil {
		t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
}

func encode(t *testing.T, e change.Event) []byte {
	t.Helper()
	data, err := change.Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestListen(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	b := newBoard(t, &memory{})
	heard := listen(t, b, server.URL())
	expectNews(t, heard, 0, "connected")
	if b.metrics.deaf.Load() {
		t.Error("connected, but says it hears nothing")
	}
	publish(t, server.URL(), encode(t, change.Event{Revision: 7}))
	expectNews(t, heard, 7, "event")
	publish(t, server.URL(), []byte("\xff"))
	expectNews(t, heard, 0, "malformed event")

	server.Restart()
	expectNews(t, heard, 0, "connected again")
	publish(t, server.URL(), encode(t, change.Event{Revision: 8}))
	expectNews(t, heard, 8, "event after the restart")
}

func TestListenToAServerThatComesLate(t *testing.T) {
	t.Parallel()
	server := natstest.Start(t)
	server.Stop()
	b := newBoard(t, &memory{})
	heard := listen(t, b, server.URL())
	server.Restart()
	expectNews(t, heard, 0, "connected")
	publish(t, server.URL(), encode(t, change.Event{Revision: 7}))
	expectNews(t, heard, 7, "event")
}

// refuse is a NATS server that does not know the client, and returns its
// address. It tells of each try.
func refuse(t *testing.T, tries chan<- struct{}) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = io.WriteString(conn, "INFO {\"auth_required\":true}\r\n")
			_, _ = bufio.NewReader(conn).ReadString('\n') // CONNECT
			_, _ = io.WriteString(conn, "-ERR 'Authorization Violation'\r\n")
			_ = conn.Close()
			tries <- struct{}{}
		}
	})
	t.Cleanup(func() { _ = l.Close(); serving.Wait() })
	return "nats://" + l.Addr().String()
}

// A server that refuses the gateway may be told of it a moment later: giving
// up would leave the gateway deaf until it is started anew.
func TestListenToAServerThatRefuses(t *testing.T) {
	t.Parallel()
	const enough = 4 // the library by itself gives up at the second refusal
	tries := make(chan struct{}, 100)
	listen(t, newBoard(t, &memory{}), refuse(t, tries))
	for i := range enough {
		select {
		case <-tries:
		case <-time.After(10 * time.Second):
			t.Fatalf("gave up after %d tries", i)
		}
	}
}

func TestListenToNoServer(t *testing.T) {
	t.Parallel()
	if err := newBoard(t, &memory{}).Listen(t.Context(), "nats://a b"); err == nil {
		t.Error("no error, want one about the address")
	}
}
