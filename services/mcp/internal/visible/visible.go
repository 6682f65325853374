// Package visible keeps hidden characters out of what people and models read.
package visible

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns JSON in which characters that nobody sees are escaped. The
// value stays the same; but what customers wrote cannot hide words from the
// people who read the text over the shoulder of a model, or reorder them.
func JSON(body []byte) string {
	if bytes.IndexFunc(body, isHidden) < 0 {
		return string(body)
	}
	var b strings.Builder
	for len(body) > 0 {
		r, size := utf8.DecodeRune(body)
		switch {
		case !isHidden(r):
			b.Write(body[:size])
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		body = body[size:]
	}
	return b.String()
}

// isHidden reports whether r is shown as nothing, or changes the order in
// which others are shown: the format characters and variation selectors of
// Unicode that carry hidden text. The joiners and the selector of emoji are
// part of ordinary writing. JSON holds such characters only in its strings.
func isHidden(r rune) bool {
	switch {
	case r < 0xad:
		return 0x7f <= r && r <= 0x9f
	case r == 0xad, r == 0x61c, r == 0x180e, r == 0xfeff:
		return true
	case r == 0x200b, 0x200e <= r && r <= 0x200f, 0x2028 <= r && r <= 0x202e, 0x2060 <= r && r <= 0x206f:
		return true
	case 0xfe00 <= r && r <= 0xfe0e, 0xfff9 <= r && r <= 0xfffb:
		return true
	default:
		return 0xe0000 <= r && r <= 0xe0fff
	}
}
