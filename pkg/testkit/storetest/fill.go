package storetest

import (
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/storeclient"
)

// Apply applies the profile of the business and returns the revision after it.
func (s *Store) Apply(b *review.Business) review.Revision {
	s.t.Helper()
	applied, err := s.admin().ApplyBusiness(s.t.Context(), b, review.Origin{})
	if err != nil {
		s.t.Fatalf("storetest: %v", err)
	}
	return applied.Revision
}

// Import imports records, all of which must be accepted, and returns the
// revision after it.
func (s *Store) Import(records ...review.Record) review.Revision {
	s.t.Helper()
	var rejected []review.Rejection
	events := storeclient.ImportEvents{Rejected: func(r review.Rejection) { rejected = append(rejected, r) }}
	i, err := s.admin().Import(s.t.Context(), review.ImportOptions{Strict: true}, events)
	if err != nil {
		s.t.Fatalf("storetest: %v", err)
	}
	for n, r := range records {
		if err := i.Add(n+1, r); err != nil {
			break // Finish says why
		}
	}
	result, err := i.Finish()
	if err != nil || len(rejected) > 0 {
		s.t.Fatalf("storetest: import: error %v, rejected %v", err, rejected)
	}
	return result.Revision
}

// Remove removes reviews and returns the revision after it.
func (s *Store) Remove(ids ...review.ID) review.Revision {
	s.t.Helper()
	revision, _, err := s.admin().Remove(s.t.Context(), ids, review.Origin{})
	if err != nil {
		s.t.Fatalf("storetest: %v", err)
	}
	return revision
}

// admin returns a client of the admin service, which is closed when the test
// ends.
func (s *Store) admin() *storeclient.Admin {
	s.t.Helper()
	a, err := storeclient.DialAdmin(s.adminAddr, s.token)
	if err != nil {
		s.t.Fatalf("storetest: %v", err)
	}
	s.t.Cleanup(func() { _ = a.Close() })
	return a
}
