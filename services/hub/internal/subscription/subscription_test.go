package subscription

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const origin = "https://reviews.example.com"

func TestTopicAt(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]Topic{
		origin + "/feed.xml":                 Atom,
		origin + "/api/feed.json":            JSONFeed,
		origin + "/reviews.json":             Full,
		origin + "/%66eed.xml":               Atom,
		origin + "/api%2ffeed.json":          "", // the slash is not the same escaped
		origin + "/insights.json":            "",
		origin + "/feed.xml?":                "",
		"http://reviews.example.com":         "",
		"":                                   "",
		origin + "/feed.xml%":                "",
		origin + "/feed.xml%4":               "",
		"https://other.example.com/feed.xml": "",
	} {
		if got, ok := TopicAt(origin, url); got != want || ok != (want != "") {
			t.Errorf("%s: topic %q, %t; want %q", url, got, ok, want)
		}
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	key := NewKey(Atom, "https://a.example.com/~x?y=%2f")
	for name, c := range map[string]struct {
		other Key
		same  bool
	}{
		"needless escape": {NewKey(Atom, "https://a.example.com/%7Ex?y=%2F"), true},
		"other topic":     {NewKey(Full, "https://a.example.com/~x?y=%2f"), false},
		"other callback":  {NewKey(Atom, "https://a.example.com/~x?y=/"), false},
	} {
		if (key == c.other) != c.same {
			t.Errorf("%s: %s and %s", name, key, c.other)
		}
	}
	if NewKey(Full, "https://A.example.com:8443/").Host != key.Host {
		t.Error("two callbacks of a host cannot be found by it")
	}
	back, err := ParseKey(key.String())
	if err != nil || back != key {
		t.Errorf("key %s came back as %s, %v", key, back, err)
	}
	for _, text := range []string{"", "atom", "0.atom.x.y", strings.Replace(key.String(), "atom", "rss", 1), strings.ToUpper(key.String()), "64" + key.String()} {
		if _, err := ParseKey(text); err == nil {
			t.Errorf("%q passed for a key", text)
		}
	}
}

func now() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func record() Record {
	return Record{
		Callback: "https://a.example.com/", Topic: Atom, Lease: 300,
		VerifiedAt: now(), ExpiresAt: now().Add(300 * time.Second),
	}
}

// The third failure in a row ends a subscription, not one earlier.
func TestFail(t *testing.T) {
	t.Parallel()
	wait := func(failures int) time.Duration { return time.Duration(failures) * time.Minute }
	r := record().Fail(now(), wait)
	if r.Failures != 1 || r.Ended != "" || r.Due(now()) != time.Minute {
		t.Errorf("after one failure: %+v", r)
	}
	r = r.Fail(now(), wait)
	if r.Failures != 2 || r.Ended != "" || r.Due(now()) != 2*time.Minute || r.Due(now().Add(time.Hour)) != 0 {
		t.Errorf("after two failures: %+v", r)
	}
	if diff := cmp.Diff(record(), r.Succeed()); diff != "" {
		t.Errorf("a success leaves something behind (-want +got):\n%s", diff)
	}
	r = r.Fail(now(), wait)
	if r.Failures != 3 || r.Ended != Failed || r.Active(now()) {
		t.Errorf("after three failures: %+v", r)
	}
}

func TestActive(t *testing.T) {
	t.Parallel()
	r := record()
	if !r.Active(r.ExpiresAt.Add(-1)) || r.Active(r.ExpiresAt) {
		t.Error("the lease is not what ends it")
	}
	r.Ended = Gone
	if r.Active(now()) {
		t.Error("active after its end")
	}
}

func TestState(t *testing.T) {
	t.Parallel()
	if s := (State{}); s.Has("tag") || s.Has("") {
		t.Errorf("at first: %+v", s)
	}
	s := State{}.Deliver(Outcome{Attempt: "a", Revision: 7, Result: "delivered"}, "tag")
	if !s.Has("tag") || s.Has("new") || s.Delivered != 7 {
		t.Errorf("delivered: %+v", s)
	}
	s = s.Release(Outcome{Attempt: "b", Revision: 8, Result: "timeout"})
	if !s.Has("tag") || s.Delivered != 7 || s.Last.Revision != 8 {
		t.Errorf("failed: %+v", s)
	}
}

func TestCodec(t *testing.T) {
	t.Parallel()
	r := record().Fail(now(), func(int) time.Duration { return time.Second })
	r.Secret = "s"
	b, err := EncodeRecord(r)
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeRecord(b)
	if diff := cmp.Diff(r, back); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
	if _, err := DecodeRecord([]byte("{}")); err == nil {
		t.Error("an empty record passed")
	}
	s := State{}.Deliver(Outcome{Attempt: "a", Revision: 7, At: now()}, "tag")
	if b, err = EncodeState(s); err != nil {
		t.Fatal(err)
	}
	state, err := DecodeState(b)
	if diff := cmp.Diff(s, state); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

// However a host is spelled, the limits per host know it.
func TestHostOf(t *testing.T) {
	t.Parallel()
	for callback, want := range map[string]string{
		"https://h.example.com/x":              "h.example.com",
		"https://H.Example.COM:8443/x":         "h.example.com",
		"https://h.example.com./x":             "h.example.com",
		"https://192.0.2.1:8443":               "192.0.2.1",
		"https://[::ffff:192.0.2.1]/":          "192.0.2.1",
		"https://[2001:DB8:0:0:0:0:0:1]:8443/": "2001:db8::1",
		"https://[2001:db8::1%25eth0]/":        "2001:db8::1",
		"https://%zz/":                         "",
	} {
		if got := HostOf(callback); got != want {
			t.Errorf("%s: host %q, want %q", callback, got, want)
		}
		if got := NewKey(Atom, callback).Host; got != digest(want, hostLength) {
			t.Errorf("%s: the key has another host", callback)
		}
	}
}

// What is read from the broker never breaks the hub, and what was written is
// read as it was.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"callback":"https://a.example.com/","topic":"atom","expires_at":"2026-03-01T12:00:00Z","failures":2,"mode":"subscribe"}`))
	f.Add([]byte(`{"callback":"https://a.example.com/","topic":"rss","mode":"remove"}`))
	f.Add([]byte(`{"delivered_tag":"b","last":{"attempt":"c"}}`))
	f.Add([]byte("0.atom.0011223344556677.00112233445566778899aabbccddeeff"))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := DecodeRecord(b); err == nil {
			again(t, r, EncodeRecord, DecodeRecord)
		}
		if s, err := DecodeState(b); err == nil {
			again(t, s, EncodeState, DecodeState)
		}
		if r, err := DecodeRequest(b); err == nil {
			again(t, r, EncodeRequest, DecodeRequest)
			if key, err := ParseKey(r.Key().String()); err != nil || key != r.Key() {
				t.Errorf("key %s came back as %s, %v", r.Key(), key, err)
			}
		}
		if key, err := ParseKey(string(b)); err == nil && key.String() != string(b) {
			t.Errorf("key %q came back as %s", b, key)
		}
	})
}

// again checks that a value comes back after it was written.
func again[V any](t *testing.T, v V, encode func(V) ([]byte, error), decode func([]byte) (V, error)) {
	t.Helper()
	b, err := encode(v)
	if err != nil {
		t.Fatalf("%+v cannot be written: %v", v, err)
	}
	got, err := decode(b)
	if diff := cmp.Diff(v, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
