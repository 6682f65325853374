package grpcserver

import (
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
	"github.com/reviewdata/reviewdata/services/store/internal/catalog"
)

// importStream is the server's side of an import.
type importStream = grpc.BidiStreamingServer[pb.ImportReviewsRequest, pb.ImportReviewsResponse]

// ImportReviews adds and updates reviews. It commits when the client has
// closed its side; a client that goes away before leaves nothing behind.
func (a *Admin) ImportReviews(stream importStream) error {
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	options := first.GetOptions()
	if options == nil {
		return status.Error(codes.InvalidArgument, "the first message of an import must have its options")
	}
	run := a.catalog.NewImport(a.options.MaxRecords)
	if err := receiveRecords(stream, run); err != nil {
		return err
	}
	result, differences, err := run.Commit(stream.Context(), reviewpb.ToImportOptions(options))
	if err != nil {
		return a.fail(stream.Context(), err)
	}
	if options.GetDryRun() {
		if err := sendDifferences(stream, differences); err != nil {
			return err
		}
	} else if a.options.Imported != nil {
		a.options.Imported(result)
	}
	part := &pb.ImportReviewsResponse_Result{Result: reviewpb.FromImportResult(result)}
	return stream.Send(&pb.ImportReviewsResponse{Part: part})
}

// receiveRecords adds records until the client closes its side, and answers
// each batch with its rejections and the progress.
func receiveRecords(stream importStream, run *catalog.Import) error {
	for records := int64(0); ; {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		batch := m.GetRecords()
		if batch == nil {
			return status.Error(codes.InvalidArgument, "every message of an import after the first must have records")
		}
		for _, record := range batch.GetRecords() {
			if err := addRecord(stream, run, record); err != nil {
				return err
			}
		}
		records += int64(len(batch.GetRecords()))
		progress := &pb.ImportReviewsResponse_Progress{Progress: &pb.ImportProgress{Records: records}}
		if err := stream.Send(&pb.ImportReviewsResponse{Part: progress}); err != nil {
			return err
		}
	}
}

func addRecord(stream importStream, run *catalog.Import, m *pb.Record) error {
	line, record := reviewpb.ToRecord(m)
	issues, rejected := errors.AsType[review.Issues](run.Add(line, record))
	if !rejected {
		return nil
	}
	rejection := reviewpb.FromRejection(review.Rejection{Line: line, Issues: first(issues)})
	return stream.Send(&pb.ImportReviewsResponse{Part: &pb.ImportReviewsResponse_Rejection{Rejection: rejection}})
}

func sendDifferences(stream importStream, differences []review.Difference) error {
	for _, d := range differences {
		part := &pb.ImportReviewsResponse_Difference{Difference: reviewpb.FromDifference(d)}
		if err := stream.Send(&pb.ImportReviewsResponse{Part: part}); err != nil {
			return err
		}
	}
	return nil
}
