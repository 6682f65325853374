package source_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

// endless repeats rows until so many bytes were read, and then ends with an
// end; it makes them as they are read.
type endless struct {
	row    func(n int) string
	end    string
	left   int
	n      int
	unread string
}

// Read reads the next bytes.
func (e *endless) Read(p []byte) (int, error) {
	for e.unread == "" {
		if e.left <= 0 {
			if e.end == "" {
				return 0, io.EOF
			}
			e.unread, e.end = e.end, ""
			break
		}
		e.n++
		e.unread = e.row(e.n)
		e.left -= len(e.unread)
	}
	n := copy(p, e.unread)
	e.unread = e.unread[n:]
	return n, nil
}

// TestReadHoldsLittle: a file of any length is read in the memory that a row
// needs. It must not run beside other tests, whose memory would count too.
func TestReadHoldsLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("reads some hundred megabytes")
	}
	const limit = 16 << 20
	text := strings.Repeat("They came at noon. ", 500)
	for name, test := range map[string]struct {
		start, end string
		size       int
		row        func(n int) string
	}{
		"JSON Lines": {size: 32 << 20, row: func(n int) string {
			return fmt.Sprintf(`{"source":"google","source_id":"%d","rating":5,"date":"2026-03-01","text":"%s"}`+"\n", n, text)
		}},
		"a data set": {start: `{"reviews":[{"rating":1}`, end: "]}", size: 32 << 20, row: func(n int) string {
			return fmt.Sprintf(`,{"source":"google","id":"%d","rating":5,"date":"2026-03-01","text":"%s"}`, n, text)
		}},
		"a table": {start: "source,id,rating,date,text\n", size: 96 << 20, row: func(n int) string {
			return fmt.Sprintf("google,%d,5,2026-03-01,\"%s\nand \"\"more\"\"\"\n", n, text)
		}},
		"a table of wrong rows": {start: "source,id,rating,date,text\n", size: 96 << 20, row: func(n int) string {
			return fmt.Sprintf("google,%d,5,2026-03-01,%s \"more\"\n", n, text)
		}},
		"one line": {start: `{"source":"google","text":"`, size: 200 << 20, row: func(int) string { return text }},
	} {
		t.Run(name, func(t *testing.T) {
			in := io.MultiReader(strings.NewReader(test.start), &endless{row: test.row, end: test.end, left: test.size})
			f, err := source.Open(t.Context(), source.Stdin, in, source.Options{Format: formatOf(name)})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			rows, most := 0, uint64(0)
			err = f.Read("", source.Visitor{Record: func(source.Row) error {
				if rows++; rows%500 == 1 {
					runtime.GC() // only what is still needed counts
					var m runtime.MemStats
					runtime.ReadMemStats(&m)
					most = max(most, m.HeapAlloc)
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			if most > limit {
				t.Errorf("%d bytes of memory for %d rows in %d bytes, want at most %d", most, rows, test.size, limit)
			}
		})
	}
}

// formatOf names the format of a line so long that it could be anything.
func formatOf(name string) source.Format {
	if name == "one line" {
		return source.JSONLines
	}
	return ""
}
