// Package subscriber is a WebSub subscriber for one topic on this machine
// (W3C WebSub §4 and §5): it finds the hub, takes part in the handshake,
// checks signatures, and hands on what it is sent.
package subscriber

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// lease is how long a subscription is asked for. It ends by itself soon after
// a subscriber that could not end it.
const lease = time.Hour

// waiting is how many events may wait to be read before callers of the
// callback have to.
const waiting = 64

// Subscriber is one subscription. Its events come from Events, which must be
// read.
type Subscriber struct {
	topic    Topic
	client   *http.Client
	callback *url.URL
	secret   string
	server   *http.Server
	events   chan Event
	closing  chan struct{} // closed when nobody reads events any more
	ending   chan struct{} // closed when the end was asked for
}

// An Event is a Confirmation, a Push or a Denial.
type Event interface{ event() }

// Confirmation says that the hub has asked, and was told yes.
type Confirmation struct {
	Ended bool          // what was confirmed is the end
	Lease time.Duration // that the hub grants
}

// Push is a delivery.
type Push struct {
	At        time.Time
	Revision  string // as the hub names it; empty when it does not
	Size      int    // in bytes
	Signature error  // nil when it proves that the hub knows the secret
}

// Denial says that the hub has ended the subscription.
type Denial struct{ Reason string }

func (Confirmation) event() {}
func (Push) event()         {}
func (Denial) event()       {}

// Start listens on this machine with a certificate. Close ends that.
func Start(ctx context.Context, topic Topic, client *http.Client, certificate tls.Certificate) (*Subscriber, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Subscriber{
		topic:  topic,
		client: client,
		// Who knows the address can speak to us: nobody shall guess it.
		callback: &url.URL{Scheme: "https", Host: listener.Addr().String(), Path: "/" + rand.Text()},
		secret:   rand.Text(),
		events:   make(chan Event, waiting),
		closing:  make(chan struct{}),
		ending:   make(chan struct{}),
	}
	s.server = &http.Server{
		Handler:     s,
		TLSConfig:   &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12},
		ReadTimeout: time.Minute,
		ErrorLog:    log.New(io.Discard, "", 0), // of strangers that knock
	}
	go func() { _ = s.server.ServeTLS(listener, "", "") }() // until Close
	return s, nil
}

// Events is where events come from, in their order.
func (s *Subscriber) Events() <-chan Event { return s.events }

// Close stops listening.
func (s *Subscriber) Close() error {
	close(s.closing)
	return s.server.Close()
}

// Subscribe asks the hub for the subscription, or for more of it. A
// Confirmation follows.
func (s *Subscriber) Subscribe(ctx context.Context) error {
	return s.ask(ctx, url.Values{
		"hub.mode":          {"subscribe"},
		"hub.secret":        {s.secret},
		"hub.lease_seconds": {strconv.Itoa(int(lease.Seconds()))},
	})
}

// Unsubscribe asks the hub to end the subscription, once. A Confirmation
// follows.
func (s *Subscriber) Unsubscribe(ctx context.Context) error {
	close(s.ending)
	return s.ask(ctx, url.Values{"hub.mode": {"unsubscribe"}})
}

// ask sends a form to the hub. Redirects are followed as the recommendation
// wants: 307 and 308 with the form (§5.1).
func (s *Subscriber) ask(ctx context.Context, form url.Values) error {
	form.Set("hub.callback", s.callback.String())
	form.Set("hub.topic", s.topic.Self)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.topic.Hub, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusAccepted {
		return fmt.Errorf("the hub refuses (%s): %s", res.Status, reason(res.Body))
	}
	return nil
}

// emit hands on an event, unless nobody cares any more.
func (s *Subscriber) emit(ctx context.Context, e Event) error {
	select {
	case s.events <- e:
		return nil
	case <-s.closing:
		return errors.New("closing")
	case <-ctx.Done():
		return ctx.Err()
	}
}
