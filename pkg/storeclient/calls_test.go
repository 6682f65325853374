package storeclient_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
)

// call is one thing a client can be asked to do.
type call struct {
	name    string
	timeout time.Duration // that the client sets by itself
	do      func(context.Context, clients) error
}

func calls() []call {
	id := review.NewID("google", "jane")
	return append([]call{
		{"revision", 5 * time.Second, func(ctx context.Context, c clients) error { _, err := c.Revision(ctx); return err }},
		{"search", 5 * time.Second, func(ctx context.Context, c clients) error {
			_, err := c.Search(ctx, review.Query{Limit: 1}, 0)
			return err
		}},
		{"review", 5 * time.Second, func(ctx context.Context, c clients) error { _, err := c.Review(ctx, id, 0); return err }},
		{"changes", 5 * time.Second, func(ctx context.Context, c clients) error { _, err := c.Changes(ctx, "", 1, 0); return err }},
		{"snapshot", time.Minute, func(ctx context.Context, c clients) error { _, err := c.Snapshot(ctx, 0, 0); return err }},
	}, changes(id)...)
}

// changes are the calls that need the operator's token.
func changes(id review.ID) []call {
	return []call{
		{"apply business", time.Minute, func(ctx context.Context, c clients) error {
			_, err := c.admin.ApplyBusiness(ctx, reviewtest.Business(), review.Origin{})
			return err
		}},
		{"remove", time.Minute, func(ctx context.Context, c clients) error {
			_, _, err := c.admin.Remove(ctx, []review.ID{id}, review.Origin{})
			return err
		}},
		{"forget", time.Minute, func(ctx context.Context, c clients) error {
			_, _, err := c.admin.Forget(ctx, []review.ID{id}, review.Origin{})
			return err
		}},
		{"history", 5 * time.Second, func(ctx context.Context, c clients) error {
			_, err := c.admin.History(ctx, 0, 1)
			return err
		}},
		{"backup", 30 * time.Minute, func(ctx context.Context, c clients) error {
			return c.admin.Backup(ctx, io.Discard)
		}},
		{"restore", 30 * time.Minute, func(ctx context.Context, c clients) error {
			_, err := c.admin.Restore(ctx, strings.NewReader("x"), review.Origin{})
			return err
		}},
		{"import", 30 * time.Minute, func(ctx context.Context, c clients) error {
			i, err := c.admin.Import(ctx, review.ImportOptions{}, storeclient.ImportEvents{})
			if err != nil {
				return err
			}
			_, err = i.Finish()
			return err
		}},
	}
}

// Every call has a deadline, the caller's own or a default one, and the store
// learns of it.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	left := make(chan time.Duration, 1)
	c := serve(t, always(func(ctx context.Context) error {
		deadline, ok := ctx.Deadline()
		if !ok {
			deadline = time.Now().Add(1000 * time.Hour)
		}
		left <- time.Until(deadline)
		return errors.New("enough")
	}), "")
	own, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
	defer cancel()
	for _, call := range calls() {
		_ = call.do(t.Context(), c)
		if got := <-left; got > call.timeout || got < call.timeout/2 {
			t.Errorf("%s without a deadline: the store has %s, want %s", call.name, got, call.timeout)
		}
		_ = call.do(own, c)
		if got := <-left; got > 2*time.Hour || got < time.Hour {
			t.Errorf("%s with two hours: the store has %s", call.name, got)
		}
	}
}

// What the store refuses comes back as the error of the domain that it stands
// for, whatever the call.
func TestErrors(t *testing.T) {
	t.Parallel()
	issues := review.Issues{{Path: []string{"limit"}, Code: review.CodeOutOfRange, Message: "limit must be an integer from 1 to 100"}}
	for _, test := range []struct {
		name   string
		answer error
		want   error
	}{
		{"not found", reviewpb.Status(review.ErrNotFound), review.ErrNotFound},
		{"unavailable", reviewpb.Status(review.ErrUnavailable), review.ErrUnavailable},
		{"too late", status.Error(codes.DeadlineExceeded, "x"), review.ErrUnavailable},
		{"issues", reviewpb.Status(issues), nil},
		{"no token", status.Error(codes.Unauthenticated, "who are you?"), nil},
		{"a fault", status.Error(codes.Internal, "internal error"), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := serve(t, always(func(context.Context) error { return test.answer }), "")
			for _, call := range calls() {
				err := call.do(t.Context(), c)
				switch got, isIssues := errors.AsType[review.Issues](err); {
				case test.name == "issues":
					if diff := cmp.Diff(issues, got); !isIssues || diff != "" {
						t.Errorf("%s: %v (-want +got)\n%s", call.name, err, diff)
					}
				case test.want != nil && !errors.Is(err, test.want):
					t.Errorf("%s: %v, want %v", call.name, err, test.want)
				case test.want == nil && status.Code(errors.Unwrap(err)) != status.Code(test.answer):
					t.Errorf("%s: %v, want the status of %v", call.name, err, test.answer)
				case err == nil || !strings.HasPrefix(err.Error(), call.name):
					t.Errorf("%s: the error %v does not say what failed", call.name, err)
				}
			}
		})
	}
}

// A caller that gives up is told so, and not that the store is away.
func TestCancel(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	c := serve(t, always(func(ctx context.Context) error {
		asked <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}), "")
	for _, call := range calls() {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-asked; cancel() }()
		if err := call.do(ctx, c); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want %v", call.name, err, context.Canceled)
		}
		cancel()
	}
}

// A store that takes longer than the caller has is unavailable.
func TestStoreHangs(t *testing.T) {
	t.Parallel()
	c := serve(t, always(func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }), "")
	for _, call := range calls() {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := call.do(ctx, c); !errors.Is(err, review.ErrUnavailable) {
			t.Errorf("%s: %v, want %v", call.name, err, review.ErrUnavailable)
		}
		cancel()
	}
}

// A store that is not there is unavailable at once, and the same client finds
// it as soon as it is back.
func TestStoreComesBack(t *testing.T) {
	t.Parallel()
	fine := always(func(context.Context) error { return nil })
	c := serve(t, fine, "")
	if _, err := c.Revision(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.stop()
	for _, call := range calls() {
		if err := call.do(t.Context(), c); !errors.Is(err, review.ErrUnavailable) {
			t.Errorf("%s: %v, want %v", call.name, err, review.ErrUnavailable)
		}
	}
	serve(t, fine, c.addr)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		_, err := c.Revision(t.Context())
		if err == nil {
			break
		}
		if !errors.Is(err, review.ErrUnavailable) || time.Now().After(deadline) {
			t.Fatalf("%v after the store came back", err)
		}
	}
}

// Those who change something show the operator's token, if they have one;
// readers have none to show.
func TestToken(t *testing.T) {
	t.Parallel()
	shown := make(chan []string, 1)
	c := serve(t, always(func(ctx context.Context) error {
		shown <- metadata.ValueFromIncomingContext(ctx, "authorization")
		return errors.New("enough")
	}), "")
	without := dial(t, c.addr, "")
	for _, call := range changes(review.NewID("google", "jane")) {
		_ = call.do(t.Context(), c)
		if diff := cmp.Diff([]string{"Bearer secret"}, <-shown); diff != "" {
			t.Errorf("%s (-want +got)\n%s", call.name, diff)
		}
		_ = call.do(t.Context(), without)
		if got := <-shown; got != nil {
			t.Errorf("%s without a token shows %q", call.name, got)
		}
	}
	_, _ = c.Revision(t.Context())
	if got := <-shown; got != nil {
		t.Errorf("a reader shows %q", got)
	}
}

// What answers at the address may be something else than a store.
func TestNotAStore(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Write([]byte("220 mail.example.com ESMTP\r\n"))
			_ = conn.Close()
		}
	}()
	c := dial(t, l.Addr().String(), "")
	if _, err := c.Revision(t.Context()); !errors.Is(err, review.ErrUnavailable) {
		t.Errorf("%v, want %v", err, review.ErrUnavailable)
	}
	if _, err := storeclient.Dial("store:9090\n"); err == nil {
		t.Error("an address that cannot be one: no error")
	}
}
