package grpcserver_test

import (
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// bytesCodec sends and receives messages that are encoded already.
type bytesCodec struct{}

func (bytesCodec) Marshal(v any) ([]byte, error)      { return *v.(*[]byte), nil }
func (bytesCodec) Unmarshal(data []byte, v any) error { *v.(*[]byte) = data; return nil }
func (bytesCodec) Name() string                       { return "proto" }

// A client that does not check its text cannot get past us with text that is
// no UTF-8.
func TestInvalidUTF8(t *testing.T) {
	t.Parallel()
	s := start(t, "")
	conn, err := grpc.NewClient(s.addr,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.ForceCodec(bytesCodec{})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	var answer []byte
	for text, want := range map[string]bool{"\xff": false, "\xed\xa0\x80": false, "é": true} {
		search := append([]byte{0x40, 1, 0x2a, byte(len(text))}, text...) // limit 1, query
		if err := conn.Invoke(t.Context(), pb.ReviewService_SearchReviews_FullMethodName, &search, &answer); (err == nil) != want {
			t.Errorf("search for %q: %v", text, err)
		}
		// The record is valid but for what is appended to it: its text.
		m, err := proto.Marshal(&pb.Record{Source: "google", SourceId: "a", Rating: 5, Date: "2026-03-01"})
		if err != nil {
			t.Fatal(err)
		}
		m = append(append(m, 0x4a, byte(len(text))), text...) // text
		if err := importBytes(t, conn, m); (err == nil) != want {
			t.Errorf("import of %q: %v", text, err)
		}
	}
	if reviews := s.catalog.State().Reviews; len(reviews) != 1 || reviews[0].Text != "é" {
		t.Errorf("reviews %+v", reviews)
	}
}

// importBytes imports one record in its wire form.
func importBytes(t *testing.T, conn *grpc.ClientConn, record []byte) error {
	t.Helper()
	stream, err := conn.NewStream(t.Context(), &pb.AdminService_ServiceDesc.Streams[0], pb.AdminService_ImportReviews_FullMethodName)
	if err != nil {
		t.Fatal(err)
	}
	inside := func(field byte, message []byte) []byte {
		return append([]byte{field<<3 | 2, byte(len(message))}, message...)
	}
	for _, m := range [][]byte{inside(1, nil), inside(2, inside(1, record))} {
		_ = stream.SendMsg(&m) // a refusal shows in RecvMsg
	}
	_ = stream.CloseSend()
	for range 2 { // the progress and the result
		var answer []byte
		if err := stream.RecvMsg(&answer); err != nil {
			return err
		}
	}
	return nil
}
