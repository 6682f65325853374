// Package form reads the request of a subscriber (W3C WebSub §5.1) and says
// what is wrong with it.
package form

import (
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/services/hub/internal/subscription"
)

// MaxBody is the most bytes of a form.
const MaxBody = 16 << 10

// maxSecret is the first length of a secret that is too long, in bytes (W3C
// WebSub §5.1).
const maxSecret = 200

// FieldErrors is what is wrong with a request, a sentence each.
type FieldErrors []string

// Error returns the sentences as lines.
func (p FieldErrors) Error() string { return strings.Join(p, "\n") }

// Rules are what the hub accepts.
type Rules struct {
	BaseURL  string             // the origin of the topics
	Callback func(string) error // says what is wrong with a callback that has the form of one; nil accepts all
}

// Parse reads the body of a request. The error is FieldErrors, all of them.
func Parse(body []byte, rules Rules) (subscription.Request, error) {
	if !utf8.Valid(body) {
		return subscription.Request{}, FieldErrors{"The form is not UTF-8."}
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return subscription.Request{}, FieldErrors{"The form is not application/x-www-form-urlencoded: an escape is malformed, or a semicolon is not escaped."}
	}
	p := parser{values: values, rules: rules}
	r := p.request()
	if len(p.problems) > 0 {
		return subscription.Request{}, p.problems
	}
	return r, nil
}

// parser collects what is wrong.
type parser struct {
	values   url.Values
	rules    Rules
	problems FieldErrors
}

func (p *parser) blame(format string, args ...any) {
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

func (p *parser) request() subscription.Request {
	r := subscription.Request{Mode: p.mode(), Callback: p.callback(), Topic: p.topic()}
	if r.Mode == subscription.Unsubscribe { // what else is said does not matter then
		return r
	}
	r.Secret, r.Lease = p.secret(), p.lease()
	return r
}

// one returns the value of a parameter, which must not be there twice: two
// readers could then understand two things.
func (p *parser) one(name string) string {
	values := p.values[name]
	if len(values) > 1 {
		p.blame("%s is there more than once.", name)
	}
	if len(values) == 0 {
		return ""
	}
	if !utf8.ValidString(values[0]) {
		p.blame("%s is not UTF-8.", name)
		return ""
	}
	return values[0]
}

func (p *parser) mode() subscription.Mode {
	m := subscription.Mode(p.one("hub.mode"))
	if m != subscription.Subscribe && m != subscription.Unsubscribe {
		p.blame("hub.mode must be subscribe or unsubscribe.")
	}
	return m
}

func (p *parser) topic() subscription.Topic {
	text := p.one("hub.topic")
	topic, ok := subscription.TopicAt(p.rules.BaseURL, text)
	if ok {
		return topic
	}
	var urls []string
	for _, t := range subscription.Topics() {
		urls = append(urls, t.URL(p.rules.BaseURL))
	}
	p.blame("hub.topic must be one of %s.", strings.Join(urls, ", "))
	return ""
}

func (p *parser) callback() string {
	text := p.one("hub.callback")
	err := checkCallback(text)
	if err == nil && p.rules.Callback != nil {
		err = p.rules.Callback(text)
	}
	if err != nil {
		p.blame("hub.callback %s.", err)
	}
	return text
}

func (p *parser) secret() string {
	text := p.one("hub.secret")
	if len(text) >= maxSecret {
		p.blame("hub.secret must be shorter than %d bytes.", maxSecret)
	}
	return text
}

// lease reads a positive decimal number. One that no duration can hold is
// longer than any lease we grant.
func (p *parser) lease() time.Duration {
	text := p.one("hub.lease_seconds")
	if text == "" {
		return 0
	}
	if strings.Trim(text, "0123456789") != "" || strings.Trim(text, "0") == "" {
		p.blame("hub.lease_seconds must be a positive whole number.")
		return 0
	}
	const most = 9 // digits, of a lease of 31 years
	if digits := strings.TrimLeft(text, "0"); len(digits) <= most {
		seconds, err := time.ParseDuration(digits + "s")
		if err == nil {
			return seconds
		}
	}
	return time.Duration(1<<63 - 1)
}
