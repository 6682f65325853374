// Package importer sends what a file holds to the store: one file is one
// import, which becomes at most one revision.
package importer

import (
	"context"
	"errors"
	"fmt"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/profile"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

// ErrRejected says that a strict import was given up because of its records.
var ErrRejected = errors.New("with --strict every record must be right")

// OutcomeError is an import that failed.
type OutcomeError struct {
	Outcome string // what that means for the reviews
	Err     error  // why
}

// Error tells both.
func (e *OutcomeError) Error() string { return e.Outcome + ": " + e.Err.Error() }

// Unwrap returns why the import failed.
func (e *OutcomeError) Unwrap() error { return e.Err }

// The outcomes of a failed import.
const (
	nothing   = "nothing was imported"
	uncertain = "the store did not say whether it imported the file; import it again, a second time changes nothing"
	noProfile = "the reviews were imported, but not the profile of the business"
)

// Importer imports files.
type Importer struct {
	Admin    *storeclient.Admin
	Business func(context.Context) (*review.Business, error) // what the store has; nil if nothing
	Source   string                                          // the source of records that name none
	Options  review.ImportOptions                            // with Prune, it is Strict too
	Latest   review.Date                                     // the latest date a review can have; the store has the last word
	Names    func(string) string                             // what is published of the name of a reviewer; nil publishes all
	On       Events
}

// Events are told what happens during an import, one call at a time.
type Events struct {
	Rejected func(Rejection)
	Progress func(records int) // records the store has checked so far
	Notice   func(sentence string)

	Difference func(where string, d review.Difference) // what a dry run would change
}

// Rejection is a record that was not taken.
type Rejection struct {
	Where  string     // in its file
	Row    source.Row // as it stands there
	Issues review.Issues
}

// Import imports f. Its error is an OutcomeError; with ErrRejected, the result
// tells how many records were rejected.
func (i *Importer) Import(ctx context.Context, f *source.File) (review.ImportResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	i.Options.Strict = i.Options.Strict || i.Options.Prune
	s := &session{Importer: i, ctx: ctx, file: f, seen: map[review.ID]int{}}
	for _, notice := range f.Notices {
		s.notice(notice)
	}
	if err := s.read(); err != nil {
		return review.ImportResult{}, &OutcomeError{nothing, err}
	}
	if s.doomed() {
		return review.ImportResult{Rejected: s.rejected}, &OutcomeError{nothing, ErrRejected}
	}
	result, err := s.finish()
	if err == nil && s.late != nil {
		if err := s.apply(s.late); err != nil {
			return result, &OutcomeError{noProfile, err}
		}
	}
	return result, err
}

// read sends the records of the file to the store.
func (s *session) read() error {
	err := s.file.Read(s.Source, source.Visitor{Record: s.record, Business: s.business})
	if s.lost {
		if _, reason := s.stream.Finish(); reason != nil {
			return reason
		}
	}
	if err != nil {
		return err
	}
	return s.start() // a file without records is an import too
}

// finish has the store commit what it was sent.
func (s *session) finish() (review.ImportResult, error) {
	result, err := s.stream.Finish()
	result.Rejected += s.rejected
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, review.ErrUnavailable):
		return result, &OutcomeError{uncertain, err}
	case err != nil:
		return result, &OutcomeError{nothing, err}
	case s.Options.Strict && result.Rejected > 0:
		return result, &OutcomeError{nothing, ErrRejected}
	}
	return result, nil
}

// business applies the profile of a published data set if the store has none:
// before the reviews, so that their mentions are found at once, but in a strict
// import only when they are in.
func (s *session) business(object []byte) error {
	b, err := profile.ParsePublished(object)
	if err != nil {
		s.notice("the business in the file was left out, its profile is not one of ours; write one and apply it with: reviewctl business apply")
		return nil //nolint:nilerr // the reviews are worth importing without it
	}
	current, err := s.Business(s.ctx)
	if err != nil {
		return err
	}
	switch {
	case current == nil && s.Options.DryRun:
		s.notice("the profile of " + b.Name + " in the file would be applied")
		return nil
	case current != nil:
		s.notice("the business in the file was left alone: the store has the profile of " + current.Name)
		return nil
	case s.Options.Strict, s.stream != nil:
		s.late = b
		return nil
	default:
		return s.apply(b)
	}
}

func (s *session) apply(b *review.Business) error {
	applied, err := s.Admin.ApplyBusiness(s.ctx, b, s.Options.Origin)
	if err != nil {
		return err
	}
	s.notice(fmt.Sprintf("the profile of %s in the file was applied; revision %d", b.Name, applied.Revision))
	return nil
}
