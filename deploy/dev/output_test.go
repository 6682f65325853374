package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestLineWriter(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", maxLine)
	tests := []struct {
		name   string
		writes []string
		want   string
	}{
		{"nothing", nil, ""},
		{"a line in pieces", []string{"a", "b", "c\nd"}, "n | abc\nn | d\n"},
		{"lines at once", []string{"a\n\nb\r\n"}, "n | a\nn | \nn | b\n"},
		{"a line of the greatest length", []string{long + "\nb\n"}, "n | " + long + "\nn | b\n"},
		{"one byte more", []string{long, "y\n"}, "n | " + long + "\nn | y\n"},
		{"endless", []string{long + long + "yy"}, "n | " + long + "\nn | " + long + "\nn | yy\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			w := newOutput(&b, 1).writer("n")
			for _, text := range tt.writes {
				if n, err := w.Write([]byte(text)); n != len(text) || err != nil {
					t.Errorf("Write = %d, %v", n, err)
				}
			}
			w.flush()
			w.flush()
			if got := b.String(); got != tt.want {
				t.Errorf("output = %.200q, want %.200q", got, tt.want)
			}
		})
	}
}

func TestOutputKeepsLinesWhole(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	out := newOutput(&b, 2)
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			w := out.writer(fmt.Sprint("w", i))
			for range 100 {
				w.printf("%s", strings.Repeat(strconv.Itoa(i), 50))
			}
		})
	}
	writers.Wait()
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != 800 {
		t.Errorf("%d lines, want 800", len(lines))
	}
	for _, line := range lines {
		if want := fmt.Sprintf("w%c | %s", line[1], strings.Repeat(line[1:2], 50)); line != want {
			t.Fatalf("line = %q", line)
		}
	}
}

func FuzzLineWriter(f *testing.F) {
	f.Add("a\nb", 1)
	f.Add("\n\n\r\n", 2)
	f.Fuzz(func(t *testing.T, text string, size int) {
		if size < 1 || len(text) > maxLine {
			t.Skip()
		}
		var b bytes.Buffer
		w := newOutput(&b, 0).writer("")
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			_, _ = w.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		w.flush()
		var want strings.Builder
		for line := range strings.Lines(text) {
			line, ended := strings.CutSuffix(line, "\n")
			if line != "" || ended {
				want.WriteString(" | " + strings.TrimSuffix(line, "\r") + "\n")
			}
		}
		if b.String() != want.String() {
			t.Errorf("output = %q, want %q", b.String(), want.String())
		}
	})
}
