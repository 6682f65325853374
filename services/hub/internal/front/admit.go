package front

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
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
		host := subscription.HostOf(callback)
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

// admit protects the hosts of callbacks, and us, from too many subscriptions.
// The operator's own networks need no protection. A subscription that there is
// has a limit of its own: what others ask for at its host cannot keep it from
// being renewed.
func (f *Front) admit(ctx context.Context, r subscription.Request) *answer {
	refuse := func(a answer) *answer { return &a }
	host, key := subscription.HostOf(r.Callback), r.Key()
	if f.Guard.Trusts(host) {
		return nil
	}
	_, err := f.Ledger.Find(ctx, key)
	if err != nil && !errors.Is(err, broker.ErrNotFound) {
		f.Logger.WarnContext(ctx, "cannot find a subscription", slog.Any("error", err))
		return refuse(away())
	}
	there := err == nil
	limited := host
	if there {
		limited = key.String()
	}
	switch {
	case !f.Hosts.Allow(limited):
		return refuse(later(http.StatusTooManyRequests, "Too many requests about callbacks at this host.", f.Hosts.Wait()))
	case there || r.Mode != subscription.Subscribe:
		return nil
	}
	return f.admitOne(ctx, key)
}

// admitOne refuses a new subscription when there are enough.
func (f *Front) admitOne(ctx context.Context, key subscription.Key) *answer {
	total, there, err := f.Ledger.Count(ctx, key.Host)
	refuse := func(a answer) *answer { return &a }
	switch {
	case err != nil:
		f.Logger.WarnContext(ctx, "cannot count subscriptions", slog.Any("error", err))
		return refuse(away())
	case total >= f.MaxTotal:
		return refuse(later(http.StatusServiceUnavailable, "The hub has as many subscriptions as it takes.", fullFor))
	case f.MaxPerHost > 0 && there >= f.MaxPerHost:
		return refuse(later(http.StatusTooManyRequests, "The host of the callback has as many subscriptions as one may have.", fullFor))
	}
	return nil
}
