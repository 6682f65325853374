package takeout

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/review"
)

const (
	// Source is the platform of every review of a Takeout.
	Source = "google"
	// Anonymous is what Google calls a reviewer without a name.
	Anonymous = "A Google user"
)

// row is a review as Google writes it; what else it may have is not read.
type row struct {
	Name     string `json:"name"`
	Reviewer struct {
		DisplayName     string `json:"displayName"`
		ProfilePhotoURL string `json:"profilePhotoUrl"`
		IsAnonymous     bool   `json:"isAnonymous"`
	} `json:"reviewer"`
	StarRating  string `json:"starRating"`
	Comment     string `json:"comment"`
	CreateTime  string `json:"createTime"`
	UpdateTime  string `json:"updateTime"`
	ReviewReply *struct {
		Comment    string `json:"comment"`
		UpdateTime string `json:"updateTime"`
		State      string `json:"reviewReplyState"`
	} `json:"reviewReply"`
	issues review.Issues // why it could not be read
}

// keyForm leaves out the account, which is not the same in every export.
var keyForm = regexp.MustCompile(`(?:^|/)(locations/[^/]+/reviews/[^/]+)$`)

func parseRow(value json.RawMessage) row {
	var r row
	if !utf8.Valid(value) {
		r.add("", review.CodeInvalidUTF8, "", "the review must be valid UTF-8")
	}
	var wrong *json.UnmarshalTypeError
	err := json.Unmarshal(value, &r)
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		r.add(wrong.Field, review.CodeMalformed, wrong.Value, wrong.Field+" has the wrong type")
	case err != nil:
		r.add("", review.CodeMalformed, string(value), "the review must be a JSON object")
	}
	return r
}

// key returns what identifies the review in every export.
func (r *row) key() (string, bool) {
	m := keyForm.FindStringSubmatch(r.Name)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// rating returns the stars, 0 if Google has not said how many.
func (r *row) rating() int {
	return 1 + slices.Index([]string{"ONE", "TWO", "THREE", "FOUR", "FIVE"}, r.StarRating)
}

// updated returns when the review was last changed; the zero time when that
// is not said.
func (r *row) updated() time.Time {
	for _, s := range []string{r.UpdateTime, r.CreateTime} {
		if t, err := time.Parse(time.RFC3339, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

// record turns the row into a record and says what it could not read.
func (r *row) record() (review.Record, review.Issues) {
	if len(r.issues) > 0 {
		return review.Record{Source: Source}, r.issues
	}
	key, ok := r.key()
	if !ok {
		r.add("name", review.CodeMalformed, r.Name, "name must be accounts/…/locations/…/reviews/…")
	}
	out := review.Record{
		Source:   Source,
		SourceID: key,
		Author:   r.author(),
		Rating:   r.rating(),
		Date:     r.date("date", "createTime", r.CreateTime),
		Text:     Original(r.Comment),

		AuthorAvatarURL: r.photo(),
	}
	if out.Rating == 0 {
		r.add("rating", review.CodeOutOfRange, r.StarRating, "starRating must be ONE, TWO, THREE, FOUR or FIVE")
	}
	if r.replied() {
		out.OwnerReply = &review.ReplyRecord{
			Text: Original(r.ReviewReply.Comment),
			Date: r.date("owner_reply", "reviewReply.updateTime", r.ReviewReply.UpdateTime),
		}
	}
	return out, r.issues
}

func (r *row) author() string {
	if r.Reviewer.IsAnonymous || r.Reviewer.DisplayName == "" {
		return Anonymous
	}
	return r.Reviewer.DisplayName
}

// photo returns the address of the picture, which Google sometimes writes
// without its scheme; nothing if it is no address.
func (r *row) photo() string {
	address := r.Reviewer.ProfilePhotoURL
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	if r.Reviewer.IsAnonymous || !strings.HasPrefix(address, "https://") {
		return ""
	}
	return address
}

// replied reports whether there is a reply that Google shows: one it has not
// moderated yet, or has refused, nobody else can see.
func (r *row) replied() bool {
	reply := r.ReviewReply
	return reply != nil && reply.Comment != "" && reply.State != "PENDING" && reply.State != "REJECTED"
}

// translated reports whether a translation by Google is left out.
func (r *row) translated() bool {
	return Original(r.Comment) != r.Comment || r.replied() && Original(r.ReviewReply.Comment) != r.ReviewReply.Comment
}

// date returns the UTC date of an instant that Google calls name and a review
// calls path.
func (r *row) date(path, name, instant string) string {
	t, err := time.Parse(time.RFC3339, instant)
	if err != nil {
		r.add(path, review.CodeNotADate, instant, name+" must be a time such as 2026-03-01T09:30:00Z")
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

func (r *row) add(path string, code review.Code, received, message string) {
	issue := review.Issue{Code: code, Message: message, Received: review.Excerpt(received)}
	if path != "" {
		issue.Path = []string{path}
	}
	r.issues = append(r.issues, issue)
}
