package storeclient

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// restoreBytes is how much of a backup goes into one message.
const restoreBytes = 512 << 10

// History returns what was done to the data, latest first: entries before the
// numbered one, or with 0 the latest; at most limit, 1 to
// review.MaxHistoryLimit.
func (a *Admin) History(ctx context.Context, before, limit int) ([]review.HistoryEntry, error) {
	ctx, cancel := deadline(a.authorize(ctx), unaryTimeout)
	defer cancel()
	answer, err := a.store.ListHistory(ctx, &pb.ListHistoryRequest{Limit: int32(limit), Before: int64(before)})
	if err != nil {
		return nil, failure(ctx, "history", err)
	}
	return reviewpb.ToHistory(answer.GetEntries()), nil
}

// Backup writes everything the store keeps to w, as it is at one moment. After
// an error, what was written is not a backup.
func (a *Admin) Backup(ctx context.Context, w io.Writer) error {
	ctx, cancel := deadline(a.authorize(ctx), importTimeout)
	defer cancel()
	stream, err := a.store.Backup(ctx, &pb.BackupRequest{})
	if err != nil {
		return failure(ctx, "backup", err)
	}
	for {
		part, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return failure(ctx, "backup", err)
		}
		if _, err := w.Write(part.GetData()); err != nil {
			return fmt.Errorf("backup: %w", err)
		}
	}
}

// Restored says what a backup brought back.
type Restored struct {
	Revision review.Revision
	Reviews  int
}

// Restore puts the backup that r reads into a store that has never held
// anything. After an error nothing of it is there.
func (a *Admin) Restore(ctx context.Context, r io.Reader, origin review.Origin) (Restored, error) {
	ctx, cancel := deadline(a.authorize(ctx), importTimeout)
	defer cancel()
	stream, err := a.store.Restore(ctx)
	if err != nil {
		return Restored{}, failure(ctx, "restore", err)
	}
	if err := sendBackup(stream.Send, r, origin); err != nil && !errors.Is(err, io.EOF) {
		return Restored{}, fmt.Errorf("restore: %w", err)
	}
	answer, err := stream.CloseAndRecv()
	if err != nil {
		return Restored{}, failure(ctx, "restore", err)
	}
	return Restored{Revision: review.Revision(answer.GetRevision()), Reviews: int(answer.GetReviews())}, nil
}

// sendBackup sends all that r reads. The error io.EOF means that the store has
// ended the call already, and says why in its answer.
func sendBackup(send func(*pb.RestoreRequest) error, r io.Reader, origin review.Origin) error {
	if err := send(&pb.RestoreRequest{Origin: reviewpb.FromOrigin(origin)}); err != nil {
		return err
	}
	for {
		part := make([]byte, restoreBytes)
		n, err := io.ReadFull(r, part)
		if n > 0 {
			if err := send(&pb.RestoreRequest{Data: part[:n]}); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil
		case err != nil:
			return err
		}
	}
}
