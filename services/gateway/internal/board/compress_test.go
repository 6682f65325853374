package board

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// length returns how many bytes of a document a client gets that accepts
// gzip, and whether they are compressed.
func length(t *testing.T, e *Edition, path string) (int, bool) {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodHead, path, nil)
	req.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	if err := e.Resource(path).Serve(w, req); err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(w.Header().Get("Content-Length"))
	if err != nil {
		t.Fatal(err)
	}
	return n, w.Header().Get("Content-Encoding") == "gzip"
}

func TestCompress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := reviewtest.Random(rand.New(rand.NewPCG(1, 2)), 400)
		b := newBoard(t, &memory{})
		b.publish(t.Context(), s, time.Now())
		e := b.Current()
		if size := e.Resource(document.PathReviews).Size(); size <= small {
			t.Fatalf("the data set has %d bytes, too few for this test", size)
		}
		if _, gzip := length(t, e, document.PathReviews); gzip {
			t.Error("a large document was compressed before it was shown")
		}
		if _, gzip := length(t, e, document.PathJSONFeed); !gzip {
			t.Error("a small document was shown before it was compressed")
		}

		defer run(t, b)()
		synctest.Wait()
		fast, gzip := length(t, e, document.PathReviews)
		if !gzip {
			t.Error("a large document is not compressed")
		}
		time.Sleep(quiet)
		synctest.Wait()
		if best, _ := length(t, e, document.PathReviews); best >= fast {
			t.Errorf("%d bytes after a quiet time, want less than %d", best, fast)
		}
	})
}

// A new edition ends the work on the one before.
func TestCompressIsSuperseded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, &memory{})
		b.publish(t.Context(), at(1), time.Now())
		defer run(t, b)()
		synctest.Wait()
		old := b.Current()
		before, _ := length(t, old, document.PathReviews)

		b.publish(t.Context(), at(2), time.Now())
		time.Sleep(time.Minute)
		synctest.Wait()
		if after, _ := length(t, old, document.PathReviews); after != before {
			t.Error("went on to compress what is not shown any more")
		}
		if after, _ := length(t, b.Current(), document.PathReviews); after >= before {
			t.Error("did not compress what is shown")
		}
	})
}
