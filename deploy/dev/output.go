package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// maxLine bounds a line of the output, in bytes; longer ones are broken.
const maxLine = 64 << 10

// An output interleaves what many processes write by whole lines.
type output struct {
	mu    sync.Mutex
	out   io.Writer
	width int // of the names before the lines
}

func newOutput(out io.Writer, width int) *output { return &output{out: out, width: width} }

// writer returns a writer whose lines carry the name. What has no newline yet
// waits for the rest, or for flush.
func (o *output) writer(name string) *lineWriter {
	return &lineWriter{out: o, prefix: fmt.Sprintf("%-*s | ", o.width, name)}
}

// line writes one line in one call.
func (o *output) line(prefix string, text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	line := append([]byte(prefix), bytes.TrimSuffix(text, []byte("\r"))...)
	_, _ = o.out.Write(append(line, '\n')) // with the output gone there is nobody to tell
}

// A lineWriter collects the output of one process into lines.
type lineWriter struct {
	out    *output
	prefix string

	mu      sync.Mutex
	pending []byte
}

// Write passes on the complete lines of p and keeps the rest. It never fails:
// a process must not notice what becomes of its log.
func (w *lineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.pending, p...)
	for {
		line, rest, complete := bytes.Cut(text, []byte("\n"))
		if len(line) > maxLine {
			line, rest, complete = text[:maxLine], text[maxLine:], true
		}
		if !complete {
			break
		}
		w.out.line(w.prefix, line)
		text = rest
	}
	w.pending = append(w.pending[:0], text...)
	return len(p), nil
}

// flush writes the last line if it had no end.
func (w *lineWriter) flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.pending) > 0 {
		w.out.line(w.prefix, w.pending)
		w.pending = nil
	}
}

// printf writes a line.
func (w *lineWriter) printf(format string, args ...any) {
	_, _ = fmt.Fprintf(w, format+"\n", args...)
}
