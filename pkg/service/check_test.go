package service

import (
	"net/netip"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAtLeast(t *testing.T) {
	t.Parallel()
	if AtLeast(time.Second, time.Second) != nil || AtLeast(0.5, 0.6) == nil {
		t.Error("a value on the bound is good, one below is not")
	}
}

func TestPrefixes(t *testing.T) {
	t.Parallel()
	got, err := Prefixes([]string{"10.1.2.3/8", "::1", "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("192.0.2.1/32")}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := Prefixes([]string{"everybody"}); err == nil {
		t.Error("everybody is a network")
	}
}
