package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/reviewdata/reviewdata/pkg/insights/assist"
)

// The bounds of a call.
const (
	maxAnswer = 1 << 20 // bytes of a response that are read
	maxTokens = 4096    // of an answer
)

// protocol is how a kind of endpoint is spoken to.
type protocol interface {
	// path follows the base URL.
	path() string
	// authorize adds the key to the header of a request.
	authorize(h http.Header, key string)
	// request returns the body of the request for a task.
	request(model string, t assist.Task) any
	// answer reads the answer and the number of tokens from the body of a
	// response.
	answer(body []byte) (answer []byte, tokens int, err error)
}

// client asks one model.
type client struct {
	protocol protocol
	url      string // of the base, without a slash at its end
	model    string
	key      string
	timeout  time.Duration
	http     *http.Client
}

// errAway says that the model did not answer; the error around it says why.
var errAway = errors.New("the model does not answer")

func newClient(o Options) *client {
	return &client{
		protocol: o.protocol(),
		url:      o.URL,
		model:    o.Model,
		key:      o.Key,
		timeout:  o.Timeout,
		http: &http.Client{
			// A redirect would carry the texts, and on the same host the key, to
			// where the operator did not send them.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// ask returns the answer to a task, unchecked, and the tokens it took. The error
// is errAway, or assist.ErrRefused when there is an answer of no use.
func (c *client) ask(ctx context.Context, t assist.Task) (answer []byte, tokens int, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	body, err := json.Marshal(c.protocol.request(c.model, t))
	if err != nil {
		return nil, 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+c.protocol.path(), bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	c.protocol.authorize(request.Header, c.key)
	response, err := c.http.Do(request)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errAway, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, 0, fmt.Errorf("%w: status %d", errAway, response.StatusCode)
	}
	read, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", errAway, err)
	}
	if len(read) > maxAnswer {
		return nil, maxTokens, fmt.Errorf("%w: it has more than %d bytes", assist.ErrRefused, maxAnswer)
	}
	return c.protocol.answer(read)
}

// unreadable is the answer of an endpoint that does not speak its protocol.
func unreadable(err error) error { return fmt.Errorf("%w: %w", assist.ErrRefused, err) }

var errNoAnswer = errors.New("no answer in it")
