package broker

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// ErrBusy says that too many requests wait to be carried out.
var ErrBusy = errors.New("too many requests are pending")

// Request keeps a request in place of an earlier one about the same
// subscription, and tells the replicas. It is on disk then.
func (b *Broker) Request(ctx context.Context, r subscription.Request) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if _, err := b.open(ctx); err != nil {
		return err
	}
	body, err := subscription.EncodeRequest(r)
	if err != nil {
		return err
	}
	key := r.Key().String()
	_, err = b.js.Publish(ctx, prefixRequests+key, body, jetstream.WithRetryAttempts(0))
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == streamIsFull {
		return ErrBusy
	}
	if err != nil {
		return fmt.Errorf("keep a request: %w", err)
	}
	_ = b.conn.Publish(wordRequest, []byte(key)) // whoever misses it finds the request later
	return nil
}

// streamIsFull is what the server says when a stream takes no more.
const streamIsFull jetstream.ErrorCode = 10077

// Pending returns the subscriptions that requests wait for.
func (b *Broker) Pending(ctx context.Context) ([]subscription.Key, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	o, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	info, err := o.requests.Info(ctx, jetstream.WithSubjectFilter(prefixRequests+">"))
	if err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	var keys []subscription.Key
	for subject := range info.State.Subjects {
		if key, err := subscription.ParseKey(strings.TrimPrefix(subject, prefixRequests)); err == nil {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// NextRequest returns the request about a subscription and its place, or
// ErrNotFound.
func (b *Broker) NextRequest(ctx context.Context, key subscription.Key) (subscription.Request, uint64, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	o, err := b.open(ctx)
	if err != nil {
		return subscription.Request{}, 0, err
	}
	m, err := o.requests.GetLastMsgForSubject(ctx, prefixRequests+key.String())
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return subscription.Request{}, 0, ErrNotFound
	}
	if err != nil {
		return subscription.Request{}, 0, fmt.Errorf("read a request: %w", err)
	}
	r, err := subscription.DecodeRequest(m.Data)
	return r, m.Sequence, err
}

// Done removes the request at a place, which was carried out. One that has
// come in its stead stays.
func (b *Broker) Done(ctx context.Context, place uint64) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	o, err := b.open(ctx)
	if err != nil {
		return err
	}
	err = o.requests.DeleteMsg(ctx, place)
	if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) || errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // a later one has replaced it
	}
	return err
}

// Count returns how many subscriptions there are, and how many of them at the
// host of a callback.
func (b *Broker) Count(ctx context.Context, host string) (total, there int, err error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	o, err := b.open(ctx)
	if err != nil {
		return 0, 0, err
	}
	info, err := o.recordsStream.Info(ctx, jetstream.WithSubjectFilter("$KV."+bucketSubscriptions+".*.*."+host+".*"))
	if err != nil {
		return 0, 0, fmt.Errorf("count subscriptions: %w", err)
	}
	return int(info.State.Msgs), len(info.State.Subjects), nil
}
