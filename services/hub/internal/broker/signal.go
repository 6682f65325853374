package broker

import (
	"github.com/nats-io/nats.go"

	"github.com/reviewdata/reviewdata/pkg/change"
)

// The subjects of the words that replicas send each other. A word that gets
// lost is harmless: it only makes somebody look sooner.
const (
	wordShards  = "hub.shards"
	wordRequest = "hub.requested"
)

// listen hears the events of the store and the words of other replicas.
func (b *Broker) listen() error {
	for subject, receive := range map[string]nats.MsgHandler{
		change.Subject: func(*nats.Msg) { b.options.Commit() },
		wordShards:     func(*nats.Msg) { b.look() },
		wordRequest:    b.requested,
	} {
		if _, err := b.conn.Subscribe(subject, receive); err != nil {
			return err
		}
	}
	return nil
}

// Heard is filled when the table of shards is to be looked at.
func (b *Broker) Heard() <-chan struct{} { return b.tables }

// Tell asks the other replicas to look at the table of shards.
func (b *Broker) Tell() { _ = b.conn.Publish(wordShards, nil) }

// Requested has the keys of requests that were just made, as far as they were
// heard of.
func (b *Broker) Requested() <-chan string { return b.requests }

func (b *Broker) look() {
	select {
	case b.tables <- struct{}{}:
	default: // somebody is about to
	}
}

func (b *Broker) requested(m *nats.Msg) {
	select {
	case b.requests <- string(m.Data):
	default: // it is found later
	}
}
