package service

import (
	"fmt"
	"net/netip"
	"time"
)

// AtLeast is a rule for [Flags.Check]: the value is not below least.
func AtLeast[T int | float64 | time.Duration](got, least T) error {
	if got < least {
		return fmt.Errorf("must be at least %v", least)
	}
	return nil
}

// Prefixes reads networks such as 10.0.0.0/8. An address alone is a network of
// one.
func Prefixes(texts []string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for _, text := range texts {
		if address, err := netip.ParseAddr(text); err == nil {
			out = append(out, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("want networks such as 10.0.0.0/8, not %q", text)
		}
		out = append(out, prefix.Masked())
	}
	return out, nil
}
