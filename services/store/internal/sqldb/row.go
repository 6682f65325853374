package sqldb

import (
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/store/internal/reviewdb"
)

// reviewColumns returns the columns of a review in the order of scanRow and
// rowValues. The first is the key.
func reviewColumns() []string {
	return []string{
		"id", "revision", "updated_at", "date", "rating", "author", "author_avatar_url", "text", "source", "source_url",
		"reply_text", "reply_date", "technicians", "services", "given_technicians", "given_services",
	}
}

// list is a list of strings as a JSON array in a column.
type list struct{ items *[]string }

// Scan reads the column.
func (l list) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return errors.New("a list is not text")
	}
	return json.Unmarshal([]byte(text), l.items)
}

// encode writes a list for a column.
func encode(items []string) (string, error) {
	if items == nil {
		items = []string{}
	}
	b, err := json.Marshal(items)
	return string(b), err
}

func scanRow(rows *sql.Rows) (reviewdb.Row, error) {
	var r reviewdb.Row
	var updatedAt int64
	var replyText sql.NullString
	var replyDate sql.NullInt64
	err := rows.Scan(&r.ID, &r.Revision, &updatedAt, &r.Date, &r.Rating, &r.Author, &r.AuthorAvatarURL, &r.Text, &r.Source, &r.SourceURL,
		&replyText, &replyDate, list{&r.Technicians}, list{&r.Services}, list{&r.Given.Technicians}, list{&r.Given.Services})
	r.UpdatedAt = instant(updatedAt)
	if replyText.Valid {
		r.OwnerReply = &review.OwnerReply{Text: replyText.String, Date: review.Date(replyDate.Int64)}
	}
	return r, err
}

// rowValues returns the values of reviewColumns for r.
func rowValues(r reviewdb.Row) ([]any, error) {
	var replyText, replyDate any
	if r.OwnerReply != nil {
		replyText, replyDate = r.OwnerReply.Text, int64(r.OwnerReply.Date)
	}
	values := []any{
		string(r.ID), int64(r.Revision), r.UpdatedAt.Unix(), int64(r.Date), r.Rating, r.Author, r.AuthorAvatarURL, r.Text, r.Source, r.SourceURL,
		replyText, replyDate,
	}
	for _, items := range [][]string{r.Technicians, r.Services, r.Given.Technicians, r.Given.Services} {
		text, err := encode(items)
		if err != nil {
			return nil, err
		}
		values = append(values, text)
	}
	return values, nil
}

// overwrite is the clause that makes an insert of a review replace the row
// with its id.
func overwrite() string {
	columns := reviewColumns()
	set := make([]string, 0, len(columns))
	for _, c := range columns[1:] {
		set = append(set, c+" = excluded."+c)
	}
	return ` ON CONFLICT (` + columns[0] + `) DO UPDATE SET ` + strings.Join(set, ", ")
}

func instant(seconds int64) time.Time { return time.Unix(seconds, 0).UTC() }
