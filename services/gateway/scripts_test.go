package main

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/webtest"
)

// The scripts in testdata say what each clause of the specification and of the
// public contract means on the wire.
func TestScripts(t *testing.T) {
	t.Parallel()
	g, _ := startWith(t)
	webtest.Run(t, g.url, "testdata/*.txt",
		"jane="+string(review.NewID("google", "jane")),
		"sean="+string(review.NewID("google", "sean")),
		"deleted="+string(review.NewID("google", "deleted")),
		"withheld="+string(review.NewID("google", "withheld")),
	)
}
