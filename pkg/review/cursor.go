package review

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
)

// A search cursor is base64url of: version, hash of the filters, date and id
// of the last review of the page before.
const (
	searchCursorVersion = 1
	filterHashLength    = 8
	searchCursorLength  = 1 + filterHashLength + 4 + idLength
)

var errCursor = errors.New("cursor of another search, or none at all")

// Cursor returns the cursor that continues the search q after position.
func (q Query) Cursor(after Position) string {
	b := make([]byte, 0, searchCursorLength)
	b = append(b, searchCursorVersion)
	b = append(b, q.filterHash()...)
	b = binary.BigEndian.AppendUint32(b, uint32(after.Date))
	b = append(b, after.ID...)
	return base64.RawURLEncoding.EncodeToString(b)
}

// readCursor sets where the page starts. A cursor works only with the filters
// it was made for, which is known once the filters themselves are right; the
// limit may change between pages.
func (q *Query) readCursor(s string, is *Issues) {
	after, hash, err := parseCursor(s)
	if err != nil || len(*is) == 0 && hash != string(q.filterHash()) {
		is.add("cursor", CodeInvalidCursor, s, "cursor must be the next_cursor of a search with the same filters")
		return
	}
	q.After = &after
}

func parseCursor(s string) (after Position, hash string, err error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != searchCursorLength || b[0] != searchCursorVersion {
		return Position{}, "", errCursor
	}
	hash, rest := string(b[1:1+filterHashLength]), b[1+filterHashLength:]
	id, err := ParseID(string(rest[4:]))
	return Position{Date: Date(binary.BigEndian.Uint32(rest)), ID: id}, hash, err
}

// filterHash tells searches apart by their filters, whatever their limit.
func (q Query) filterHash() []byte {
	q.Limit = 0
	sum := sha256.Sum256([]byte(q.Values().Encode()))
	return sum[:filterHashLength]
}

// A change cursor is base64url of: version, data set, revision and id of the
// last change of the page before.
const (
	changeCursorVersion = 1
	dataSetLength       = 8
)

// ChangeCursor is a place in the change feed of one data set: after the change
// of review ID at Revision. The zero ID comes before all changes of Revision.
type ChangeCursor struct {
	DataSet  [dataSetLength]byte // tells the feeds of different databases apart
	Revision Revision
	ID       ID
}

// String encodes the cursor.
func (c ChangeCursor) String() string {
	b := make([]byte, 0, 1+dataSetLength+8+idLength)
	b = append(b, changeCursorVersion)
	b = append(b, c.DataSet[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(c.Revision))
	b = append(b, c.ID...)
	return base64.RawURLEncoding.EncodeToString(b)
}

// ParseChangeCursor decodes a cursor of the change feed.
func ParseChangeCursor(s string) (ChangeCursor, error) {
	var c ChangeCursor
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	const fixed = 1 + dataSetLength + 8
	if err != nil || len(b) < fixed || b[0] != changeCursorVersion {
		return c, errCursor
	}
	copy(c.DataSet[:], b[1:])
	c.Revision = Revision(binary.BigEndian.Uint64(b[1+dataSetLength:]))
	if len(b) == fixed {
		return c, nil
	}
	c.ID, err = ParseID(string(b[fixed:]))
	return c, err
}
