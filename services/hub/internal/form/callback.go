package form

import (
	"errors"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// maxCallback is the most bytes of a callback.
const maxCallback = 2048

// uri is what may stand in a URI (RFC 3986 §2): what is outside of it would
// have to be escaped before it is sent, and would then not be the exact
// callback any more.
var uri = regexp.MustCompile(`^(?:[A-Za-z0-9\-._~:/?\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$`)

// hostChars are the characters of names and addresses of hosts. Others could be
// escaped and stand for these, and hide that two callbacks are at one host.
const hostChars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:"

// The ports that a callback may have, beside that of HTTPS: below are the
// services of machines.
const (
	portHTTPS    = 443
	firstUser    = 1024
	lastPossible = 65535
)

// checkCallback says what is wrong with a callback; its error completes a
// sentence.
func checkCallback(text string) error {
	if text == "" {
		return errors.New("is missing")
	}
	if len(text) > maxCallback {
		return errors.New("must have at most " + strconv.Itoa(maxCallback) + " bytes")
	}
	if strings.Contains(text, "#") {
		return errors.New("must not have a fragment")
	}
	if !uri.MatchString(text) {
		return errors.New("must be a URL in ASCII, other characters escaped")
	}
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" || u.Hostname() == "" {
		return errors.New("must be an absolute URL such as https://subscriber.example.com/callback")
	}
	return checkParts(u)
}

func checkParts(u *url.URL) error {
	if u.Scheme != "https" {
		return errors.New("must be an https URL")
	}
	if u.User != nil {
		return errors.New("must not have a user or password")
	}
	if strings.Trim(u.Hostname(), hostChars) != "" {
		return errors.New("must have a host of letters, digits, hyphens and dots, such as xn--bcher-kva.example for bücher.example")
	}
	if strings.HasSuffix(u.Host, ":") {
		return errors.New("must have a number after the colon of the port, or no colon")
	}
	if text := u.Port(); text != "" {
		port, err := strconv.Atoi(text)
		if err != nil || port != portHTTPS && port < firstUser || port > lastPossible {
			return errors.New("must have port 443 or one from 1024 on")
		}
	}
	return nil
}
