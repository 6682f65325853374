package importer

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

// session is the import of one file.
type session struct {
	*Importer
	ctx      context.Context
	file     *source.File
	stream   *storeclient.Import // nil until the first record
	lost     bool                // the store gave up; Finish says why
	rejected int                 // records that were not even sent
	seen     map[review.ID]int   // by content, of records without an id
	late     *review.Business    // to be applied after the import
	mu       sync.Mutex          // one event at a time
	sent     unsettled           // guarded by mu
}

// record sends one record, or rejects it if it could not be read.
func (s *session) record(row source.Row) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	r := row.Record
	if issues := s.check(&r, row.Issues); len(issues) > 0 {
		s.rejected++
		s.reject(row, issues)
		return nil
	}
	if s.doomed() {
		return nil // all that is left to do is to look for more problems
	}
	if err := s.start(); err != nil {
		return err
	}
	s.shorten(&r)
	s.send(row)
	err := s.stream.Add(row.Position, r)
	s.lost = err != nil
	return err
}

// shorten leaves of the name what is to be published, and the picture out. An
// id made of the content is made of the whole name, so that the review keeps
// it when the operator decides otherwise.
func (s *session) shorten(r *review.Record) {
	if s.Names == nil {
		return
	}
	name := s.Names(r.Author)
	if name == r.Author {
		return
	}
	if r.ID == "" && r.SourceID == "" {
		whole, _ := r.Review(s.Latest) // what is wrong with it is for the store to say
		r.ID = string(whole.ID)
	}
	r.Author, r.AuthorAvatarURL = name, ""
}

// check completes the record and what is known to be wrong with it. Records
// are left to the store to judge, except that every problem of one that is
// rejected here anyway is named at once, and that a strict import does not
// begin before all are right.
func (s *session) check(r *review.Record, issues review.Issues) review.Issues {
	identified := r.ID != "" || r.SourceID != ""
	if len(issues) == 0 && identified && !s.Options.Strict {
		return nil
	}
	checked, err := r.Review(s.Latest)
	var found review.Issues
	if errors.As(err, &found) && (len(issues) > 0 || s.Options.Strict) {
		issues = merge(issues, found)
	}
	if len(issues) == 0 && !identified {
		r.Occurrence = s.seen[checked.ID]
		s.seen[checked.ID]++
	}
	return issues
}

// merge adds the issues found with members that nothing is said about yet.
// An issue without a path speaks for the whole record.
func merge(issues, found review.Issues) review.Issues {
	said := func(path []string) bool {
		return slices.ContainsFunc(issues, func(i review.Issue) bool {
			return len(i.Path) == 0 || len(path) > 0 && i.Path[0] == path[0]
		})
	}
	merged := slices.Clip(issues)
	for _, issue := range found {
		if !said(issue.Path) {
			merged = append(merged, issue)
		}
	}
	return merged
}

// doomed reports whether nothing can come of the import any more.
func (s *session) doomed() bool { return s.Options.Strict && s.rejected > 0 }

// start opens the stream to the store.
func (s *session) start() error {
	if s.stream != nil {
		return nil
	}
	stream, err := s.Admin.Import(s.ctx, s.Options, storeclient.ImportEvents{
		Rejected: s.refused,
		Progress: s.progress,

		Difference: s.difference,
	})
	s.stream = stream
	return err
}

// reject reports a record that was not sent.
func (s *session) reject(row source.Row, issues review.Issues) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.On.Rejected(Rejection{s.file.Where(row.Position), row, issues})
}

// refused reports a record that the store did not take.
func (s *session) refused(r review.Rejection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.On.Rejected(Rejection{s.file.Where(r.Line), s.sent.find(r.Line), r.Issues})
}

// send remembers a row until the store has judged it.
func (s *session) send(row source.Row) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent.add(row)
}

func (s *session) progress(records int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent.settle(records)
	s.On.Progress(records)
}

func (s *session) difference(d review.Difference) {
	s.mu.Lock()
	defer s.mu.Unlock()
	where := ""
	if d.Line > 0 {
		where = s.file.Where(d.Line)
	}
	s.On.Difference(where, d)
}

func (s *session) notice(sentence string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.On.Notice(sentence)
}
