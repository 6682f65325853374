// Package takeout reads the reviews of a Google Business Profile: from a Takeout,
// the zip as downloaded or its unpacked folder, and from the pages in which the
// Business Profile API lists them. The reviews are the same in both, and so are
// their keys.
//
// Google publishes no schema for it. Reviews stand in pages
// …/account-<n>/location-<n>/reviews*.json, whatever the language of the
// folders above. One location can appear under several accounts, so a review
// is known by locations/<l>/reviews/<r> alone and its newest version counts.
// Nothing is ever unpacked: entries are only read, and only the pages are.
package takeout

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// The bounds of an archive. A page holds some twenty reviews; compressed text
// of that kind shrinks to a fifth.
const (
	maxEntries   = 100_000
	maxPageSize  = 64 << 20 // bytes, unpacked
	maxTotalSize = 4 << 30  // bytes of all pages, unpacked
	maxRatio     = 200      // unpacked to packed, of pages of more than smallPage
	smallPage    = 1 << 20
)

// The errors of files that are not the Takeout we need.
var (
	ErrDamaged = errors.New("the zip is incomplete or damaged; download it again")
	ErrMaps    = errors.New("this Takeout has the reviews you wrote yourself (Maps), not the reviews of your business; " +
		`ask takeout.google.com for "Google Business Profile" instead`)
	ErrOutside  = errors.New("its name points out of the zip, which no Takeout as downloaded has; nothing of it was read or written")
	ErrLocked   = errors.New("the zip is encrypted; unpack it and import the folder")
	ErrWorkbook = errors.New("it is a spreadsheet; save it as CSV and import that")
	ErrNoPages  = errors.New("there are no Google Business Profile reviews in it " +
		"(no …/account-*/location-*/reviews*.json)")
)

// Archive is an opened Takeout.
type Archive struct {
	pages   []page
	newest  map[string]version // by the key of the review
	notices []string
	listing bool // the pages of the API, in one file
}

// page is one file of reviews.
type page struct {
	name string
	open func() (io.ReadCloser, error)
	rows int

	listing    bool // the file may have any number of pages
	token      bool // this page names the next one
	unfinished bool // the last page did
}

// file is an entry of the zip or the folder.
type file struct {
	name         string
	size, packed uint64
	open         func() (io.ReadCloser, error)
}

// OpenZip finds the pages in a zip of the given size in bytes.
func OpenZip(r io.ReaderAt, size int64) (*Archive, error) {
	archive, err := zip.NewReader(r, size)
	if errors.Is(err, context.Canceled) {
		return nil, err
	}
	if err != nil {
		return nil, ErrDamaged
	}
	if len(archive.File) > maxEntries {
		return nil, fmt.Errorf("the zip has %d entries, at most %d are read", len(archive.File), maxEntries)
	}
	files := make([]file, 0, len(archive.File))
	for _, f := range archive.File {
		// Some tools for Windows write backslashes.
		name := strings.ReplaceAll(f.Name, `\`, "/")
		files = append(files, file{name: name, size: f.UncompressedSize64, packed: f.CompressedSize64, open: opener(f)})
	}
	return index(files)
}

// opener returns how to open an entry of a zip.
func opener(f *zip.File) func() (io.ReadCloser, error) {
	const encrypted = 1 // general purpose bit flag 0, APPNOTE.TXT §4.4.4
	if f.Flags&encrypted != 0 {
		return func() (io.ReadCloser, error) { return nil, ErrLocked }
	}
	return f.Open
}

// index opens the Takeout that consists of files.
func index(files []file) (*Archive, error) {
	a, err := choose(files)
	if err != nil {
		return nil, err
	}
	if err := a.findNewest(); err != nil {
		return nil, err
	}
	return a, nil
}

// choose picks the pages, in their order, and says what it left out.
func choose(files []file) (*Archive, error) {
	a := &Archive{}
	maps, workbook := false, false
	total := uint64(0)
	for _, f := range files {
		switch {
		case isPage(f.name):
			if err := f.check(); err != nil {
				return nil, err
			}
			total += f.size
			a.pages = append(a.pages, page{name: f.name, open: f.open})
		case f.name == "xl/workbook.xml", f.name == "content.xml": // of Office Open XML and OpenDocument
			workbook = true
		case isMaps(f):
			maps = true
			a.notices = append(a.notices, review.Excerpt(f.name)+" was skipped: these are the reviews you wrote yourself")
		}
	}
	switch {
	case total > maxTotalSize:
		return nil, fmt.Errorf("its pages hold %d bytes, at most %d are read", total, maxTotalSize)
	case len(a.pages) > 0:
		return a, nil
	case maps:
		return nil, ErrMaps
	case workbook:
		return nil, ErrWorkbook
	default:
		return nil, ErrNoPages
	}
}

// isPage reports whether a file of that name holds reviews of a location.
func isPage(name string) bool {
	folders, base := path.Split(name)
	above, location := path.Split(strings.TrimSuffix(folders, "/"))
	account := path.Base(above)
	return strings.HasPrefix(base, "reviews") && strings.HasSuffix(base, ".json") &&
		strings.HasPrefix(location, "location-") && strings.HasPrefix(account, "account-")
}

// check refuses a page whose name is none of a Takeout, or that would take more
// room than any real one.
func (f file) check() error {
	name := review.Excerpt(f.name)
	if !filepath.IsLocal(f.name) {
		return fmt.Errorf("%s: %w", name, ErrOutside)
	}
	if f.size > maxPageSize {
		return fmt.Errorf("%s: it holds %d bytes, at most %d are read", name, f.size, maxPageSize)
	}
	if f.size > smallPage && f.size/maxRatio > f.packed {
		return fmt.Errorf("%s: it is packed more than %d times, which no real page is", name, maxRatio)
	}
	return nil
}

// Notices says what was left out, one sentence each.
func (a *Archive) Notices() []string { return a.notices }

// Where names the place of the row with this ordinal.
func (a *Archive) Where(ordinal int) string {
	if a.listing {
		return fmt.Sprintf("review %d", ordinal)
	}
	inPage := ordinal
	for _, p := range a.pages {
		if inPage <= p.rows {
			return fmt.Sprintf("%s, review %d", review.Excerpt(p.name), inPage)
		}
		inPage -= p.rows
	}
	return fmt.Sprintf("review %d", ordinal)
}
