package grpcserver

import (
	"bufio"
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
	"github.com/reviewdata/reviewdata/services/store/internal/backup"
)

// Backup streams everything the store keeps.
func (a *Admin) Backup(_ *pb.BackupRequest, stream grpc.ServerStreamingServer[pb.BackupResponse]) error {
	out := bufio.NewWriterSize(backupWriter{stream}, chunkBytes)
	if err := a.catalog.Backup(stream.Context(), out); err != nil {
		return a.fail(stream.Context(), err)
	}
	return out.Flush()
}

// backupWriter sends what is written to it.
type backupWriter struct {
	stream grpc.ServerStreamingServer[pb.BackupResponse]
}

// Write sends one message.
func (w backupWriter) Write(b []byte) (int, error) {
	return len(b), w.stream.Send(&pb.BackupResponse{Data: b})
}

// Restore puts a backup into a store that has never held anything.
func (a *Admin) Restore(stream grpc.ClientStreamingServer[pb.RestoreRequest, pb.RestoreResponse]) error {
	in := &backupReader{stream: stream}
	content, err := backup.Read(in)
	if err == nil {
		_, err = io.Copy(io.Discard, in) // until the client has closed its side
	}
	switch {
	case in.err != nil:
		return in.err
	case errors.Is(err, backup.ErrMalformed):
		return status.Error(codes.InvalidArgument, err.Error())
	case err != nil:
		return a.fail(stream.Context(), err)
	}
	state, err := a.catalog.Restore(stream.Context(), content, in.origin)
	if err != nil {
		return a.fail(stream.Context(), err)
	}
	return stream.SendAndClose(&pb.RestoreResponse{Revision: uint64(state.Revision), Reviews: int64(len(state.Reviews))})
}

// backupReader reads what the client sends.
type backupReader struct {
	stream grpc.ClientStreamingServer[pb.RestoreRequest, pb.RestoreResponse]
	rest   []byte
	origin review.Origin
	err    error // of the call
}

// Read returns bytes of the next message, or io.EOF when the client has closed
// its side.
func (r *backupReader) Read(b []byte) (int, error) {
	for len(r.rest) == 0 {
		m, err := r.stream.Recv()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				r.err = err
			}
			return 0, err
		}
		if o := m.GetOrigin(); o != nil {
			r.origin = reviewpb.ToOrigin(o)
		}
		r.rest = m.GetData()
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
