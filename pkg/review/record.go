package review

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The bounds of the members of a record, in characters or items.
const (
	MaxTextLength   = 10_000
	MaxAuthorLength = 200
	MaxURLLength    = 2048
	MaxKeyLength    = 200
	MaxMentions     = 50
)

// earliestDate is the first date a review can have: before it there was no
// platform to write one on, and a typing error is likelier.
const earliestDate Date = 19900101

// Anonymous is the author of a review whose source names none.
const Anonymous = "Anonymous"

// Record is a review as an import submits it, before anything is known to be
// true of it. Review turns it into a review or says what is wrong.
type Record struct {
	ID              string // the id it already has, when it comes from a published data set
	Source          string // the platform, such as "google"
	SourceID        string // its key on that platform; with neither id nor key, its content identifies it
	Author          string // empty means Anonymous
	AuthorAvatarURL string
	Rating          int
	Date            string // YYYY-MM-DD
	Text            string
	SourceURL       string
	OwnerReply      *ReplyRecord
	Unverified      bool // the source says that nobody checked it: it is withheld
	Technicians     []string
	Services        []string
	Occurrence      int // tells apart records of one file with neither id nor key and the same content: 0, 1, …
}

// ReplyRecord is an owner reply as an import submits it.
type ReplyRecord struct {
	Text string
	Date string // YYYY-MM-DD
}

var sourceForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// Review checks the record against today, the latest date a review can have,
// and returns the review it describes, without revision and mentions found in
// its text. All problems are reported at once.
func (r Record) Review(today Date) (Review, error) {
	var issues Issues
	text := CleanText(r.Text)
	out := Review{
		ID:              r.id(text, &issues),
		Author:          r.author(),
		AuthorAvatarURL: r.AuthorAvatarURL,
		Rating:          r.Rating,
		Date:            issues.date("date", r.Date, today),
		Text:            text,
		Source:          r.Source,
		SourceURL:       r.SourceURL,
		Technicians:     nameSet(r.Technicians),
		Services:        nameSet(r.Services),
	}
	if r.Rating < MinRating || r.Rating > MaxRating {
		issues.add("rating", CodeOutOfRange, strconv.Itoa(r.Rating), "rating must be an integer from %d to %d", MinRating, MaxRating)
	}
	issues.checkLine("author", out.Author, MaxAuthorLength)
	issues.checkText("text", text, MaxTextLength)
	issues.checkURL("author_avatar_url", r.AuthorAvatarURL)
	issues.checkURL("source_url", r.SourceURL)
	issues.checkSource(r.Source)
	issues.checkNames("technicians", r.Technicians)
	issues.checkNames("services", r.Services)
	out.OwnerReply = r.OwnerReply.reply(&issues, today)
	return out, issues.Err()
}

// id keeps a given id, or derives one from the key, or else from what the
// review says.
func (r Record) id(text string, issues *Issues) ID {
	issues.checkLine("source_id", r.SourceID, MaxKeyLength)
	if r.ID != "" {
		id, err := ParseID(r.ID)
		if err != nil {
			issues.add("id", CodeMalformed, r.ID, "id must be a 26-character ULID; a key of the platform belongs in source_id")
		}
		return id
	}
	if r.SourceID != "" {
		return NewID(r.Source, r.SourceID)
	}
	const start = 64 // bytes of the text: enough to tell reviews apart, few enough to survive an edit at the end
	content := []string{r.author(), r.Date, text[:min(start, len(text))], strconv.Itoa(r.Occurrence)}
	return NewID(r.Source, "\x00"+strings.Join(content, "\x00"))
}

func (r Record) author() string {
	if a := strings.TrimSpace(r.Author); a != "" {
		return a
	}
	return Anonymous
}

func (r *ReplyRecord) reply(issues *Issues, today Date) *OwnerReply {
	if r == nil {
		return nil
	}
	text := CleanText(r.Text)
	issues.required("owner_reply.text", text)
	issues.checkText("owner_reply.text", text, MaxTextLength)
	return &OwnerReply{Text: text, Date: issues.date("owner_reply.date", r.Date, today)}
}

// date reads a required date from earliestDate to today.
func (is *Issues) date(path, s string, today Date) Date {
	if !is.required(path, s) {
		return 0
	}
	d, err := ParseDate(s)
	switch {
	case err != nil:
		is.add(path, CodeNotADate, s, "%s must be a date of the calendar as YYYY-MM-DD", path)
	case d < earliestDate:
		is.add(path, CodeOutOfRange, s, "%s must not be before %s", path, earliestDate)
	case d > today:
		is.add(path, CodeInFuture, s, "%s must not be in the future", path)
	}
	return d
}

func (is *Issues) checkSource(s string) {
	if is.required("source", s) && !sourceForm.MatchString(s) {
		is.add("source", CodeMalformed, s, "source must be a lower-case name such as google, of letters, digits, '.', '_' and '-'")
	}
}

// checkURL accepts the empty string, which stands for no URL.
func (is *Issues) checkURL(path, s string) {
	if s == "" {
		return
	}
	is.checkLine(path, s, MaxURLLength)
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		is.add(path, CodeMalformed, s, "%s must be an absolute http or https URL", path)
	}
}

func (is *Issues) checkNames(path string, names []string) {
	if len(names) > MaxMentions {
		is.add(path, CodeTooLong, "", "%s must have at most %d entries, it has %d", path, MaxMentions, len(names))
	}
	for i, name := range names {
		entry := fmt.Sprintf("%s.%d", path, i)
		if is.required(entry, strings.TrimSpace(name)) {
			is.checkLine(entry, name, MaxAuthorLength)
		}
	}
}

// nameSet trims, sorts and de-duplicates names.
func nameSet(names []string) []string {
	out := make([]string, 0, len(names))
	for _, name := range names {
		out = append(out, strings.TrimSpace(name))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
