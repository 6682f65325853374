package document

import (
	"encoding/xml"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// atomFeed is the newest reviews as an Atom feed (RFC 4287 §4.1.1). Every
// entry has its author, so the feed needs none.
type atomFeed struct {
	XMLName  xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID       string      `xml:"id"`
	Title    string      `xml:"title"`
	Subtitle string      `xml:"subtitle"`
	Updated  Instant     `xml:"updated"`
	Links    []atomLink  `xml:"link"`
	Entries  []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID         string         `xml:"id"`
	Title      string         `xml:"title"`
	Link       atomLink       `xml:"link"`
	Author     string         `xml:"author>name"`
	Published  Instant        `xml:"published"`
	Updated    Instant        `xml:"updated"`
	Categories []atomCategory `xml:"category"`
	Content    atomText       `xml:"content"`
}

type atomCategory struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// Atom renders the newest reviews as an Atom feed. Should a text ever hold a
// character that XML has no place for, encoding/xml replaces it with U+FFFD.
func Atom(s *review.Snapshot) Document {
	feed, _ := xml.MarshalIndent(newAtomFeed(s), "", " ") // strings only: it cannot fail
	body := append([]byte(xml.Header), feed...)
	return ofSnapshot(s, TypeAtom, append(body, '\n'))
}

func newAtomFeed(s *review.Snapshot) atomFeed {
	return atomFeed{
		ID:       s.BaseURL + PathAtom,
		Title:    feedTitle(s),
		Subtitle: feedDescription(s),
		Updated:  instant(lastUpdate(newest(s))),
		Links: []atomLink{
			{Rel: "self", Type: "application/atom+xml", Href: s.BaseURL + PathAtom},
			{Rel: "hub", Href: s.BaseURL + PathHub},
			{Rel: "alternate", Type: "text/html", Href: s.BaseURL + "/"},
		},
		Entries: convert(newest(s), func(r review.Review) atomEntry { return newAtomEntry(s, r) }),
	}
}

// lastUpdate is when the entries of a feed last changed, as far as they
// themselves tell: the Unix epoch when there are none. The feed must say some
// instant (RFC 4287 §4.2.15), and any other would change without the entries.
func lastUpdate(entries []review.Review) time.Time {
	last := time.Unix(0, 0)
	for _, r := range entries {
		if r.UpdatedAt.After(last) {
			last = r.UpdatedAt
		}
	}
	return last
}

func newAtomEntry(s *review.Snapshot, r review.Review) atomEntry {
	return atomEntry{
		ID:         entryURL(s, r),
		Title:      entryTitle(r),
		Link:       atomLink{Rel: "alternate", Type: TypeJSON, Href: entryURL(s, r)},
		Author:     r.Author,
		Published:  published(r),
		Updated:    instant(r.UpdatedAt),
		Categories: convert(categories(s, r), func(c category) atomCategory { return atomCategory{c.term, c.label} }),
		Content:    atomText{Type: "text", Text: entryText(r)},
	}
}
