package front

import (
	"testing"
)

func TestAccepts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		fields []string
		want   bool
	}{
		{nil, false},
		{[]string{""}, false},
		{[]string{"application/json"}, true},
		{[]string{"Application/JSON ; charset=utf-8"}, true},
		{[]string{"text/html,application/*;q=0.1"}, true},
		{[]string{"text/html", "*/*"}, true},
		{[]string{"*/json"}, false},
		{[]string{"application/json;q=0"}, false},
		{[]string{"application/json; Q=0.000"}, false},
		{[]string{"application/json;q=0.001"}, true},
		{[]string{"application/jsonx, application/x+json"}, false},
	} {
		if got := accepts(test.fields, "application", "json"); got != test.want {
			t.Errorf("%q: %t, want %t", test.fields, got, test.want)
		}
	}
}

func TestHostname(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"a:1": "a", "a": "a", "[::1]:1": "::1", "[::1]": "::1", "": ""} {
		if got := hostname(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for host, want := range map[string]bool{"localhost": true, "LOCALHOST": true, "127.9.9.9": true, "::1": true, "::ffff:127.0.0.1": true, "localhost.example.com": false, "10.0.0.1": false, "": false} {
		if got := isLoopback(host); got != want {
			t.Errorf("%q: loopback is %t, want %t", host, got, want)
		}
	}
}
