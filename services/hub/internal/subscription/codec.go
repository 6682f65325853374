package subscription

import (
	"encoding/json"
	"fmt"
)

// EncodeRecord writes a record.
func EncodeRecord(r Record) ([]byte, error) { return encode("record", r) }

// DecodeRecord reads a record.
func DecodeRecord(b []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(b, &r); err != nil {
		return Record{}, fmt.Errorf("decode record: %w", err)
	}
	return r, r.check()
}

// EncodeState writes a state.
func EncodeState(s State) ([]byte, error) { return encode("state", s) }

// DecodeState reads a state.
func DecodeState(b []byte) (State, error) {
	var s State
	if err := json.Unmarshal(b, &s); err != nil {
		return State{}, fmt.Errorf("decode state: %w", err)
	}
	return s, nil
}

func encode(what string, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", what, err)
	}
	return b, nil
}
