package source

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

// Format is a form in which reviews come.
type Format string

// The formats.
const (
	JSONLines Format = "JSON Lines"
	DataSet   Format = "published data set"
	Takeout   Format = "Google Takeout"
)

// The errors of files that cannot be imported, which say what to do instead.
var (
	errEmpty       = errors.New("there is nothing in it")
	errGzipTwice   = errors.New("it is compressed twice; uncompress it once")
	errGzipShort   = errors.New("the gzip data ends too early; the file is incomplete")
	errGzipDamaged = errors.New("the gzip data is damaged")
	errUTF16       = errors.New("it is UTF-16; save it as UTF-8")
	errArray       = errors.New(`it is a JSON array; write one review per line (jq -c '.[]'), or an object with a list "reviews"`)
	errSpread      = errors.New("its JSON objects run over several lines; write one review per line (jq -c .)")
	errPage        = errors.New("it is a single page of a Google Takeout; import the zip or the folder it comes from")
	errUnknown     = errors.New("its format is not known; JSON Lines, a published reviews.json and a Google Takeout " +
		"can be imported, each also compressed with gzip")
)

const byteOrderMark = "\uFEFF"

// detectText tells the format of a text that begins with head; whole says that
// this is all of it.
func detectText(head []byte, whole bool) (Format, error) {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return "", errUTF16
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte(byteOrderMark)))
	switch {
	case len(text) == 0 && whole:
		return "", errEmpty
	case bytes.HasPrefix(text, []byte("[")):
		return "", errArray
	case !bytes.HasPrefix(text, []byte("{")):
		return "", errUnknown
	}
	return detectObject(text, whole)
}

// detectObject tells the format of a text that begins with a JSON object: a
// data set has a list of reviews, a line of JSON Lines has none. An object
// that breaks off before that is known is a broken line, if there are lines.
func detectObject(text []byte, whole bool) (Format, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	_, err := d.Token() // the opening brace
	for err == nil && d.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = d.Token(); err == nil && name == "reviews" {
			return detectReviews(d)
		}
		if err == nil {
			err = d.Decode(&value)
		}
		if name == "type" && string(value) == `"FeatureCollection"` {
			return "", takeout.ErrMaps
		}
	}
	if err == nil {
		_, err = d.Token() // the closing brace
	}
	switch {
	case err == nil && bytes.ContainsRune(text[:d.InputOffset()], '\n'):
		return "", errSpread
	case err != nil && !whole && !bytes.ContainsRune(text, '\n'):
		return DataSet, nil // its reviews come after more than we have seen
	default:
		return JSONLines, nil
	}
}

// detectReviews tells whose list of reviews stands next in d.
func detectReviews(d *json.Decoder) (Format, error) {
	var first struct {
		StarRating json.RawMessage `json:"starRating"`
	}
	_, err := d.Token() // the opening bracket
	if err == nil && d.More() && d.Decode(&first) == nil && first.StarRating != nil {
		return "", errPage
	}
	return DataSet, nil
}
