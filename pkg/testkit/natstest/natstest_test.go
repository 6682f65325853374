package natstest_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/pkg/testkit/natstest"
)

func connect(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func TestStreamsOutliveARestart(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t)
	url := s.URL()
	js := connect(t, url)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "s", []byte("kept")); err != nil {
		t.Fatal(err)
	}

	s.Stop()
	s.Stop()
	if nc, err := nats.Connect(url); err == nil {
		nc.Close()
		t.Error("a stopped server still answers")
	}
	s.Restart()
	if s.URL() != url {
		t.Errorf("URL after a restart = %s, want %s", s.URL(), url)
	}
	stream, err := connect(t, url).Stream(t.Context(), "S")
	if err != nil {
		t.Fatal(err)
	}
	msg, err := stream.GetLastMsgForSubject(t.Context(), "s")
	if err != nil || string(msg.Data) != "kept" {
		t.Errorf("last message = %v, %v", msg, err)
	}
}

func TestClientsReconnect(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t)
	down, up := make(chan struct{}, 1), make(chan struct{}, 1)
	nc, err := nats.Connect(s.URL(),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(time.Millisecond),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // it is nil for the Close at the end of the test
				down <- struct{}{}
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { up <- struct{}{} }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	s.Restart()
	<-down
	<-up
}

func TestServersAreApart(t *testing.T) {
	t.Parallel()
	a, b := natstest.Start(t), natstest.Start(t)
	if a.URL() == b.URL() {
		t.Errorf("two servers share %s", a.URL())
	}
	if _, err := connect(t, a.URL()).CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t, b.URL()).Stream(t.Context(), "S"); err == nil {
		t.Error("a stream of one server is in the other")
	}
}
