package broker

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// list returns the newest value of each key of shards. The server that answers
// may be behind the one that acknowledged the last write: we write a mark, and
// read until it comes. Nobody else reads it.
func (b *Broker) list(ctx context.Context, bucket jetstream.KeyValue, stream jetstream.Stream, shards []int) (map[string]jetstream.KeyValueEntry, error) {
	if len(shards) == 0 {
		return nil, nil
	}
	key := markKey()
	subject := "$KV." + bucket.Bucket() + "." + key
	mark, err := b.mark(ctx, subject)
	if err != nil {
		return nil, fmt.Errorf("mark: %w", err)
	}
	defer func() { _ = stream.Purge(ctx, jetstream.WithPurgeSubject(subject)) }() // if that fails, it goes away by itself
	keys := []string{key}
	for _, s := range shards {
		keys = append(keys, strconv.Itoa(s)+".>")
	}
	var found map[string]jetstream.KeyValueEntry
	for range listings {
		if found, err = readUntil(ctx, bucket, keys, mark); !errors.Is(err, errSilent) {
			break
		}
	}
	return found, err
}

// How often a listing is tried, and how long it may be silent.
const (
	listings = 5
	silence  = time.Second
)

// errSilent is of a listing that does not come to its end. The server lists first what it
// will send; when a value of that is purged meanwhile, as the states of an ended subscription
// are, it waits for the next write before it sends the rest (2.15).
var errSilent = errors.New("the listing has stopped")

// markKey returns a key that nobody has, in no shard.
func markKey() string { return "mark." + rand.Text() }

// mark writes that nothing is at a key that nobody has, and returns the number
// of that write.
func (b *Broker) mark(ctx context.Context, subject string) (uint64, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	message := nats.NewMsg(subject)
	message.Header.Set("KV-Operation", "DEL")
	ack, err := b.js.PublishMsg(ctx, message, jetstream.WithMsgTTL(markerLife))
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// readUntil returns the newest value of each of the keys, not before it has
// seen the write of a number, or a later one.
func readUntil(ctx context.Context, bucket jetstream.KeyValue, keys []string, mark uint64) (map[string]jetstream.KeyValueEntry, error) {
	watcher, err := bucket.WatchFiltered(ctx, slices.Clone(keys)) // it changes them
	if err != nil {
		return nil, err
	}
	defer func() { _ = watcher.Stop() }()
	return newestOf(ctx, watcher.Updates(), mark)
}

// newestOf returns the newest value of each key that is told of.
func newestOf(ctx context.Context, updates <-chan jetstream.KeyValueEntry, mark uint64) (map[string]jetstream.KeyValueEntry, error) {
	newest := map[string]jetstream.KeyValueEntry{}
	for listed, reached := false, false; !listed || !reached; {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(silence):
			return nil, errSilent
		case e, open := <-updates:
			switch {
			case !open:
				return nil, errors.New("the listing broke off")
			case e == nil: // that was all, to the knowledge of the server
				listed = true
			default:
				newest[e.Key()] = e
				reached = reached || e.Revision() >= mark
			}
		}
	}
	maps.DeleteFunc(newest, func(_ string, e jetstream.KeyValueEntry) bool { return e.Operation() != jetstream.KeyValuePut })
	return newest, nil
}
