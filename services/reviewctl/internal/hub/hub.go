// Package hub speaks to the admin service of the hub.
package hub

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// What may be wrong beside the hub being away.
var (
	ErrNotFound = errors.New("there is no such subscription")
	ErrToken    = errors.New("the hub wants the operator's token")
)

// Outcome is how an attempt to deliver ended.
type Outcome struct {
	At         time.Time `json:"at"`
	Revision   uint64    `json:"revision"`
	Result     string    `json:"result"`
	Status     int       `json:"status"` // 0 when there was no answer
	Bytes      int       `json:"bytes"`
	DurationMS int64     `json:"duration_ms"`
}

// Subscription is a subscription as its operator sees it.
type Subscription struct {
	ID            string     `json:"id"`
	Callback      string     `json:"callback"` // the origin only
	Signed        bool       `json:"signed"`
	State         string     `json:"state"`
	Topic         string     `json:"topic"` // a path
	LeaseSeconds  int64      `json:"lease_seconds"`
	VerifiedAt    time.Time  `json:"verified_at"`
	ExpiresAt     time.Time  `json:"expires_at"`
	Delivered     uint64     `json:"delivered_revision"` // 0 when it is not known
	Failures      int        `json:"failures"`           // deliveries in a row that failed
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	Outcomes      []Outcome  `json:"outcomes"` // the newest first
}

// Client speaks to one of the replicas at addresses, whichever answers.
type Client struct {
	Addresses []string
	Token     string
	HTTP      *http.Client
}

// List returns all subscriptions.
func (c *Client) List(ctx context.Context) ([]Subscription, error) {
	var all []Subscription
	return all, c.do(ctx, http.MethodGet, "/subscriptions", func(body io.Reader) error {
		lines := bufio.NewReader(body)
		for {
			line, err := lines.ReadBytes('\n')
			if err == io.EOF && len(line) == 0 {
				return nil
			}
			var s Subscription
			if err := json.Unmarshal(line, &s); err != nil {
				return fmt.Errorf("the list broke off: %w", err)
			}
			all = append(all, s)
		}
	})
}

// Show returns one subscription with its last outcomes.
func (c *Client) Show(ctx context.Context, id string) (Subscription, error) {
	var s Subscription
	return s, c.do(ctx, http.MethodGet, "/subscriptions/"+url.PathEscape(id), func(body io.Reader) error {
		return json.NewDecoder(body).Decode(&s)
	})
}

// Remove asks the hub to end a subscription and to tell the subscriber.
func (c *Client) Remove(ctx context.Context, id string) error {
	return c.do(ctx, http.MethodDelete, "/subscriptions/"+url.PathEscape(id), nil)
}

// Redeliver asks the hub to deliver the newest content again.
func (c *Client) Redeliver(ctx context.Context, id string) error {
	return c.do(ctx, http.MethodPost, "/subscriptions/"+url.PathEscape(id)+"/redeliver", nil)
}

// do calls the first replica that can be reached.
func (c *Client) do(ctx context.Context, method, path string, read func(io.Reader) error) (err error) {
	for _, address := range c.Addresses {
		var res *http.Response
		if res, err = c.call(ctx, method, "http://"+address+path); err == nil {
			defer res.Body.Close()
			return answer(res, read)
		}
	}
	return err
}

func (c *Client) call(ctx context.Context, method, target string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, target, nil)
	if err != nil {
		return nil, err
	}
	if c.Token != "" {
		req.Header.Set("Authorization", "Bearer "+c.Token)
	}
	return c.HTTP.Do(req)
}

// answer reads what the hub says.
func answer(res *http.Response, read func(io.Reader) error) error {
	switch res.StatusCode {
	case http.StatusOK:
		return read(res.Body)
	case http.StatusAccepted:
		return nil
	case http.StatusUnauthorized:
		return ErrToken
	case http.StatusNotFound:
		return ErrNotFound
	}
	const most = 200 // bytes of what it says
	text, _ := io.ReadAll(io.LimitReader(res.Body, most))
	return fmt.Errorf("the hub answered %d: %s", res.StatusCode, strings.TrimSpace(string(text)))
}
