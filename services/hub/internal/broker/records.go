package broker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

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

// Load returns the subscriptions of shards.
func (b *Broker) Load(ctx context.Context, shards []int) ([]Entry, error) {
	o, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	filters := make([]string, len(shards))
	for i, s := range shards {
		filters[i] = strconv.Itoa(s) + ".>"
	}
	states := map[subscription.Key]subscription.State{}
	err = b.each(ctx, o.states, filters, func(k subscription.Key, e jetstream.KeyValueEntry) error {
		s, err := subscription.DecodeState(e.Value())
		states[k] = s
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("load states: %w", err)
	}
	var entries []Entry
	err = b.each(ctx, o.subscriptions, filters, func(k subscription.Key, e jetstream.KeyValueEntry) error {
		r, err := subscription.DecodeRecord(e.Value())
		entry := Entry{Key: k, Record: r, Version: e.Revision()}
		if s, ok := states[k]; ok {
			entry.State = &s
		}
		entries = append(entries, entry)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("load subscriptions: %w", err)
	}
	return entries, nil
}

// each calls take with the newest value of each key that passes the filters.
// One that cannot be read is left out, and does not keep the others from being
// served.
func (b *Broker) each(ctx context.Context, bucket jetstream.KeyValue, filters []string, take func(subscription.Key, jetstream.KeyValueEntry) error) error {
	watcher, err := bucket.WatchFiltered(ctx, slices.Clone(filters), jetstream.IgnoreDeletes()) // it writes into what it is given
	if err != nil {
		return err
	}
	defer func() { _ = watcher.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
			return errors.New("the listing has stopped")
		case e, open := <-watcher.Updates():
			if !open {
				return errors.New("the listing broke off")
			}
			if e == nil { // that was all
				return nil
			}
			key, err := subscription.ParseKey(e.Key())
			if err == nil {
				err = take(key, e)
			}
			if err != nil {
				b.options.Logger.ErrorContext(ctx, "unreadable", slog.String("bucket", bucket.Bucket()), slog.String("subscription", e.Key()), slog.Any("error", err))
			}
		}
	}
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
	r, err := subscription.DecodeRecord(e.Value())
	return Entry{Key: key, Record: r, Version: e.Revision()}, err
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
