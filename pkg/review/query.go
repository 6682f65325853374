package review

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The bounds of a search.
const (
	DefaultLimit   = 20
	MaxLimit       = 100
	MaxQueryLength = 200 // code points of query, mentions_technician and mentions_service
)

// Query is a filtered search. Filters at their zero value do not filter; those
// that are set narrow the result together.
type Query struct {
	Rating     int       // exact stars
	MinRating  float64   // least stars, inclusive, may be fractional
	Since      Date      // first date, inclusive
	Until      Date      // last date, inclusive
	Text       string    // substring of the review text, without regard to case
	Technician string    // full or first name of a technician the review mentions, without regard to case
	Service    string    // id or label of a service the review mentions, without regard to case
	Limit      int       // most reviews returned, 1 to MaxLimit
	After      *Position // where the page before ended; nil for the first page
}

// numberForm is a plain decimal: no sign, exponent, hexadecimal or NaN.
var numberForm = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// filter is a parameter of a search and what its value does to the query.
type filter struct {
	name string
	read func(q *Query, value string, is *Issues)
}

// filters are the parameters of a search, but for the cursor, in the order in
// which their problems are reported.
func filters() []filter {
	return []filter{
		{"rating", func(q *Query, s string, is *Issues) { q.Rating = is.integer("rating", s, MinRating, MaxRating) }},
		{"min_rating", (*Query).readMinRating},
		{"since", func(q *Query, s string, is *Issues) { q.Since = is.queryDate("since", s) }},
		{"until", func(q *Query, s string, is *Issues) { q.Until = is.queryDate("until", s) }},
		{"query", func(q *Query, s string, is *Issues) { q.Text = is.queryText("query", s) }},
		{"mentions_technician", func(q *Query, s string, is *Issues) { q.Technician = is.queryText("mentions_technician", s) }},
		{"mentions_service", func(q *Query, s string, is *Issues) { q.Service = is.queryText("mentions_service", s) }},
		{"limit", func(q *Query, s string, is *Issues) { q.Limit = is.integer("limit", s, 1, MaxLimit) }},
	}
}

// ParseQuery reads the query string of a search. It reports all problems at
// once, as Issues: a parameter that is unknown, repeated, empty or malformed,
// a cursor of another search, or a first date after the last.
func ParseQuery(raw string) (Query, error) {
	given, issues := splitParameters(raw)
	q := Query{Limit: DefaultLimit}
	for _, f := range filters() {
		if s, ok := given.take(f.name, &issues); ok {
			f.read(&q, s, &issues)
		}
	}
	cursor, _ := given.take("cursor", &issues)
	given.rejectRest(&issues)
	q.finish(cursor, &issues)
	return q, issues.Err()
}

// Complete adds the members of a query that travel between processes as text,
// empty when absent, and checks the whole query as ParseQuery does.
func (q Query) Complete(since, until, cursor string) (Query, error) {
	var issues Issues
	if q.Rating != 0 && (q.Rating < MinRating || q.Rating > MaxRating) {
		issues.outOfRange("rating", strconv.Itoa(q.Rating), MinRating, MaxRating)
	}
	// Written so that NaN, which compares false, is refused too.
	if q.MinRating != 0 && !(q.MinRating >= MinRating && q.MinRating <= MaxRating) {
		issues.minRatingOutOfRange(strconv.FormatFloat(q.MinRating, 'g', -1, 64))
	}
	if q.Limit < 1 || q.Limit > MaxLimit {
		issues.outOfRange("limit", strconv.Itoa(q.Limit), 1, MaxLimit)
	}
	issues.queryText("query", q.Text)
	issues.queryText("mentions_technician", q.Technician)
	issues.queryText("mentions_service", q.Service)
	if since != "" {
		q.Since = issues.queryDate("since", since)
	}
	if until != "" {
		q.Until = issues.queryDate("until", until)
	}
	q.finish(cursor, &issues)
	return q, issues.Err()
}

// finish checks what concerns several members: the date range, and the cursor,
// which is bound to all filters.
func (q *Query) finish(cursor string, issues *Issues) {
	if q.Since != 0 && q.Until != 0 && q.Since > q.Until {
		issues.add("since", CodeContradiction, q.Since.String(), "since must not be after until")
	}
	if cursor != "" {
		q.readCursor(cursor, issues)
	}
}

func (q *Query) readMinRating(s string, is *Issues) {
	const form = "min_rating must be a number from 1 to 5, such as 4 or 4.5"
	if !numberForm.MatchString(s) {
		is.add("min_rating", CodeNotANumber, s, form)
		return
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < MinRating || f > MaxRating {
		is.minRatingOutOfRange(s)
		return
	}
	q.MinRating = f
}

func (is *Issues) minRatingOutOfRange(s string) {
	is.add("min_rating", CodeOutOfRange, s, "min_rating must be a number from %d to %d", MinRating, MaxRating)
}

func (is *Issues) outOfRange(name, s string, low, high int) {
	is.add(name, CodeOutOfRange, s, "%s must be an integer from %d to %d", name, low, high)
}

// integer reads a decimal integer from low to high; 0 stands for a wrong one.
func (is *Issues) integer(name, s string, low, high int) int {
	if strings.Trim(strings.TrimPrefix(s, "-"), "0123456789") != "" || s == "-" {
		is.add(name, CodeNotAnInteger, s, "%s must be an integer from %d to %d", name, low, high)
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		is.outOfRange(name, s, low, high)
		return 0
	}
	return n
}

func (is *Issues) queryDate(name, s string) Date {
	d, err := ParseDate(s)
	if err != nil {
		is.add(name, CodeNotADate, s, "%s must be a date of the calendar as YYYY-MM-DD", name)
	}
	return d
}

func (is *Issues) queryText(name, s string) string {
	if utf8.RuneCountInString(s) > MaxQueryLength {
		is.add(name, CodeTooLong, s, "%s must have at most %d characters", name, MaxQueryLength)
	}
	return s
}

// Values writes the query as URL parameters in a canonical order, the cursor
// left out.
func (q Query) Values() url.Values {
	v := url.Values{}
	set := func(name, value string, is bool) {
		if is {
			v.Set(name, value)
		}
	}
	set("rating", strconv.Itoa(q.Rating), q.Rating != 0)
	set("min_rating", strconv.FormatFloat(q.MinRating, 'f', -1, 64), q.MinRating != 0)
	set("since", q.Since.String(), q.Since != 0)
	set("until", q.Until.String(), q.Until != 0)
	set("query", q.Text, q.Text != "")
	set("mentions_technician", q.Technician, q.Technician != "")
	set("mentions_service", q.Service, q.Service != "")
	set("limit", strconv.Itoa(q.Limit), q.Limit != 0)
	return v
}
