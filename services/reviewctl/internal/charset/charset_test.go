package charset_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/charset"
)

// utf16 writes s as UTF-16.
func utf16(t testing.TB, s string, order unicode.Endianness, mark unicode.BOMPolicy) []byte {
	t.Helper()
	b, err := unicode.UTF16(order, mark).NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestDetectAndRead(t *testing.T) {
	t.Parallel()
	const text = "author,text\nJosé,5 € – “fine”\n"
	for name, test := range map[string]struct {
		bytes    []byte
		encoding charset.Encoding
		want     string
	}{
		"UTF-8":                {[]byte(text), charset.UTF8, text},
		"nothing":              {nil, charset.UTF8, ""},
		"UTF-16LE":             {utf16(t, text, unicode.LittleEndian, unicode.UseBOM), charset.UTF16LE, text},
		"UTF-16BE":             {utf16(t, text, unicode.BigEndian, unicode.UseBOM), charset.UTF16BE, text},
		"UTF-16LE, no mark":    {utf16(t, text, unicode.LittleEndian, unicode.IgnoreBOM), charset.UTF16LE, text},
		"UTF-16BE, no mark":    {utf16(t, text, unicode.BigEndian, unicode.IgnoreBOM), charset.UTF16BE, text},
		"Windows-1252":         {[]byte("author,text\nJos\xe9,5 \x80 \x96 \x93fine\x94\n"), charset.Windows1252, text},
		"UTF-32":               {[]byte("\xff\xfe\x00\x00a\x00\x00\x00"), charset.UTF32, "\xff\xfe\x00\x00a\x00\x00\x00"},
		"mixed":                {[]byte("é\xe9"), charset.Mixed, "é\xe9"},
		"neither":              {[]byte("a\x81\xe9b"), charset.Unknown, "a\x81\xe9b"},
		"one byte":             {[]byte("a"), charset.UTF8, "a"},
		"zero bytes elsewhere": {[]byte("a\x00\x00b"), charset.UTF8, "a\x00\x00b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			encoding := charset.Detect(test.bytes, true)
			got, err := io.ReadAll(charset.Reader(bytes.NewReader(test.bytes), encoding))
			if encoding != test.encoding || string(got) != test.want || err != nil {
				t.Errorf("%s %q, %v; want %s %q", encoding, got, err, test.encoding, test.want)
			}
		})
	}
}

// TestDetectACharacterCutOff: the end of what is looked at may stand within a
// character.
func TestDetectACharacterCutOff(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"aé", "a€", "a😀"} {
		for cut := 1; cut < len(text)-1; cut++ {
			head := []byte(text)[:len(text)-cut]
			if got := charset.Detect(head, false); got != charset.UTF8 {
				t.Errorf("%q of %q: %s, want %s", head, text, got, charset.UTF8)
			}
			if got := charset.Detect(head, true); got == charset.UTF8 {
				t.Errorf("%q alone: %s, want another", head, got)
			}
		}
	}
}

// FuzzDetect checks that what was found to be an encoding can be read as it.
func FuzzDetect(f *testing.F) {
	f.Add([]byte("author,text\nJosé\n"))
	f.Add([]byte("Jos\xe9"))
	f.Add([]byte("\xff\xfea\x00,\x00"))
	f.Add([]byte("\xfe\xff\x00a\x00,"))
	f.Add([]byte(strings.Repeat("a", 100) + "\x81"))
	f.Fuzz(func(t *testing.T, b []byte) {
		encoding := charset.Detect(b, true)
		text, err := io.ReadAll(charset.Reader(bytes.NewReader(b), encoding))
		if err != nil {
			t.Errorf("%s: %v", encoding, err)
		}
		switch encoding {
		case charset.UTF8, charset.UTF16BE, charset.UTF16LE, charset.Windows1252:
			if !utf8.Valid(text) {
				t.Errorf("%s gives %q, which is not UTF-8", encoding, text)
			}
		default: // left as it is
		}
	})
}
