package storeclient

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// Records go to the store in batches of at most so many records or bytes.
const (
	batchRecords = 500
	batchBytes   = 1 << 20
)

// ImportEvents are told what happens while an import runs, from another
// goroutine than the one that adds records, one call at a time. Each may be
// nil.
type ImportEvents struct {
	Rejected func(review.Rejection)
	Progress func(records int) // records the store has checked so far

	Difference func(review.Difference) // in a dry run, when all records are checked
}

// Import is an import under way. Nothing is written before Finish: to give up,
// cancel the context it was started with. Its methods are for one goroutine.
type Import struct {
	ctx    context.Context
	cancel context.CancelFunc
	stream grpc.BidiStreamingClient[pb.ImportReviewsRequest, pb.ImportReviewsResponse]
	batch  *pb.RecordBatch
	bytes  int
	answer chan answer
}

// answer is how an import ended.
type answer struct {
	result review.ImportResult
	err    error
}

// Import starts an import. The caller must call Finish or cancel ctx.
func (a *Admin) Import(ctx context.Context, o review.ImportOptions, on ImportEvents) (*Import, error) {
	ctx, cancel := deadline(a.authorize(ctx), importTimeout)
	ctx, stop := context.WithCancel(ctx)
	release := func() { stop(); cancel() }
	stream, err := a.store.ImportReviews(ctx)
	if err == nil {
		options := &pb.ImportReviewsRequest_Options{Options: reviewpb.FromImportOptions(o)}
		err = stream.Send(&pb.ImportReviewsRequest{Part: options})
	}
	// The end of the stream means that the store has refused the call already:
	// as with every record, Finish says why.
	if err != nil && !errors.Is(err, io.EOF) {
		defer release()
		return nil, failure(ctx, "import", err)
	}
	i := &Import{ctx: ctx, cancel: release, stream: stream, batch: &pb.RecordBatch{}, answer: make(chan answer, 1)}
	go i.listen(on)
	return i, nil
}

// Add submits the record that stands at line of its file. An error means that
// the store gave up; Finish says why.
func (i *Import) Add(line int, r review.Record) error {
	m := reviewpb.FromRecord(line, r)
	i.batch.Records = append(i.batch.Records, m)
	i.bytes += proto.Size(m)
	if len(i.batch.Records) < batchRecords && i.bytes < batchBytes {
		return nil
	}
	return i.flush()
}

// Finish ends the import and returns what it did. Without an error it is on
// disk.
func (i *Import) Finish() (review.ImportResult, error) {
	defer i.cancel()
	if err := i.flush(); err == nil {
		// A failure to close is a failure of the call, which the answer tells.
		_ = i.stream.CloseSend()
	}
	end := <-i.answer
	if end.err != nil {
		return review.ImportResult{}, failure(i.ctx, "import", end.err)
	}
	return end.result, nil
}

func (i *Import) flush() error {
	if len(i.batch.Records) == 0 {
		return nil
	}
	request := &pb.ImportReviewsRequest{Part: &pb.ImportReviewsRequest_Records{Records: i.batch}}
	i.batch, i.bytes = &pb.RecordBatch{}, 0
	if err := i.stream.Send(request); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return nil
}

// listen passes on what the store says until the call ends, and then how it
// ended.
func (i *Import) listen(on ImportEvents) {
	var result *pb.ImportResult
	for {
		m, err := i.stream.Recv()
		if err != nil {
			i.answer <- verdict(result, err)
			return
		}
		switch part := m.GetPart().(type) {
		case *pb.ImportReviewsResponse_Rejection:
			on.rejected(reviewpb.ToRejection(part.Rejection))
		case *pb.ImportReviewsResponse_Progress:
			on.progress(int(part.Progress.GetRecords()))
		case *pb.ImportReviewsResponse_Difference:
			on.difference(reviewpb.ToDifference(part.Difference))
		case *pb.ImportReviewsResponse_Result:
			result = part.Result
		}
	}
}

// verdict judges the end of the answers, after the result if there was one.
func verdict(result *pb.ImportResult, end error) answer {
	switch {
	case !errors.Is(end, io.EOF):
		return answer{err: end}
	case result == nil:
		return answer{err: fmt.Errorf("%w: no result", reviewpb.ErrMalformed)}
	default:
		return answer{result: reviewpb.ToImportResult(result)}
	}
}

func (on ImportEvents) rejected(r review.Rejection) {
	if on.Rejected != nil {
		on.Rejected(r)
	}
}

func (on ImportEvents) progress(records int) {
	if on.Progress != nil {
		on.Progress(records)
	}
}

func (on ImportEvents) difference(d review.Difference) {
	if on.Difference != nil {
		on.Difference(d)
	}
}
