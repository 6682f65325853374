package jsonld

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/platform"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/recordjson"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/stars"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/when"
)

// reading is one review being read.
type reading struct {
	node
	*walk
	issues review.Issues
}

// record returns the review in the node.
func (r *reading) record() review.Record {
	author := r.get("author")
	return review.Record{
		Source:          r.platform(),
		SourceID:        r.key(),
		Author:          plain(r.text(author, "name")),
		AuthorAvatarURL: r.image(author),
		Rating:          r.rating(),
		Date:            r.date(),
		Text:            recordjson.WithTitle(r.prose("name", "headline"), r.prose("reviewBody", "description")),
		SourceURL:       r.address(),
	}
}

// rating reads a Rating, or a number in its place. A scale may end at another
// number than 5, see package stars.
func (r *reading) rating() int {
	value := r.get("reviewRating")
	best := ""
	if n, ok := r.follow(value); ok {
		best = r.text(n.get("bestRating"))
	}
	n, issues := stars.Scaled(r.text(value, "ratingValue"), best)
	r.issues = append(r.issues, issues...)
	return n
}

func (r *reading) date() string {
	s := cmp.Or(r.text(r.get("datePublished")), r.text(r.get("dateCreated")))
	if s == "" {
		return ""
	}
	day, err := when.Reader{}.Date(s)
	if err != nil {
		r.issues = append(r.issues, review.Issue{
			Path: []string{"date"}, Code: review.CodeNotADate, Received: review.Excerpt(s),
			Message: fmt.Sprintf("datePublished is %s; it must be one such as 2026-03-01", err),
		})
	}
	return day
}

// key returns what identifies the review: its identifier, else an @id that is
// a whole address. Others are numbers within the page, which change.
func (r *reading) key() string {
	key := r.text(r.get("identifier"), "value")
	if id := r.text(r.get("@id")); key == "" && isAbsolute(id) {
		key = id
	}
	return key
}

// address returns the page of the review.
func (r *reading) address() string {
	for _, property := range []string{"url", "@id"} {
		if s := r.text(r.get(property), "@id"); strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
			return s
		}
	}
	return ""
}

// platform returns the source: the publisher the review names, else what the
// operator says, else what its address tells.
func (r *reading) platform() string {
	publisher := r.get("publisher")
	named := cmp.Or(platform.Known(r.text(publisher, "url", "sameAs")), platform.FromName(r.text(publisher, "name")))
	return cmp.Or(named, r.source, platform.FromURL(r.address()))
}

// image returns the address of the author's picture.
func (r *reading) image(author any) string {
	n, ok := r.follow(author)
	if !ok {
		return ""
	}
	if s := r.text(n.get("image"), "url", "contentUrl"); isAbsolute(s) {
		return s
	}
	return ""
}

// prose returns the first text that there is of the properties.
func (r *reading) prose(properties ...string) string {
	for _, property := range properties {
		if s := plain(r.text(r.get(property))); s != "" {
			return s
		}
	}
	return ""
}

// breakForm is a line end as HTML writes it.
var breakForm = regexp.MustCompile(`(?i)<br\s*/?>`)

// plain undoes the HTML that shops leave in their structured data.
func plain(s string) string {
	return strings.TrimSpace(html.UnescapeString(breakForm.ReplaceAllString(s, "\n")))
}

func isAbsolute(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme != "" && (u.Host != "" || u.Opaque != "")
}
