package storeclient_test

import (
	"context"
	"net"
	"testing"

	"google.golang.org/grpc"

	"github.com/reviewdata/reviewdata/pkg/storeclient"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// store is a store that answers what a test wants, right or wrong. What it is
// not told to answer it does not know.
type store struct {
	pb.UnimplementedReviewServiceServer
	pb.UnimplementedAdminServiceServer

	revision func(context.Context) (*pb.GetRevisionResponse, error)
	search   func(context.Context) (*pb.SearchReviewsResponse, error)
	review   func(context.Context) (*pb.GetReviewResponse, error)
	changes  func(context.Context) (*pb.ListChangesResponse, error)
	apply    func(context.Context) (*pb.ApplyBusinessResponse, error)
	remove   func(context.Context) (*pb.RemoveReviewsResponse, error)
	snapshot func(grpc.ServerStreamingServer[pb.GetSnapshotResponse]) error
	imports  func(importStream) error
	history  func(context.Context) (*pb.ListHistoryResponse, error)
	backup   func(grpc.ServerStreamingServer[pb.BackupResponse]) error
	restore  func(restoreStream) error
}

type restoreStream = grpc.ClientStreamingServer[pb.RestoreRequest, pb.RestoreResponse]

type importStream = grpc.BidiStreamingServer[pb.ImportReviewsRequest, pb.ImportReviewsResponse]

func (s *store) GetRevision(ctx context.Context, _ *pb.GetRevisionRequest) (*pb.GetRevisionResponse, error) {
	return s.revision(ctx)
}

func (s *store) SearchReviews(ctx context.Context, _ *pb.SearchReviewsRequest) (*pb.SearchReviewsResponse, error) {
	return s.search(ctx)
}

func (s *store) GetReview(ctx context.Context, _ *pb.GetReviewRequest) (*pb.GetReviewResponse, error) {
	return s.review(ctx)
}

func (s *store) ListChanges(ctx context.Context, _ *pb.ListChangesRequest) (*pb.ListChangesResponse, error) {
	return s.changes(ctx)
}

func (s *store) ApplyBusiness(ctx context.Context, _ *pb.ApplyBusinessRequest) (*pb.ApplyBusinessResponse, error) {
	return s.apply(ctx)
}

func (s *store) RemoveReviews(ctx context.Context, _ *pb.RemoveReviewsRequest) (*pb.RemoveReviewsResponse, error) {
	return s.remove(ctx)
}

func (s *store) GetSnapshot(_ *pb.GetSnapshotRequest, stream grpc.ServerStreamingServer[pb.GetSnapshotResponse]) error {
	return s.snapshot(stream)
}

func (s *store) ImportReviews(stream importStream) error { return s.imports(stream) }

func (s *store) ListHistory(ctx context.Context, _ *pb.ListHistoryRequest) (*pb.ListHistoryResponse, error) {
	return s.history(ctx)
}

func (s *store) Backup(_ *pb.BackupRequest, stream grpc.ServerStreamingServer[pb.BackupResponse]) error {
	return s.backup(stream)
}

func (s *store) Restore(stream restoreStream) error { return s.restore(stream) }

// always returns a store that does the same whatever it is asked, and answers
// the zero value when that goes well.
func always(do func(context.Context) error) *store {
	return &store{
		revision: func(ctx context.Context) (*pb.GetRevisionResponse, error) { return &pb.GetRevisionResponse{}, do(ctx) },
		search: func(ctx context.Context) (*pb.SearchReviewsResponse, error) {
			return &pb.SearchReviewsResponse{}, do(ctx)
		},
		review:  func(ctx context.Context) (*pb.GetReviewResponse, error) { return &pb.GetReviewResponse{}, do(ctx) },
		changes: func(ctx context.Context) (*pb.ListChangesResponse, error) { return &pb.ListChangesResponse{}, do(ctx) },
		apply: func(ctx context.Context) (*pb.ApplyBusinessResponse, error) {
			return &pb.ApplyBusinessResponse{}, do(ctx)
		},
		remove: func(ctx context.Context) (*pb.RemoveReviewsResponse, error) {
			return &pb.RemoveReviewsResponse{}, do(ctx)
		},
		snapshot: func(stream grpc.ServerStreamingServer[pb.GetSnapshotResponse]) error { return do(stream.Context()) },
		imports:  func(stream importStream) error { return do(stream.Context()) },
		history:  func(ctx context.Context) (*pb.ListHistoryResponse, error) { return &pb.ListHistoryResponse{}, do(ctx) },
		backup:   func(stream grpc.ServerStreamingServer[pb.BackupResponse]) error { return do(stream.Context()) },
		restore:  func(stream restoreStream) error { return do(stream.Context()) },
	}
}

// clients are the clients of one store, and the address it has.
type clients struct {
	*storeclient.Client

	admin *storeclient.Admin
	addr  string
	stop  func() // ends the store without warning
}

// serve runs a store until the test ends, at addr or else at a free port.
func serve(t *testing.T, s *store, addr string) clients {
	t.Helper()
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer(grpc.MaxSendMsgSize(64 << 20))
	pb.RegisterReviewServiceServer(server, s)
	pb.RegisterAdminServiceServer(server, s)
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	t.Cleanup(func() {
		server.Stop()
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	out := dial(t, l.Addr().String(), "secret")
	out.stop = server.Stop
	return out
}

// dial returns clients of the store at an address, which need not be there.
func dial(t *testing.T, addr, token string) clients {
	t.Helper()
	client, err := storeclient.Dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := storeclient.DialAdmin(addr, token)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = client.Close()
		_ = admin.Close()
	})
	return clients{Client: client, admin: admin, addr: addr}
}
