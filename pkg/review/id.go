package review

import (
	"crypto/sha256"
	"errors"
	"strings"
)

// ID identifies a review for ever: 26 characters of Crockford's base 32, the
// form of a ULID. It orders as a string.
type ID string

// ErrNotAnID is returned for text that does not have the form of an ID.
var ErrNotAnID = errors.New("not a 26-character ULID")

const (
	idLength  = 26
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
)

// NewID derives the id of a review from the platform it was written on and its
// key there. The same source review gets the same id on every import and in
// every database, so nothing that its author can edit takes part in it.
func NewID(source, key string) ID {
	sum := sha256.Sum256([]byte(source + "\x00" + key))
	return encodeID([16]byte(sum[:16]))
}

// ParseID reads an id in either letter case and returns it in upper case.
func ParseID(s string) (ID, error) {
	if len(s) != idLength {
		return "", ErrNotAnID
	}
	// Letter by letter, because strings.ToUpper makes S of a long ſ.
	var id [idLength]byte
	for i := range idLength {
		c := s[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		if strings.IndexByte(crockford, c) < 0 {
			return "", ErrNotAnID
		}
		id[i] = c
	}
	if id[0] > '7' { // 26 characters hold 130 bits, an id has 128
		return "", ErrNotAnID
	}
	return ID(id[:]), nil
}

// encodeID writes 128 bits as base 32, most significant first, with two zero
// bits in front.
func encodeID(b [16]byte) ID {
	var out [idLength]byte
	acc, bits := uint32(0), 2
	next := 0
	for _, octet := range b {
		acc = acc<<8 | uint32(octet)
		for bits += 8; bits >= 5; bits -= 5 {
			out[next] = crockford[acc>>(bits-5)&31]
			next++
		}
	}
	return ID(out[:])
}
