package front

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/services/hub/internal/broker"
	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// How long a client should wait before it tries again.
const (
	busyFor = 10 * time.Second
	fullFor = time.Hour
)

// lookupTimeout is how long the name of a callback may take to be resolved.
const lookupTimeout = time.Second

// errPrivate completes a sentence about a callback.
var errPrivate = errors.New("must be at a public address")

// checkAddress refuses callbacks that no connection would be made to. That is
// a courtesy: what counts is the address when the connection is made, and a
// name that cannot be resolved now may be resolved then.
func (f *Front) checkAddress(ctx context.Context) func(string) error {
	return func(callback string) error {
		host := HostOf(callback)
		if a, err := netip.ParseAddr(host); err == nil {
			return f.permits(a)
		}
		ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
		defer cancel()
		addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		if err != nil || len(addresses) == 0 {
			return nil // it may be resolved later
		}
		for _, a := range addresses {
			if f.permits(a) == nil {
				return nil
			}
		}
		return errPrivate
	}
}

func (f *Front) permits(a netip.Addr) error {
	if f.Guard.Permits(a) {
		return nil
	}
	return errPrivate
}

// HostOf returns the host of a callback, in lower case.
func HostOf(callback string) string {
	u, err := url.Parse(callback)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// admit protects the hosts of callbacks, and us, from too many subscriptions.
// The operator's own networks need no protection.
func (f *Front) admit(ctx context.Context, r subscription.Request) *answer {
	host := HostOf(r.Callback)
	if f.Guard.Trusts(host) {
		return nil
	}
	if !f.Hosts.Allow(host) {
		a := later(http.StatusTooManyRequests, "Too many requests about callbacks at this host.", f.Hosts.Wait())
		return &a
	}
	if r.Mode != subscription.Subscribe {
		return nil
	}
	return f.admitOne(ctx, r.Key())
}

// admitOne refuses a new subscription when there are enough.
func (f *Front) admitOne(ctx context.Context, key subscription.Key) *answer {
	total, there, err := f.Ledger.Count(ctx, key.Host)
	refuse := func(a answer) *answer { return &a }
	switch {
	case err != nil:
		f.Logger.WarnContext(ctx, "cannot count subscriptions", slog.Any("error", err))
		return refuse(away())
	case total < f.MaxTotal && (f.MaxPerHost == 0 || there < f.MaxPerHost):
		return nil
	}
	if _, err := f.Ledger.Find(ctx, key); err == nil {
		return nil // it is renewed
	} else if !errors.Is(err, broker.ErrNotFound) {
		return refuse(away())
	}
	if total >= f.MaxTotal {
		return refuse(later(http.StatusServiceUnavailable, "The hub has as many subscriptions as it takes.", fullFor))
	}
	return refuse(later(http.StatusTooManyRequests, "The host of the callback has as many subscriptions as one may have.", fullFor))
}
