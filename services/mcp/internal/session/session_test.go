package session

import (
	"encoding/base64"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

const hour = time.Hour

func newRegistry(secrets ...string) *Registry { return New(Options{Secrets: secrets, Lifetime: hour}) }

func TestASessionExpires(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRegistry()
		id := r.Begin()
		time.Sleep(hour - 2*time.Second)
		if err := r.Check(id); err != nil {
			t.Errorf("before the end: %v", err)
		}
		time.Sleep(2 * time.Second)
		if err := r.Check(id); !errors.Is(err, ErrUnknown) {
			t.Errorf("after the end: %v, want %v", err, ErrUnknown)
		}
		if err := r.End(id); !errors.Is(err, ErrUnknown) {
			t.Errorf("ending it then: %v, want %v", err, ErrUnknown)
		}
	})
}

func TestOnlySignedIDsAreGood(t *testing.T) {
	t.Parallel()
	r := newRegistry("the key")
	id := r.Begin()
	if other := r.Begin(); other == id {
		t.Error("two sessions have the same id")
	}
	if err := r.Check(id); err != nil {
		t.Fatal(err)
	}
	raw, _ := base64.RawURLEncoding.DecodeString(id)
	for i := range raw {
		changed := append([]byte{}, raw...)
		changed[i] ^= 1
		if r.Check(base64.RawURLEncoding.EncodeToString(changed)) == nil {
			t.Errorf("an id with byte %d changed is good", i)
		}
	}
	for _, bad := range []string{"", "x", id[1:], id + "A", id + "\n", "mcp-session-2e6d1b0e-0000-4000-8000-000000000000"} {
		if r.Check(bad) == nil {
			t.Errorf("%q is good", bad)
		}
	}
}

// A new key takes over from an old one without ending a session.
func TestKeysRotate(t *testing.T) {
	t.Parallel()
	before, during, after := newRegistry("old"), newRegistry("new", "old"), newRegistry("new")
	old, fresh := before.Begin(), during.Begin()
	for name, test := range map[string]struct {
		r    *Registry
		id   string
		good bool
	}{
		"an old id while both keys are there": {during, old, true},
		"a new id where only the old key is":  {before, fresh, false},
		"an old id when its key is gone":      {after, old, false},
		"a new id":                            {after, fresh, true},
	} {
		if got := test.r.Check(test.id) == nil; got != test.good {
			t.Errorf("%s: good is %t, want %t", name, got, test.good)
		}
	}
	if newRegistry().Check(newRegistry().Begin()) == nil {
		t.Error("two registries without keys know each other's sessions")
	}
}

func TestEnd(t *testing.T) {
	t.Parallel()
	here, there := newRegistry("the key"), newRegistry("the key")
	told := 0
	here.Announce(func(id string) { told++; there.Hear(id) })
	id, other := here.Begin(), here.Begin()
	there.Hear("nonsense")
	if err := here.End(id); err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*Registry{"here": here, "there": there} {
		if !errors.Is(r.Check(id), ErrUnknown) || r.Check(other) != nil {
			t.Errorf("%s: the session goes on, or another does not", name)
		}
	}
	if err := here.End(id); !errors.Is(err, ErrUnknown) || told != 1 {
		t.Errorf("the second end: %v, told %d times", err, told)
	}
}

// The memory of ends has a bound, and forgets the oldest first.
func TestEndsAreBounded(t *testing.T) {
	t.Parallel()
	r := newRegistry()
	first := r.Begin()
	r.Hear(first)
	var last string
	for range rememberedEnds {
		last = r.Begin()
		r.Hear(last)
	}
	if r.ended.Len() != rememberedEnds || r.Check(last) == nil || r.Check(first) != nil {
		t.Errorf("%d ends are remembered, want %d, the newest", r.ended.Len(), rememberedEnds)
	}
}

func FuzzCheck(f *testing.F) {
	r := newRegistry("the key")
	good := r.Begin()
	f.Add(good)
	f.Add("")
	f.Add("AAAAAGsKhT2IxCFM-4sjUsSdP7P5Bb1sMNpBX_-8FIXd-1TZsThIBQ")
	f.Fuzz(func(t *testing.T, id string) {
		if r.Check(id) == nil && id != good {
			t.Errorf("%q is good", id)
		}
	})
}
