package takeout

import (
	"archive/zip"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/envelope"
)

// Each takes one review and its ordinal among all rows of the archive, from 1.
// With issues, the record holds what could be read of it.
type Each func(ordinal int, record review.Record, issues review.Issues) error

// version is the newest version of a review met so far.
type version struct {
	ordinal    int
	updated    time.Time
	translated bool
}

// findNewest reads the whole archive for the first time, to find out which
// version of each review counts. So no text needs to be held.
func (a *Archive) findNewest() error {
	a.newest = map[string]version{}
	repeated := 0
	err := a.rows(func(p *page, ordinal int, r row) error {
		p.rows++
		key, ok := r.key()
		if !ok {
			return nil // Read rejects it
		}
		current := version{ordinal, r.updated(), r.translated()}
		before, known := a.newest[key]
		if known {
			repeated++
		}
		if !known || current.updated.After(before.updated) {
			a.newest[key] = current
		}
		return nil
	})
	a.remark(repeated)
	return err
}

// remark adds what was left out to the notices.
func (a *Archive) remark(repeated int) {
	translated := 0
	for _, v := range a.newest {
		if v.translated {
			translated++
		}
	}
	if repeated > 0 {
		a.notices = append(a.notices, fmt.Sprintf("%d of its rows repeat another one; the newest version of a review counts", repeated))
	}
	if translated > 0 {
		a.notices = append(a.notices, fmt.Sprintf("%d of its reviews came with translations by Google, which are left out; the originals are kept", translated))
	}
	if a.listing && len(a.pages) > 0 && a.pages[len(a.pages)-1].unfinished {
		a.notices = append(a.notices, "its last page has a nextPageToken: Google has more reviews than this file")
	}
}

// Read calls each for the newest version of every review.
func (a *Archive) Read(each Each) error {
	return a.rows(func(_ *page, ordinal int, r row) error {
		if key, ok := r.key(); ok && a.newest[key].ordinal != ordinal {
			return nil
		}
		record, issues := r.record()
		return each(ordinal, record, issues)
	})
}

// rows passes on the rows of all pages.
func (a *Archive) rows(each func(p *page, ordinal int, r row) error) error {
	ordinal := 0
	for i := range a.pages {
		p := &a.pages[i]
		err := p.read(func(value json.RawMessage) error {
			ordinal++
			return each(p, ordinal, parseRow(value))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// read passes on the rows of a page. A page of an archive without a list has
// none.
func (p *page) read(each func(json.RawMessage) error) error {
	r, err := p.open()
	if err != nil {
		return p.failure(err)
	}
	defer func() { _ = r.Close() }() // it was only read
	var stopped error
	visit := envelope.Visitor{
		Review: func(value json.RawMessage) error {
			stopped = each(value)
			return stopped
		},
		Member: p.member,
		End:    p.end,
	}
	if p.listing {
		err = envelope.ReadAll(r, visit)
	} else {
		err = envelope.Read(io.LimitReader(r, maxPageSize), visit)
	}
	switch {
	case stopped != nil:
		return stopped
	case err == nil, errors.Is(err, envelope.ErrNoReviews) && !p.listing:
		return nil
	default:
		return p.failure(err)
	}
}

// member notes whether an object is followed by another one.
func (p *page) member(name string, value json.RawMessage) error {
	if name == "nextPageToken" {
		p.token = string(value) != `""` && string(value) != "null"
	}
	return nil
}

func (p *page) end() error {
	p.unfinished, p.token = p.token, false
	return nil
}

// failure says which page could not be read, and why.
func (p *page) failure(err error) error {
	if p.listing {
		return err
	}
	name := review.Excerpt(p.name)
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return fmt.Errorf("%s: it is packed in a way that is not supported; unpack the zip and import the folder", name)
	case errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrFormat), errors.As(err, &corrupt):
		return fmt.Errorf("%s: %w", name, ErrDamaged)
	default:
		return fmt.Errorf("%s: %w", name, err)
	}
}
