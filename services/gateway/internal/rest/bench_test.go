package rest

import (
	"bufio"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
	"github.com/reviewdata/reviewdata/pkg/service"
)

// request makes one request over a connection that stays, and reads the
// answer, whose length does not change.
type request struct {
	conn   net.Conn
	text   string
	answer []byte
}

// connect serves h as the gateway does and makes the request once, to learn
// the length of the answer.
func connect(b *testing.B, h http.Handler, text string) (*request, *http.Response) {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := service.NewHTTPServer(h, slog.New(slog.DiscardHandler), service.HTTPLimits{})
	go func() { _ = server.Serve(l) }()
	b.Cleanup(func() { _ = server.Close() })
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		b.Fatal(err)
	}
	var copied strings.Builder
	res, err := http.ReadResponse(bufio.NewReader(io.TeeReader(conn, &copied)), nil)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		b.Fatal(err)
	}
	return &request{conn, text, make([]byte, copied.Len())}, res
}

func (r *request) run(b *testing.B) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := io.WriteString(r.conn, r.text); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(r.conn, r.answer); err != nil {
			b.Fatal(err)
		}
	}
}

// bare answers as res did, with nothing but net/http: the floor.
func bare(res *http.Response, body []byte) http.Handler {
	header := res.Header.Clone()
	header.Del("Date")
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		maps.Copy(h, header)
		w.WriteHeader(res.StatusCode)
		_, _ = w.Write(body)
	})
}

// BenchmarkServe compares answers of the gateway, log lines included, with the
// same answers of net/http alone.
func BenchmarkServe(b *testing.B) {
	s := reviewtest.Random(rand.New(rand.NewPCG(1, 2)), 200)
	o := options(b, s)
	o.Logger = slog.New(slog.NewJSONHandler(io.Discard, nil)) //nolint:sloglint // writing the lines is part of the work
	h := newHandler(b, o)
	time.Sleep(4 * time.Second) // until everything is compressed
	for _, test := range []struct{ name, request string }{
		{"304", "GET " + document.PathReviews + " HTTP/1.1\r\nHost: x\r\nIf-None-Match: *\r\n\r\n"},
		{"feed gzip", "GET " + document.PathJSONFeed + " HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n"},
		{"reviews identity", "GET " + document.PathReviews + " HTTP/1.1\r\nHost: x\r\n\r\n"},
		{"404", "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n"},
	} {
		r, res := connect(b, h, test.request)
		b.Run(test.name+"/gateway", func(b *testing.B) { b.ReportMetric(float64(res.ContentLength), "bytes"); r.run(b) })
		floor, _ := connect(b, bare(res, make([]byte, max(0, res.ContentLength))), test.request)
		b.Run(test.name+"/bare", floor.run)
	}
}
