package broker

import (
	"context"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// SaveState sends a state to the server and does not wait for it, not even for
// a word that it has arrived: if it has not, the content is delivered again.
func (b *Broker) SaveState(key subscription.Key, s subscription.State) error {
	body, err := subscription.EncodeState(s)
	if err != nil {
		return err
	}
	return b.conn.Publish(prefixStates+key.String(), body)
}

// Flush waits until the states that were sent are there for other replicas to
// read. The server takes what is for one stream in order: so they are once it
// acknowledges something later.
func (b *Broker) Flush(ctx context.Context) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if _, err := b.js.Publish(ctx, prefixStates+keyFlush, nil); err != nil {
		return fmt.Errorf("flush states: %w", err)
	}
	return nil
}

// keyFlush is a key that no subscription has.
const keyFlush = "flush"

// History returns the last states of a subscription, the newest first. Those
// before the last loss of states are not among them.
func (b *Broker) History(ctx context.Context, key subscription.Key) ([]subscription.State, error) {
	o, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := o.states.History(ctx, key.String(), jetstream.IgnoreDeletes())
	if err != nil && err != jetstream.ErrKeyNotFound { //nolint:errorlint // it is returned as it is
		return nil, fmt.Errorf("read outcomes: %w", err)
	}
	var history []subscription.State
	for _, e := range slices.Backward(entries) {
		s, err := subscription.DecodeState(e.Value())
		if err != nil {
			return nil, err
		}
		history = append(history, s)
	}
	return history, nil
}
