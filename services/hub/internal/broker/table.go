package broker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/reviewdata/reviewdata/services/hub/internal/shard"
)

const keyTable = "table"

// Table returns the table of shards and the number of its version, 0 while
// there is none.
func (b *Broker) Table(ctx context.Context) (shard.Table, uint64, error) {
	o, err := b.open(ctx)
	if err != nil {
		return shard.Table{}, 0, err
	}
	entry, err := o.shards.Get(ctx, keyTable)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return shard.Table{}, 0, nil
	}
	if err != nil {
		return shard.Table{}, 0, fmt.Errorf("read the table: %w", err)
	}
	var t shard.Table
	if err := json.Unmarshal(entry.Value(), &t); err != nil {
		return shard.Table{}, 0, fmt.Errorf("read the table: %w", err)
	}
	return t, entry.Revision(), nil
}

// SetTable replaces a version of the table, or returns [shard.ErrConflict].
func (b *Broker) SetTable(ctx context.Context, t shard.Table, version uint64) error {
	o, err := b.open(ctx)
	if err != nil {
		return err
	}
	body, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	_, err = o.shards.Update(ctx, keyTable, body, version)
	return conflict(err)
}

// conflict translates the refusal to write over what has changed.
func conflict(err error) error {
	if errors.Is(err, jetstream.ErrKeyRevisionMismatch) || errors.Is(err, jetstream.ErrKeyExists) {
		return shard.ErrConflict
	}
	return err
}
