// Package charset finds out in which encoding a text is, and reads it as
// UTF-8.
//
// A byte order mark decides, then the zero bytes that UTF-16 has in every other
// place. A text that is not UTF-8 is Windows-1252 if it can be: that is what
// spreadsheets on Windows save when they are not asked, and where ISO 8859-1 is
// said it is meant.
package charset

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Encoding is how characters are written as bytes.
type Encoding string

// The encodings.
const (
	UTF8        Encoding = "UTF-8"
	UTF16LE     Encoding = "UTF-16LE"
	UTF16BE     Encoding = "UTF-16BE"
	UTF32       Encoding = "UTF-32"       // not read
	Windows1252 Encoding = "Windows-1252" // a guess
	Mixed       Encoding = "mixed"        // UTF-8 with bytes between that are not
	Unknown     Encoding = "unknown"      // none of these
)

// Mark is the byte order mark of UTF-8.
const Mark = "\uFEFF"

// Detect tells the encoding of a text that begins with head; whole says that
// this is all of it.
func Detect(head []byte, whole bool) Encoding {
	starts := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	switch {
	case starts("\xff\xfe\x00\x00"), starts("\x00\x00\xfe\xff"):
		return UTF32
	case starts("\xff\xfe"), alternates(head, 1):
		return UTF16LE
	case starts("\xfe\xff"), alternates(head, 0):
		return UTF16BE
	}
	if !whole {
		head = head[:len(head)-partial(head)]
	}
	if utf8.Valid(head) {
		return UTF8
	}
	return legacy(head)
}

// alternates reports whether of the first four bytes those at zero and at
// zero+2 are zero and the others are not, as in UTF-16 of the characters that
// begin a table or a JSON text.
func alternates(head []byte, zero int) bool {
	if len(head) < 4 {
		return false
	}
	for i, b := range head[:4] {
		if (b == 0) != (i%2 == zero) {
			return false
		}
	}
	return true
}

// partial returns how many bytes at the end of head may be the start of a
// character that was cut off.
func partial(head []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(head); n++ {
		if tail := head[len(head)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// legacy tells what a text that is not UTF-8 can be.
func legacy(head []byte) Encoding {
	encoded, undefined := false, false
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		switch {
		case size > 1:
			encoded = true
		case r == utf8.RuneError:
			undefined = undefined || bytes.IndexByte([]byte("\x81\x8d\x8f\x90\x9d"), head[0]) >= 0
		}
		head = head[size:]
	}
	switch {
	case encoded:
		return Mixed
	case undefined:
		return Unknown
	default:
		return Windows1252
	}
}

// Reader reads r, which is in the encoding e, as UTF-8 without a byte order
// mark. What it cannot decode it leaves as it is.
func Reader(r io.Reader, e Encoding) io.Reader {
	var from encoding.Encoding
	switch e {
	case UTF16LE:
		from = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case UTF16BE:
		from = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case Windows1252:
		from = charmap.Windows1252
	default:
		return r
	}
	return from.NewDecoder().Reader(r)
}
