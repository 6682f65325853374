package acceptance

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/testkit/callbacktest"
)

// The operator sees who subscribes and how deliveries go, and can end a
// subscription or deliver again.
func TestWebSubOperator(t *testing.T) {
	w := startWebSub(t, 2, callbacktest.Options{})
	c := w.sink.Callback("secret=in-the-query").OnDelivery(callbacktest.Statuses(http.StatusInternalServerError, http.StatusNoContent))
	w.subscribe(t, c, atom, "hub.secret", "s")
	w.change(t)
	c.AwaitDeliveries(t, 2)

	list := w.reviewctl(t, "subscriptions", "list")
	rows := regexp.MustCompile(`(?m)^([0-9a-f]{12})  /feed\.xml +https://`+regexp.QuoteMeta(callbackHost())+`:\d+/…  (\S+) \S+ +\d+ +\d$`).FindAllStringSubmatch(list, -1)
	if len(rows) != 2 || strings.Contains(list, "in-the-query") || strings.Contains(list, "callback/") {
		t.Fatalf("the list wants ours and that of the witness, and no whole callback:\n%s", list)
	}
	id := slices.MinFunc(rows, func(a, b []string) int { return strings.Compare(a[2], b[2]) })[1] // the lease of the witness is longer
	w.until(t, "the outcomes are shown", func() bool {
		text := w.reviewctl(t, "subscriptions", "show", id)
		return regexp.MustCompile(`delivered\s+204`).MatchString(text) && regexp.MustCompile(`refused\s+500`).MatchString(text)
	})
	w.reviewctl(t, "subscriptions", "redeliver", id[:6])
	again := c.AwaitDeliveries(t, 3)
	if string(again[2].Body) != string(again[1].Body) {
		t.Error("something else was delivered again")
	}
	w.reviewctl(t, "subscriptions", "remove", id)
	c.AwaitDenials(t, 1)
	w.until(t, "it is not in the list", func() bool { return !strings.Contains(w.reviewctl(t, "subscriptions", "list"), id) })
	if out, err := w.tryReviewctl(t, "", "subscriptions", "show", id); err == nil || !strings.Contains(out, "no such subscription") {
		t.Errorf("show what is gone: %v\n%s", err, out)
	}
}
