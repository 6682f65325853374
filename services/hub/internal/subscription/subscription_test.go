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

// The third failure in a row ends a subscription, not one earlier, and none
// counts twice.
func TestFail(t *testing.T) {
	t.Parallel()
	wait := func(failures int) time.Duration { return time.Duration(failures) * time.Minute }
	r := record().Fail("a", now(), wait)
	if r.Failures != 1 || r.Ended != "" || r.Due(now()) != time.Minute {
		t.Errorf("after one failure: %+v", r)
	}
	if again := r.Fail("a", now(), wait); again != r {
		t.Errorf("a failure counted twice: %+v", again)
	}
	r = r.Fail("b", now(), wait)
	if r.Failures != 2 || r.Ended != "" || r.Due(now()) != 2*time.Minute || r.Due(now().Add(time.Hour)) != 0 {
		t.Errorf("after two failures: %+v", r)
	}
	if diff := cmp.Diff(record(), r.Succeed()); diff != "" {
		t.Errorf("a success leaves something behind (-want +got):\n%s", diff)
	}
	r = r.Fail("c", now(), wait)
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
	s := State{}.Begin("a")
	if s.Begun != "a" || s.Has("tag") || (State{}).Has("") {
		t.Errorf("begun: %+v", s)
	}
	s = s.Deliver(Outcome{Attempt: "a", Revision: 7, Result: "delivered"}, "tag")
	if s.Begun != "" || !s.Has("tag") || s.Has("new") || s.Delivered != 7 {
		t.Errorf("delivered: %+v", s)
	}
	s = s.Begin("b").Release(Outcome{Attempt: "b", Revision: 8, Result: "timeout"})
	if s.Begun != "" || !s.Has("tag") || s.Delivered != 7 || s.Last.Revision != 8 {
		t.Errorf("failed: %+v", s)
	}
}

// An attempt whose end nobody saw counts, but it never is the one that removes.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	wait := func(int) time.Duration { return time.Hour }
	r := record().Interrupt("a").Interrupt("a")
	if r.Failures != 1 || r.Due(now()) != 0 {
		t.Errorf("after one: %+v", r)
	}
	if r = r.Fail("a", now(), wait); r.Failures != 1 {
		t.Errorf("counted twice: %+v", r)
	}
	r = r.Interrupt("b").Interrupt("c").Interrupt("d")
	if r.Failures != 2 || r.Ended != "" {
		t.Errorf("removed by attempts that nobody saw fail: %+v", r)
	}
	if r = r.Fail("e", now(), wait); r.Ended != Failed {
		t.Errorf("not removed by the third: %+v", r)
	}
}

func TestCodec(t *testing.T) {
	t.Parallel()
	r := record().Fail("a", now(), func(int) time.Duration { return time.Second })
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
	s := State{}.Begin("a").Deliver(Outcome{Attempt: "a", Revision: 7, At: now()}, "tag").Begin("b")
	if b, err = EncodeState(s); err != nil {
		t.Fatal(err)
	}
	state, err := DecodeState(b)
	if diff := cmp.Diff(s, state); diff != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}
