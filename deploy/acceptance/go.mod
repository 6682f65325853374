module github.com/reviewdata/reviewdata/deploy/acceptance

go 1.26.0

replace github.com/reviewdata/reviewdata/proto => ../../proto

replace github.com/reviewdata/reviewdata/pkg => ../../pkg

replace github.com/reviewdata/reviewdata/pkg/testkit => ../../pkg/testkit

require (
	github.com/reviewdata/reviewdata/pkg v0.0.0
	github.com/reviewdata/reviewdata/pkg/testkit v0.0.0
	github.com/reviewdata/reviewdata/proto v0.0.0
)

require github.com/google/go-cmp v0.7.0 // indirect
