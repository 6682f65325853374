module github.com/reviewdata/reviewdata/deploy/dev

go 1.26.0

replace github.com/reviewdata/reviewdata/pkg => ../../pkg

replace github.com/reviewdata/reviewdata/proto => ../../proto
