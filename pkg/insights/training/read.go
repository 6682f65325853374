package training

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// maxLine bounds one line of a file of sentences, in bytes.
const maxLine = 1 << 20

// ReadDir reads the sentences of all files *.jsonl of a directory, in the order
// of their names.
func ReadDir(dir fs.FS) ([]Sentence, error) {
	names, err := fs.Glob(dir, "*.jsonl")
	if err != nil {
		return nil, fmt.Errorf("read sentences: %w", err)
	}
	slices.Sort(names)
	var out []Sentence
	for _, name := range names {
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, fmt.Errorf("read sentences: %w", err)
		}
		read, err := ReadLines[Sentence](bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("read sentences: %s: %w", name, err)
		}
		out = append(out, read...)
	}
	return out, nil
}

// ReadLines reads JSON Lines. Empty lines are left out.
func ReadLines[T any](from io.Reader) ([]T, error) {
	var out []T
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		out = append(out, v)
	}
	return out, lines.Err()
}
