// Package subscription holds what a subscription is and the rules it lives by:
// its name, its lease, its failures, and who may deliver to it. It knows no
// broker and no network, and takes the time as an argument.
package subscription

import (
	"strings"

	"github.com/reviewdata/reviewdata/pkg/document"
)

// Topic is one of the documents one can subscribe to, by the short name that
// keys and metrics use.
type Topic string

// The topics.
const (
	Atom     Topic = "atom" // the newest reviews as an Atom feed
	JSONFeed Topic = "json" // the newest reviews as a JSON Feed
	Full     Topic = "full" // the full dataset
)

// Topics returns all topics.
func Topics() []Topic { return []Topic{Atom, JSONFeed, Full} }

// Path returns the path of the document at the public origin, and nothing for
// what is no topic.
func (t Topic) Path() string {
	switch t {
	case Atom:
		return document.PathAtom
	case JSONFeed:
		return document.PathJSONFeed
	case Full:
		return document.PathReviews
	default:
		return ""
	}
}

// URL returns the topic URL at a public origin: the one rel=self names.
func (t Topic) URL(baseURL string) string { return baseURL + t.Path() }

// TopicAt returns the topic that a URL names at a public origin. Escapes of
// characters that need none make no difference (RFC 3986 §6.2.2.2).
func TopicAt(baseURL, url string) (Topic, bool) {
	for _, t := range Topics() {
		if normal(url) == normal(t.URL(baseURL)) {
			return t, true
		}
	}
	return "", false
}

// normal decodes the escapes of unreserved characters and leaves the others,
// with their digits in upper case.
func normal(url string) string {
	var b strings.Builder
	for i := 0; i < len(url); i++ {
		if url[i] != '%' || i+2 >= len(url) || !isHex(url[i+1]) || !isHex(url[i+2]) {
			b.WriteByte(url[i])
			continue
		}
		if c := unhex(url[i+1])<<4 | unhex(url[i+2]); isUnreserved(c) {
			b.WriteByte(c)
		} else {
			b.WriteString(strings.ToUpper(url[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}

// isUnreserved is the rule of RFC 3986 §2.3.
func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
