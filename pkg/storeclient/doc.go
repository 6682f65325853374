// Package storeclient speaks with the store in domain types: Client reads what
// is published, Admin changes it. Connections are made on demand, balanced
// over the replicas behind the name, and mended by themselves.
//
// Every call has a deadline, its own or a default one. Errors are
// review.Issues, review.ErrNotFound or review.ErrUnavailable wherever one of
// them fits.
package storeclient
