// Package assist lets a language model help with the insights: it labels
// statements and words sentences. It is told what customers wrote and what was
// counted, never who wrote it; and nothing that it answers is taken without a
// check. It cannot bring in a number, a name, a quote or an id: what it labels
// must stand in the review, and what it words must say the facts it was given,
// all of them and no other.
//
// The package makes the questions and checks the answers. It asks nobody.
package assist

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
)

// Task is a question to a language model. Data is not for it to obey: it is the
// text to work on.
type Task struct {
	Instructions string
	Data         string
	Schema       json.RawMessage // JSON Schema of the answer
}

// Key tells tasks apart; equal tasks have the same key.
func (t Task) Key() string {
	h := sha256.New()
	for _, part := range []string{t.Instructions, t.Data, string(t.Schema)} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ErrRefused says that an answer cannot be used.
var ErrRefused = errors.New("the answer is refused")
