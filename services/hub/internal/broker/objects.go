package broker

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The names of what the hub keeps.
const (
	bucketSubscriptions = "HUB_SUBSCRIPTIONS"
	bucketStates        = "HUB_STATES"
	bucketShards        = "HUB_SHARDS"
	streamRequests      = "HUB_REQUESTS"

	prefixRequests = "hub.request."
	prefixStates   = "$KV." + bucketStates + "."
)

// The bounds of what the hub keeps.
const (
	requestsPending = 1000      // at a time
	requestLife     = time.Hour // of one that nobody could carry out
	markerLife      = time.Minute
	// Outcomes is how many attempts to deliver are remembered.
	Outcomes = 20
	// statesKept has room for those that are saved without an attempt: when a
	// subscription is made, is to be delivered again, or the states were lost.
	statesKept = 2 * Outcomes
)

// objects are the handles of what is at the server.
type objects struct {
	subscriptions, states, shards jetstream.KeyValue
	statesStream, recordsStream   jetstream.Stream
	requests                      jetstream.Stream
}

// open returns the handles, after making what is not there.
func (b *Broker) open(ctx context.Context) (*objects, error) {
	select {
	case b.turn <- struct{}{}: // whoever has it may wait for the server
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return nil, fmt.Errorf("prepare the streams: %w", ctx.Err())
	}
	if b.stale.Swap(false) {
		b.objects = nil
	}
	if b.objects != nil {
		return b.objects, nil
	}
	o, err := b.make(ctx)
	if err != nil {
		return nil, fmt.Errorf("prepare the streams: %w", err)
	}
	if b.opened {
		go b.options.Lost()
	}
	b.objects, b.opened = o, true
	return o, nil
}

// forget makes the next call look whether everything is there.
func (b *Broker) forget() { b.stale.Store(true) }

func (b *Broker) make(ctx context.Context) (*objects, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	o := &objects{}
	var err error
	for _, bucket := range []struct {
		handle *jetstream.KeyValue
		config jetstream.KeyValueConfig
	}{
		{&o.subscriptions, jetstream.KeyValueConfig{Bucket: bucketSubscriptions, Description: "subscriptions", Storage: jetstream.FileStorage, LimitMarkerTTL: markerLife}},
		{&o.states, jetstream.KeyValueConfig{Bucket: bucketStates, Description: "how far each subscription is", Storage: jetstream.MemoryStorage, History: statesKept, LimitMarkerTTL: markerLife}},
		{&o.shards, jetstream.KeyValueConfig{Bucket: bucketShards, Description: "which replica holds which subscriptions", Storage: jetstream.FileStorage}},
	} {
		bucket.config.Replicas = b.options.Replicas
		if *bucket.handle, err = b.js.CreateOrUpdateKeyValue(ctx, bucket.config); err != nil {
			return nil, fmt.Errorf("bucket %s: %w", bucket.config.Bucket, err)
		}
	}
	if o.statesStream, err = b.js.Stream(ctx, "KV_"+bucketStates); err != nil {
		return nil, err
	}
	if o.recordsStream, err = b.js.Stream(ctx, "KV_"+bucketSubscriptions); err != nil {
		return nil, err
	}
	o.requests, err = b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:              streamRequests,
		Description:       "what subscribers and the operator have asked for",
		Subjects:          []string{prefixRequests + ">"},
		Storage:           jetstream.FileStorage,
		Replicas:          b.options.Replicas,
		MaxMsgsPerSubject: 1, // the last one counts
		MaxMsgs:           requestsPending,
		Discard:           jetstream.DiscardNew,
		MaxAge:            requestLife,
	})
	return o, err
}
