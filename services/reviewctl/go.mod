module github.com/reviewdata/reviewdata/services/reviewctl

go 1.26.0

replace github.com/reviewdata/reviewdata/proto => ../../proto

replace github.com/reviewdata/reviewdata/pkg => ../../pkg

replace github.com/reviewdata/reviewdata/pkg/testkit => ../../pkg/testkit

require (
	github.com/goccy/go-yaml v1.19.2
	github.com/google/go-cmp v0.7.0
	github.com/reviewdata/reviewdata/pkg v0.0.0
	github.com/rogpeppe/go-internal v1.16.0
)

require golang.org/x/tools v0.26.0 // indirect
