package subscriber

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

// Topic is what one needs to know to subscribe.
type Topic struct {
	Self string // the name of the topic, which may not be the address it was found at
	Hub  string // where to subscribe
}

// Discover asks a topic for its hub and its name, which stand in the Link
// fields of its header (W3C WebSub §4).
func Discover(ctx context.Context, client *http.Client, address string) (Topic, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return Topic{}, err
	}
	res, err := client.Do(req)
	if err != nil {
		return Topic{}, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return Topic{}, fmt.Errorf("%s answers %s", address, res.Status)
	}
	related := relations(res.Header.Values("Link"))
	hubs, selves := related["hub"], related["self"]
	if len(hubs) == 0 || len(selves) != 1 {
		return Topic{}, fmt.Errorf("%s is no topic: it must link to a hub and to itself, and has %d and %d such links", address, len(hubs), len(selves))
	}
	hub, hubErr := res.Request.URL.Parse(hubs[0])
	self, selfErr := res.Request.URL.Parse(selves[0])
	if err := errors.Join(hubErr, selfErr); err != nil {
		return Topic{}, err
	}
	return Topic{Self: self.String(), Hub: hub.String()}, nil
}

// relations returns the targets of each relation in Link fields (RFC 8288
// §3). The rest of a field is skipped where it is malformed.
func relations(fields []string) map[string][]string {
	targets := map[string][]string{}
	for _, rest := range fields {
		for {
			target, parameters, after, ok := cutLink(rest)
			if !ok {
				break
			}
			rest = after
			_, values, err := mime.ParseMediaType("link/link" + parameters) // their parameters have one form
			if err != nil {
				continue
			}
			for relation := range strings.FieldsSeq(strings.ToLower(values["rel"])) {
				targets[relation] = append(targets[relation], target)
			}
		}
	}
	return targets
}

// cutLink splits the first link off a field. A comma separates links, unless
// it is part of a target or of a quoted value.
func cutLink(field string) (target, parameters, rest string, ok bool) {
	field = strings.TrimLeft(field, " \t,")
	target, after, closed := strings.Cut(field, ">")
	target, opened := strings.CutPrefix(target, "<")
	if !opened || !closed {
		return "", "", "", false
	}
	quoted, escaped := false, false
	for i, c := range after {
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			return target, after[:i], after[i:], true
		}
	}
	return target, after, "", true
}

// complaint is the most bytes that are shown of an answer.
const complaint = 1 << 10

// reason returns what an answer says of a refusal, as one line.
func reason(body io.Reader) string {
	text, err := io.ReadAll(io.LimitReader(body, complaint))
	if err != nil || len(text) == 0 {
		return "without a reason"
	}
	return printable(string(text))
}
