package form

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

const (
	origin   = "https://reviews.example.com/~us"
	callback = "https://subscriber.example.com/cb?z=1&a=%7E2&hub.mode=mine"
)

// form returns a form of names and values in turn, upon a valid subscription.
func form(pairs ...string) string {
	values := url.Values{
		"hub.mode":     {"subscribe"},
		"hub.topic":    {origin + "/feed.xml"},
		"hub.callback": {callback},
	}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return values.Encode()
}

func TestParse(t *testing.T) {
	t.Parallel()
	plain := subscription.Request{Mode: subscription.Subscribe, Topic: subscription.Atom, Callback: callback}
	with := func(change func(*subscription.Request)) subscription.Request { r := plain; change(&r); return r }
	for name, c := range map[string]struct {
		body string
		want subscription.Request
	}{
		"plain":                 {form(), plain},
		"unknown parameters":    {form("foo", "bar", "hub.foo", "hub.bar", "hub.verify", "async", "hub.verify_token", "x") + "&foo=2", plain},
		"escaped topic":         {form("hub.topic", "https://reviews.example.com/%7eus/feed.xml"), plain},
		"JSON Feed":             {form("hub.topic", origin+"/api/feed.json"), with(func(r *subscription.Request) { r.Topic = subscription.JSONFeed })},
		"full dataset":          {form("hub.topic", origin+"/reviews.json"), with(func(r *subscription.Request) { r.Topic = subscription.Full })},
		"longest secret":        {form("hub.secret", strings.Repeat("x", 199)), with(func(r *subscription.Request) { r.Secret = strings.Repeat("x", 199) })},
		"lease":                 {form("hub.lease_seconds", "86400"), with(func(r *subscription.Request) { r.Lease = 24 * time.Hour })},
		"lease with zeros":      {form("hub.lease_seconds", "0060"), with(func(r *subscription.Request) { r.Lease = time.Minute })},
		"endless lease":         {form("hub.lease_seconds", strings.Repeat("9", 40)), with(func(r *subscription.Request) { r.Lease = 1<<63 - 1 })},
		"empty means not given": {form("hub.lease_seconds", "", "hub.secret", ""), plain},
		"unsubscribe ignores the rest": {
			form("hub.mode", "unsubscribe", "hub.lease_seconds", "abc", "hub.secret", strings.Repeat("x", 200)),
			with(func(r *subscription.Request) { r.Mode = subscription.Unsubscribe }),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse([]byte(c.body), Rules{BaseURL: origin})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseProblems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"nothing":           {"", "hub.mode"},
		"not UTF-8":         {"hub.mode=\xff", "UTF-8"},
		"escaped non-UTF-8": {form() + "&hub.secret=%ff", "hub.secret is not UTF-8"},
		"bad escape":        {form() + "&hub.secret=%zz", "malformed"},
		"semicolon":         {form() + ";a=b", "semicolon"},
		"no mode":           {form("hub.mode", ""), "hub.mode must be"},
		"publish":           {form("hub.mode", "publish"), "hub.mode must be"},
		"denied":            {form("hub.mode", "denied"), "hub.mode must be"},
		"no topic":          {form("hub.topic", ""), "hub.topic must be one of " + origin + "/feed.xml"},
		"other topic":       {form("hub.topic", origin+"/insights.json"), "hub.topic must be"},
		"other origin":      {form("hub.topic", "https://elsewhere.example.com/feed.xml"), "hub.topic must be"},
		"topic twice":       {form() + "&hub.topic=x", "hub.topic is there more than once"},
		"long secret":       {form("hub.secret", strings.Repeat("x", 200)), "shorter than 200"},
		"long in bytes":     {form("hub.secret", strings.Repeat("é", 100)), "shorter than 200"},
		"lease of letters":  {form("hub.lease_seconds", "abc"), "hub.lease_seconds"},
		"lease of zero":     {form("hub.lease_seconds", "0"), "hub.lease_seconds"},
		"negative lease":    {form("hub.lease_seconds", "-1"), "hub.lease_seconds"},
		"signed lease":      {form("hub.lease_seconds", "+1"), "hub.lease_seconds"},
		"fractional lease":  {form("hub.lease_seconds", "1.5"), "hub.lease_seconds"},
		"rule":              {form("hub.callback", "https://refused.example.com/"), "hub.callback is refused"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rules := Rules{BaseURL: origin, Callback: func(text string) error {
				if strings.Contains(text, "refused") {
					return errors.New("is refused")
				}
				return nil
			}}
			_, err := Parse([]byte(c.body), rules)
			if _, ok := errors.AsType[FieldErrors](err); !ok || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestParseReportsEveryProblem(t *testing.T) {
	t.Parallel()
	_, err := Parse([]byte("hub.lease_seconds=0&hub.callback=ftp://x/"), Rules{BaseURL: origin})
	problems, _ := errors.AsType[FieldErrors](err)
	if len(problems) != 4 {
		t.Errorf("problems %q, want one each of mode, callback, topic and lease", problems)
	}
}

func TestCallback(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		callback, "https://h.example.com", "https://h.example.com/?", "HTTPS://H.example.com/", "https://h.example.com:443/",
		"https://h.example.com:8443/a;b/c,d/(e)'f'*!$&+=@:?q=[x]/?", "https://[2001:4860::1]/", "https://xn--bcher-kva.example/",
	} {
		if err := checkCallback(text); err != nil {
			t.Errorf("%s %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"":                                       "is missing",
		"callback":                               "absolute",
		"//h.example.com/":                       "https",
		"https:///path":                          "absolute",
		"https:h.example.com":                    "absolute",
		"http://h.example.com/":                  "https",
		"ftp://h.example.com/":                   "https",
		"https://u@h.example.com/":               "user",
		"https://u:p@h.example.com/":             "user",
		"https://h.example.com/#f":               "fragment",
		"https://h.example.com/#":                "fragment",
		"https://%EF%BD%88.example.com/":         "letters",
		"https://h.%C3%A4.example.com/":          "letters",
		"https://[2001:4860::1%25eth0]/":         "letters",
		"https://h,i.example.com/":               "letters",
		"https://h.example.com:22/":              "port",
		"https://h.example.com:70000/":           "port",
		"https://h.example.com:/":                "port",
		"https://h.example.com/ä":                "ASCII",
		"https://h.example.com/a b":              "ASCII",
		"https://h.example.com/a|b":              "ASCII",
		"https://h.example.com/%zz":              "ASCII",
		"https://h.example.com/\r\nX: y":         "ASCII",
		"https://h/" + strings.Repeat("a", 2048): "2048",
	} {
		if err := checkCallback(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: error %v, want one with %q", text, err, want)
		}
	}
}

// A form that is accepted has a callback that can be asked as it is.
func FuzzParse(f *testing.F) {
	f.Add(form())
	f.Add(form("hub.mode", "unsubscribe"))
	f.Add(form("hub.secret", "s", "hub.lease_seconds", "300"))
	f.Add(form("hub.callback", "https://h.example.com:8443/?"))
	f.Add(form("hub.callback", "https://[::1]/%7E[x]"))
	f.Add("hub.mode=subscribe&hub.mode=subscribe")
	f.Fuzz(func(t *testing.T, body string) {
		r, err := Parse([]byte(body), Rules{BaseURL: origin})
		if err != nil {
			return
		}
		u, err := url.Parse(r.Callback)
		if err != nil || u.Scheme != "https" || u.Host == "" {
			t.Fatalf("callback %q: %v", r.Callback, err)
		}
		if rest := strings.TrimPrefix(r.Callback[len("https://"):], u.Host); rest != "" && rest[0] == '/' && u.RequestURI() != rest {
			t.Errorf("callback %q would be asked as %q", r.Callback, u.RequestURI())
		}
		if len(r.Secret) >= maxSecret || r.Lease < 0 || r.Topic.Path() == "" {
			t.Errorf("accepted %+v", r)
		}
	})
}
