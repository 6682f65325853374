package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/rejected"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

// errDiscarded says that a file was not to be written after all.
var errDiscarded = errors.New("discarded")

// keepRejected writes the records that run has the report reject to the file
// called name, unless run says that they are not worth keeping.
func keepRejected(name string, file *source.File, report *report, run func() (keep bool)) error {
	failure := writeFile(name, func(out io.Writer) error {
		w, err := rejected.New(out, file)
		if err != nil {
			return err
		}
		report.keep = w
		if !run() {
			return errDiscarded
		}
		return errors.Join(report.failed, w.Close())
	})
	switch {
	case errors.Is(failure, errDiscarded):
		return nil
	case failure != nil:
		return fmt.Errorf("the rejected records could not be written: %w", failure)
	case report.count > 0:
		report.notice(fmt.Sprintf("what was rejected is in %s: mend it and import that", name))
	}
	return nil
}
