module github.com/reviewdata/reviewdata/services/hub

go 1.26.0

replace github.com/reviewdata/reviewdata/proto => ../../proto

replace github.com/reviewdata/reviewdata/pkg => ../../pkg

replace github.com/reviewdata/reviewdata/pkg/testkit => ../../pkg/testkit

require (
	github.com/google/go-cmp v0.7.0
	github.com/reviewdata/reviewdata/pkg v0.0.0
)
