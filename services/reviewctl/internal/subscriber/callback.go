package subscriber

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// maxContent is the most bytes of a delivery.
const maxContent = 64 << 20

// ServeHTTP is the callback. Whoever does not know its address, or asks for a
// topic or an end that we did not ask for, learns nothing (W3C WebSub §5.3.1).
func (s *Subscriber) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	switch {
	case r.URL.Path != s.callback.Path:
		http.NotFound(w, r)
	case r.Method == http.MethodPost:
		s.receive(w, r)
	case r.Method != http.MethodGet || query.Get("hub.topic") != s.topic.Self:
		http.NotFound(w, r)
	case query.Get("hub.mode") == "subscribe":
		s.confirm(w, r, false)
	case query.Get("hub.mode") == "unsubscribe" && s.ends():
		s.confirm(w, r, true)
	case query.Get("hub.mode") == "denied":
		_ = s.emit(r.Context(), Denial{Reason: printable(query.Get("hub.reason"))}) // the hub does not care whether it was read
	default:
		http.NotFound(w, r)
	}
}

// ends reports whether we have asked for the end.
func (s *Subscriber) ends() bool {
	select {
	case <-s.ending:
		return true
	default:
		return false
	}
}

// confirm repeats the challenge.
func (s *Subscriber) confirm(w http.ResponseWriter, r *http.Request, ended bool) {
	query := r.URL.Query()
	seconds, err := strconv.ParseUint(query.Get("hub.lease_seconds"), 10, 31)
	if err != nil && !ended {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if _, err := io.WriteString(w, query.Get("hub.challenge")); err != nil { //nolint:gosec // it is plain text, at an address only the hub knows
		return
	}
	_ = s.emit(r.Context(), Confirmation{Ended: ended, Lease: time.Duration(seconds) * time.Second})
}

// receive takes a delivery. One without the right signature may come from
// anybody; it is shown as such and not acknowledged (§7.1).
func (s *Subscriber) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxContent))
	if err != nil {
		http.Error(w, "the content is larger than 64 MiB, or broke off", http.StatusBadRequest)
		return
	}
	push := Push{
		At:        time.Now(),
		Revision:  printable(r.Header.Get("X-Revision")),
		Size:      len(body),
		Signature: checkSignature(r.Header.Get("X-Hub-Signature"), s.secret, body),
	}
	if push.Signature != nil {
		http.Error(w, "the signature is wrong", http.StatusForbidden)
	} else {
		w.WriteHeader(http.StatusNoContent)
	}
	_ = s.emit(r.Context(), push)
}

// checkSignature says what is wrong with the signature of a body.
func checkSignature(text, secret string, body []byte) error {
	method, digits, _ := strings.Cut(text, "=")
	methods := map[string]func() hash.Hash{"sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New}
	algorithm, known := methods[strings.ToLower(method)]
	switch {
	case text == "":
		return errors.New("missing")
	case !known:
		return errors.New("of an unknown or weak method")
	}
	mac := hmac.New(algorithm, []byte(secret))
	mac.Write(body)
	if sum, err := hex.DecodeString(digits); err != nil || !hmac.Equal(sum, mac.Sum(nil)) {
		return errors.New("wrong")
	}
	return nil
}

// printable keeps what a stranger sends from playing tricks on a terminal, and
// from filling it.
func printable(text string) string {
	const most = 300 // characters
	shown := []rune(strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return utf8.RuneError
	}, strings.Join(strings.Fields(text), " ")))
	return string(shown[:min(len(shown), most)])
}
