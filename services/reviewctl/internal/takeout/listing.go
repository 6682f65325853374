package takeout

import "io"

// OpenListing opens pages as the Business Profile API answers them
// (accounts.locations.reviews.list, version 4): JSON objects with a list of
// reviews, in a file of the given size in bytes, one after the other, one per
// line or in a JSON array.
func OpenListing(r io.ReaderAt, size int64) (*Archive, error) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(io.NewSectionReader(r, 0, size)), nil }
	a := &Archive{listing: true, pages: []page{{open: open, listing: true}}}
	if err := a.findNewest(); err != nil {
		return nil, err
	}
	return a, nil
}
