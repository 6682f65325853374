package main

import (
	"testing"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/testkit/webtest"
)

// The scripts in testdata say what the transport and each tool answer.
func TestScripts(t *testing.T) {
	t.Parallel()
	r, _ := startWith(t)
	webtest.Run(t, r.url, "testdata/*.txt",
		"jane="+string(review.NewID("google", "jane")),
		"sean="+string(review.NewID("google", "sean")),
		"deleted="+string(review.NewID("google", "deleted")),
		"withheld="+string(review.NewID("google", "withheld")),
	)
}
