package session

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"
)

// ErrUnknown says that an id is none of ours, has expired, or was ended.
var ErrUnknown = errors.New("no such session")

// The parts of an id, in bytes: when it expires in seconds since the epoch,
// what makes it unique, and the signature over both.
const (
	expiryLength    = 8
	uniqueLength    = 16
	signedLength    = expiryLength + uniqueLength
	signatureLength = 16
	idLength        = signedLength + signatureLength
	textLength      = (idLength*8 + 5) / 6 // of an id as clients send it, in base64
)

// unique is the part of an id by which an ended session is remembered.
type unique [uniqueLength]byte

// key signs ids.
type key []byte

func newKey(secret string) key {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

func (k key) sign(signed []byte) []byte {
	h := hmac.New(sha256.New, k)
	h.Write(signed)
	return h.Sum(nil)[:signatureLength]
}

// mint returns a new id that is good until expiry.
func (k key) mint(expiry time.Time) string {
	b := make([]byte, 0, idLength)
	b = binary.BigEndian.AppendUint64(b, uint64(expiry.Unix()))
	b = append(b, make([]byte, uniqueLength)...)
	_, _ = rand.Read(b[expiryLength:signedLength]) // it never fails
	return base64.RawURLEncoding.EncodeToString(append(b, k.sign(b)...))
}

// parse returns the unique part of an id that one of the keys has signed and
// that has not expired at the time now.
func parse(id string, keys []key, now time.Time) (unique, error) {
	if len(id) != textLength { // the decoder skips line ends
		return unique{}, ErrUnknown
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(b) != idLength || !signedBy(keys, b[:signedLength], b[signedLength:]) {
		return unique{}, ErrUnknown
	}
	expiry := binary.BigEndian.Uint64(b)
	if uint64(now.Unix()) >= expiry {
		return unique{}, ErrUnknown
	}
	return unique(b[expiryLength:signedLength]), nil
}

func signedBy(keys []key, signed, signature []byte) bool {
	for _, k := range keys {
		if hmac.Equal(k.sign(signed), signature) {
			return true
		}
	}
	return false
}
