package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/jsonld"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

// Format is a form in which reviews come, by the name that an operator gives
// it.
type Format string

// The formats.
const (
	JSONLines Format = "jsonl"
	DataSet   Format = "dataset" // a published reviews.json
	Table     Format = "csv"     // and its relatives with semicolons or tabs
	Takeout   Format = "takeout" // of a Google Business Profile
	Listing   Format = "google"  // pages of the Google Business Profile API
	JSONLD    Format = "jsonld"  // of schema.org, also in an HTML page
)

// Formats returns all formats.
func Formats() []Format { return []Format{JSONLines, DataSet, Table, Takeout, Listing, JSONLD} }

// The errors of files that cannot be imported, which say what to do instead.
var (
	errEmpty       = errors.New("there is nothing in it")
	errGzipTwice   = errors.New("it is compressed twice; uncompress it once")
	errGzipShort   = errors.New("the gzip data ends too early; the file is incomplete")
	errGzipDamaged = errors.New("the gzip data is damaged")
	errGzipBomb    = errors.New("it is compressed more than 200 times, which no real export is")
	errTar         = errors.New("it is a tar archive; unpack it and import the folder, or download the Takeout as a zip")
	errUTF32       = errors.New("it is UTF-32; save it as UTF-8")
	errEncoding    = errors.New("its text is neither UTF-8 nor Windows-1252; save it as UTF-8")
	errArray       = errors.New(`it is a JSON array; write one review per line (jq -c '.[]'), or an object with a list "reviews"`)
	errSpread      = errors.New("its JSON objects run over several lines; write one review per line (jq -c .)")
	errPage        = errors.New("it is a single page of a Google Takeout; import the zip or the folder it comes from")
	errArchive     = errors.New("only a Google Takeout comes as a zip or a folder; import the file in it")
	errNoMap       = errors.New("its format has no columns; --map is for tables")
	errBare        = errors.New(`it has reviews of the Business Profile API without their pages; import what the API answers ({"reviews": […]})`)
	errUnknown     = errors.New("its format is not known; see reviewctl import --help, or name it with --format")
)

// comment begins a line of JSON Lines that is no record.
const comment = '#'

// detectText tells the format of a text that begins with head, in UTF-8
// without a byte order mark; whole says that this is all of it. A text that is
// none of the others may be a table.
func detectText(head []byte, whole bool) (Format, error) {
	text := skipComments(head)
	switch {
	case len(text) == 0 && whole:
		return "", errEmpty
	case len(text) == 0:
		return "", errUnknown
	case jsonld.IsHTML(text):
		return JSONLD, nil
	case text[0] == '[':
		return detectArray(text, whole)
	case text[0] == '{':
		return detectObject(text, whole)
	default:
		return Table, nil
	}
}

// skipComments returns what follows the blank lines and comments at the start
// of JSON Lines, or the text as it is if that is no JSON.
func skipComments(head []byte) []byte {
	head = bytes.TrimSpace(head)
	text := head
	for len(text) > 0 && text[0] == comment {
		_, text, _ = bytes.Cut(text, []byte("\n"))
		text = bytes.TrimSpace(text)
	}
	if len(text) > 0 && text[0] == '{' {
		return text
	}
	return head
}

// detectArray tells the format of a text that begins with a JSON array, by the
// first value in it.
func detectArray(text []byte, whole bool) (Format, error) {
	first := bytes.TrimSpace(text[1:])
	if !bytes.HasPrefix(first, []byte("{")) {
		return "", errArray
	}
	format, err := detectObject(first, whole)
	if format == JSONLD || format == Listing || errors.Is(err, errBare) {
		return format, err
	}
	return "", errArray
}

// detectObject tells the format of a text that begins with a JSON object: a
// data set has a list of reviews, a line of JSON Lines has none. An object
// that breaks off before that is known is a broken line, if there are lines.
func detectObject(text []byte, whole bool) (Format, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	_, err := d.Token() // the opening brace
	for err == nil && d.More() {
		var token json.Token
		var value json.RawMessage
		token, err = d.Token()
		name, _ := token.(string)
		switch {
		case err != nil:
			continue
		case name == "reviews":
			return detectReviews(d)
		case name == "starRating":
			return "", errBare
		case strings.HasPrefix(name, "@"):
			return JSONLD, nil
		}
		err = d.Decode(&value)
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
		ReviewID   json.RawMessage `json:"reviewId"`
		StarRating json.RawMessage `json:"starRating"`
	}
	_, err := d.Token() // the opening bracket
	if err != nil || !d.More() || d.Decode(&first) != nil || first.StarRating == nil {
		return DataSet, nil //nolint:nilerr // who reads it says what is wrong with it
	}
	if first.ReviewID == nil {
		return "", errPage
	}
	return Listing, nil
}
