package llm

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/reviewdata/reviewdata/pkg/insights/assist"
)

// memory keeps answers from one start to the next. Labels are kept by the hash
// of the question, with the places of the words and not the words: nothing that
// a customer wrote stays here when the review is forgotten. Wordings quote
// customers; only those of the present texts are kept.
type memory struct {
	mu       sync.RWMutex
	labels   map[string]labels
	wordings map[string]wording
	log      *os.File // of labels
	dir      string
}

// labels is the answer to a labelling task, one line of the file.
type labels struct {
	Key     string         `json:"key"`
	Refused bool           `json:"refused,omitempty"` // not to be asked again
	Labels  []assist.Label `json:"labels,omitempty"`
}

// wording is the answer to a wording task.
type wording struct {
	Refused bool   `json:"refused,omitempty"`
	Text    string `json:"text,omitempty"`
}

const (
	labelsFile   = "labels.jsonl"
	wordingsFile = "wordings.json"
	maxLine      = 1 << 20
)

// openMemory reads what was kept of the answers of one model.
func openMemory(dir, model string) (*memory, error) {
	h := sha256.Sum256([]byte(model))
	m := &memory{labels: map[string]labels{}, wordings: map[string]wording{}, dir: filepath.Join(dir, hex.EncodeToString(h[:8]))}
	if err := os.MkdirAll(m.dir, 0o700); err != nil {
		return nil, fmt.Errorf("keep answers: %w", err)
	}
	if err := m.read(); err != nil {
		return nil, fmt.Errorf("read kept answers: %w", err)
	}
	log, err := os.OpenFile(filepath.Join(m.dir, labelsFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("keep answers: %w", err)
	}
	m.log = log
	return m, nil
}

// read loads both files. A line that was cut off, or that nobody of ours wrote,
// is asked again.
func (m *memory) read() error {
	f, err := os.Open(filepath.Join(m.dir, labelsFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, maxLine)
		for lines.Scan() {
			var l labels
			if json.Unmarshal(lines.Bytes(), &l) == nil && l.Key != "" {
				m.labels[l.Key] = l
			}
		}
		if err := lines.Err(); err != nil {
			return err
		}
	}
	kept, err := os.ReadFile(filepath.Join(m.dir, wordingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && json.Unmarshal(kept, &m.wordings) != nil {
		m.wordings = map[string]wording{}
	}
	return err
}

func (m *memory) label(key string) (labels, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	l, ok := m.labels[key]
	return l, ok
}

func (m *memory) wording(key string) (wording, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	w, ok := m.wordings[key]
	return w, ok
}

// keepLabels remembers an answer.
func (m *memory) keepLabels(l labels) error {
	line, err := json.Marshal(l)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.labels[l.Key] = l
	_, err = m.log.Write(append(line, '\n'))
	return err
}

// keepWordings remembers the wordings of the present texts, and those only.
func (m *memory) keepWordings(all map[string]wording) error {
	content, err := json.Marshal(all)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wordings = all
	path := filepath.Join(m.dir, wordingsFile)
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func (m *memory) close() error { return m.log.Close() }
