package takeout

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

var errTooMany = errors.New("too many files")

// OpenFolder finds the pages in an unpacked Takeout.
func OpenFolder(folder fs.FS) (*Archive, error) {
	var files []file
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if len(files) == maxEntries {
			return fmt.Errorf("%w: at most %d are looked at", errTooMany, maxEntries)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		open := func() (io.ReadCloser, error) { return folder.Open(name) }
		size := uint64(info.Size())
		files = append(files, file{name: name, size: size, packed: size, open: open})
		return nil
	})
	if err != nil {
		return nil, err
	}
	return index(files)
}
