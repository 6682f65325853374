package document

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// The media types of documents.
const (
	TypeJSON = "application/json"
	TypeAtom = "application/atom+xml; charset=utf-8"
)

// Document is one rendered resource and what a server must tell about it.
type Document struct {
	Body         []byte
	ContentType  string
	Tag          string          // changes when the content does; the ETag without quotes and coding suffix
	LastModified time.Time       // zero when no truthful time is known
	Revision     review.Revision // of the data it was rendered from
}

// tagLength is the part of a SHA-256 sum that a tag keeps, in bytes: enough
// that two contents never share one.
const tagLength = 16

// tag identifies a content by the hash of its parts.
func tag(parts ...[]byte) string {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil)[:tagLength])
}

// ofSnapshot is the document of a snapshot that body shows.
func ofSnapshot(s *review.Snapshot, contentType string, body []byte) Document {
	return Document{
		Body:         body,
		ContentType:  contentType,
		Tag:          tag(body),
		LastModified: s.ChangedAt,
		Revision:     s.Revision,
	}
}
