package takeout

import (
	"bytes"
	"io"
	"path"
	"strings"
)

// headLength is how much of a file is looked at to tell what it is.
const headLength = 4 << 10

// isMaps reports whether f is the list of reviews that the owner of the
// account wrote about other places, the usual mix-up. Its folder is named in
// the language of the account, so the content tells.
func isMaps(f file) bool {
	if !strings.EqualFold(path.Base(f.name), "reviews.json") {
		return false
	}
	r, err := f.open()
	if err != nil {
		return false
	}
	defer func() { _ = r.Close() }() // it was only read
	head, err := io.ReadAll(io.LimitReader(r, headLength))
	return err == nil && IsMaps(head)
}

// IsMaps reports whether a JSON text that begins with head is GeoJSON, the
// form of the Maps reviews.
func IsMaps(head []byte) bool {
	return bytes.Contains(head[:min(len(head), headLength)], []byte(`"FeatureCollection"`))
}
