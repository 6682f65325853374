package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/services/store/internal/grpcserver"
)

// dial connects to a listener as any gRPC tool would.
func dial(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// services asks a listener by reflection what it serves.
func services(t *testing.T, conn *grpc.ClientConn) []string {
	t.Helper()
	stream, err := reflectionpb.NewServerReflectionClient(conn).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	request := &reflectionpb.ServerReflectionRequest_ListServices{}
	if err := stream.Send(&reflectionpb.ServerReflectionRequest{MessageRequest: request}); err != nil {
		t.Fatal(err)
	}
	answer, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range answer.GetListServicesResponse().GetService() {
		names = append(names, s.GetName())
	}
	return names
}

// A token closes the admin service and nothing else: whoever looks around
// needs none.
func TestTokenClosesChangesOnly(t *testing.T) {
	t.Parallel()
	r := start(t, map[string]string{"REVIEWS_STORE_ADMIN_TOKEN": "secret"})
	for address, name := range map[string]string{r.read: grpcserver.ReadService, r.admin: grpcserver.AdminService} {
		conn := dial(t, address)
		answer, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: name})
		if err != nil || answer.GetStatus() != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("health of %s: %v, %v", name, answer.GetStatus(), err)
		}
		if served := services(t, conn); !slices.Contains(served, name) || len(served) != 4 {
			t.Errorf("at the address of %s: %q", name, served)
		}
	}
	for token, want := range map[string]codes.Code{"": codes.Unauthenticated, "Secret": codes.Unauthenticated, "secret": codes.NotFound} {
		admin, err := storeclient.DialAdmin(r.admin, token)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = admin.Remove(t.Context(), []review.ID{review.NewID("google", "a")}, review.Origin{})
		code := status.Code(errors.Unwrap(err))
		if want == codes.NotFound && !errors.Is(err, review.ErrNotFound) || want != codes.NotFound && code != want {
			t.Errorf("token %q: %v", token, err)
		}
		_ = admin.Close()
	}
}

// Who watches the health of a store is told that it stops, before it does.
func TestHealthOfAStoreThatStops(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	var watches []grpc.ServerStreamingClient[healthpb.HealthCheckResponse]
	for address, name := range map[string]string{r.read: grpcserver.ReadService, r.admin: grpcserver.AdminService} {
		watch, err := healthpb.NewHealthClient(dial(t, address)).Watch(t.Context(), &healthpb.HealthCheckRequest{Service: name})
		if err != nil {
			t.Fatal(err)
		}
		if first, err := watch.Recv(); err != nil || first.GetStatus() != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("%s: %v, %v", name, first.GetStatus(), err)
		}
		watches = append(watches, watch)
	}
	if err := r.stop(); err != nil {
		t.Errorf("the store ended with %v", err)
	}
	for _, watch := range watches {
		if next, err := watch.Recv(); err != nil || next.GetStatus() != healthpb.HealthCheckResponse_NOT_SERVING {
			t.Errorf("%v, %v", next.GetStatus(), err)
		}
	}
	if err := run(t.Context(), []string{"healthcheck"}, r.getenv, nil); err == nil {
		t.Error("a store that has ended is healthy")
	}
}

// Ready means that calls are answered: to listen is not enough.
func TestReadinessAsks(t *testing.T) {
	t.Parallel()
	logger := slog.New(slog.DiscardHandler)
	p := &process{ready: service.NewReadiness(logger)}
	t.Cleanup(func() { _ = p.close() })
	server := service.NewGRPCServer(logger, service.NewGRPCMetrics(service.NewRegistry("test")), service.GRPCLimits{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.wantServing("read", "a", l); err != nil {
		t.Fatal(err)
	}
	expect := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(append([]string{}, want...), p.ready.Failing(t.Context())); diff != "" {
			t.Errorf("failing (-want +got)\n%s", diff)
		}
	}
	expect("read") // nobody serves
	go func() { _ = server.Serve(l) }()
	t.Cleanup(server.Stop)
	expect("read") // and then nobody knows of the service
	server.SetServing("a", true)
	expect()
	server.SetServing("a", false)
	expect("read")
}

// An import that is left open holds up the end for the drain time, and leaves
// nothing behind.
func TestStopWithAnImportLeftOpen(t *testing.T) {
	t.Parallel()
	r := launch(t, map[string]string{"REVIEWS_STORE_DRAIN": "200ms"})
	admin, err := storeclient.DialAdmin(r.admin, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close() }()
	checked := make(chan int, 10)
	i, err := admin.Import(t.Context(), review.ImportOptions{}, storeclient.ImportEvents{Progress: func(n int) { checked <- n }})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 500 {
		if err := i.Add(n+1, review.Record{Source: "google", SourceID: string(rune('a' + n)), Rating: 5, Date: "2026-03-01"}); err != nil {
			t.Fatal(err)
		}
	}
	<-checked
	if err := r.stop(); err == nil || !strings.Contains(err.Error(), "admin: calls were cut off at the end of the drain time") {
		t.Errorf("the store ended with %v", err)
	}
	if _, err := i.Finish(); !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("the import ended with %v", err)
	}
	again := start(t, map[string]string{"REVIEWS_DATA_DIR": r.env["REVIEWS_DATA_DIR"]})
	if got := again.revision(); got != 0 {
		t.Errorf("revision %d", got)
	}
}

// A store that was stopped leaves one file, and a copy of it is the store.
func TestBackup(t *testing.T) {
	t.Parallel()
	r := start(t, nil)
	if err := r.send("a"); err != nil {
		t.Fatal(err)
	}
	before := r.changes("")
	if err := r.stop(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(r.env["REVIEWS_DATA_DIR"], "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	copied := t.TempDir()
	data, err := os.ReadFile(files[0])
	if err == nil {
		err = os.WriteFile(filepath.Join(copied, filepath.Base(files[0])), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	restored := start(t, map[string]string{"REVIEWS_DATA_DIR": copied})
	if after := restored.changes(before.NextCursor); after.Reset || after.Revision != 1 || len(after.Changes) != 0 {
		t.Errorf("a reader of the change feed goes on with %+v", after)
	}
}

// client returns a reader of the store.
func (r *running) client() *storeclient.Client {
	r.t.Helper()
	c, err := storeclient.Dial(r.read)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = c.Close() })
	return c
}

func (r *running) revision() review.Revision {
	r.t.Helper()
	revision, err := r.client().Revision(context.WithoutCancel(r.t.Context()))
	if err != nil {
		r.t.Fatal(err)
	}
	return revision
}

func (r *running) changes(cursor string) review.ChangePage {
	r.t.Helper()
	page, err := r.client().Changes(r.t.Context(), cursor, 10, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	return page
}
