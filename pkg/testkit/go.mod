module github.com/reviewdata/reviewdata/pkg/testkit

go 1.26.0

replace github.com/reviewdata/reviewdata/proto => ../../proto

replace github.com/reviewdata/reviewdata/pkg => ..

require (
	github.com/reviewdata/reviewdata/pkg v0.0.0
	github.com/reviewdata/reviewdata/proto v0.0.0
)
