package broker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// ErrNotFound says that there is no such subscription.
var ErrNotFound = errors.New("no such subscription")

// Entry is a subscription as it is kept.
type Entry struct {
	Key     subscription.Key
	Record  subscription.Record
	Version uint64              // of Record
	State   *subscription.State // nil when it was lost
}

// Load returns the subscriptions of shards, as they were when it was called or
// later.
func (b *Broker) Load(ctx context.Context, shards []int) ([]Entry, error) {
	o, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	states, err := b.list(ctx, o.states, o.statesStream, shards)
	if err != nil {
		return nil, fmt.Errorf("load states: %w", err)
	}
	records, err := b.list(ctx, o.subscriptions, o.recordsStream, shards)
	if err != nil {
		return nil, fmt.Errorf("load subscriptions: %w", err)
	}
	var entries []Entry
	for name, r := range records {
		entry, err := decodeRecord(r)
		if err != nil { // the others are served all the same
			b.unreadable(ctx, r, err)
			continue
		}
		if s, there := states[name]; there {
			state, err := subscription.DecodeState(s.Value())
			if entry.State = &state; err != nil { // it is as good as lost
				entry.State = nil
				b.unreadable(ctx, s, err)
			}
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func decodeRecord(e jetstream.KeyValueEntry) (Entry, error) {
	key, err := subscription.ParseKey(e.Key())
	if err != nil {
		return Entry{}, err
	}
	r, err := subscription.DecodeRecord(e.Value())
	return Entry{Key: key, Record: r, Version: e.Revision()}, err
}

func (b *Broker) unreadable(ctx context.Context, e jetstream.KeyValueEntry, err error) {
	b.options.Logger.ErrorContext(ctx, "unreadable", slog.String("bucket", e.Bucket()), slog.String("subscription", e.Key()), slog.Any("error", err))
}

// Find returns one subscription, or ErrNotFound.
func (b *Broker) Find(ctx context.Context, key subscription.Key) (Entry, error) {
	o, err := b.open(ctx)
	if err != nil {
		return Entry{}, err
	}
	e, err := o.subscriptions.Get(ctx, key.String())
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return Entry{}, ErrNotFound
	}
	if err != nil {
		return Entry{}, fmt.Errorf("find subscription: %w", err)
	}
	return decodeRecord(e)
}

// SaveRecord writes a record over the version of it that is known, 0 for a new
// one, and returns the new version. It is on disk then.
func (b *Broker) SaveRecord(ctx context.Context, key subscription.Key, r subscription.Record, version uint64) (uint64, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	o, err := b.open(ctx)
	if err != nil {
		return 0, err
	}
	body, err := subscription.EncodeRecord(r)
	if err != nil {
		return 0, err
	}
	if version == 0 {
		version, err = o.subscriptions.Create(ctx, key.String(), body)
	} else {
		version, err = o.subscriptions.Update(ctx, key.String(), body, version)
	}
	return version, conflict(err)
}

// RemoveRecord removes a subscription of which a version is known, and its
// state.
func (b *Broker) RemoveRecord(ctx context.Context, key subscription.Key, version uint64) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	o, err := b.open(ctx)
	if err != nil {
		return err
	}
	if err := conflict(o.subscriptions.Purge(ctx, key.String(), jetstream.LastRevision(version), jetstream.PurgeTTL(markerLife))); err != nil {
		return err
	}
	return o.statesStream.Purge(ctx, jetstream.WithPurgeSubject(prefixStates+key.String()))
}
