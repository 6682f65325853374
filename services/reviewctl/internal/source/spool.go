package source

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// maxSpool bounds a stream of which a temporary copy is made, in bytes: the
// directory of a zip stands at its end, and a listing is read twice.
const maxSpool = 4 << 30

// spool is a temporary copy of a stream.
type spool struct {
	file *os.File
	size int64
}

// spool copies the file to disk.
func (in raw) spool() (spool, error) {
	file, err := os.CreateTemp("", "reviewctl-*")
	if err != nil {
		return spool{}, plain(err)
	}
	s := spool{file: file}
	s.size, err = io.Copy(file, io.LimitReader(in, maxSpool+1))
	if err == nil && s.size > maxSpool {
		err = fmt.Errorf("what is compressed or comes from a stream can have at most %d bytes in this format; import it from a plain file", maxSpool)
	}
	if err != nil {
		return spool{}, errors.Join(plain(err), s.remove())
	}
	return s, nil
}

func (s spool) remove() error {
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
