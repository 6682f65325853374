package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/subscriber"
)

// The times of listening.
const (
	webTimeout     = 10 * time.Second // for an answer of a topic or a hub
	confirmTimeout = 30 * time.Second // until the hub has called back
	renewPause     = time.Minute      // after an attempt to renew that failed
)

// authorityFile is the certificate of the authority that make run makes.
const authorityFile = "callback-ca.pem"

func (c *cli) listenCommand() *cobra.Command {
	var authority string
	cmd := &cobra.Command{
		Use:   "listen [TOPIC]",
		Short: "Subscribe to a topic at the hub and show each push",
		Long: `Listen subscribes to a topic as anybody on the internet can: it finds the hub in
the header of the topic, confirms that it wants the subscription, and shows a
line for each push, with its revision and whether the signature is right. Ctrl-C
ends the subscription. Without TOPIC it is the JSON Feed of the store's system.

The callback is on this machine, which a hub only calls when it was told to, with
a certificate that a hub does not trust by itself. Under make run both are taken
care of. Elsewhere the hub needs REVIEWS_HUB_ALLOW_CIDRS=127.0.0.0/8 and, as
REVIEWS_HUB_CALLBACK_CA, the file that --ca names; its key lies beside it, under
the same name with .key.`,
		Example: `  reviewctl listen
  reviewctl listen http://localhost:8080/feed.xml`,
		Args: operands(0, 1, "TOPIC"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.listen(cmd.Context(), append(args, "")[0], authority)
		},
	}
	preset := filepath.Join(cmp.Or(c.getenv(envDataDir), ".data"), authorityFile)
	cmd.Flags().StringVar(&authority, "ca", preset, "PEM `file` with the certificate of the authority that the hub trusts")
	return cmd
}

func (c *cli) listen(ctx context.Context, address, authority string) error {
	certificate, err := subscriber.Certificate(authority)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: make run makes it; say with --ca where it is", err)
	}
	if err != nil {
		return err
	}
	if address == "" {
		snapshot, err := c.snapshot(ctx)
		if err != nil {
			return err
		}
		address = snapshot.BaseURL + document.PathJSONFeed
	}
	client := &http.Client{Timeout: cmp.Or(c.limit, webTimeout)}
	topic, err := subscriber.Discover(ctx, client, address)
	if err != nil {
		return webError{err}
	}
	s, err := subscriber.Start(ctx, topic, client, certificate)
	if err != nil {
		return webError{err}
	}
	err = c.follow(ctx, s, topic)
	return errors.Join(err, s.Close())
}

// follow subscribes and shows what comes until ctx ends, then unsubscribes.
func (c *cli) follow(ctx context.Context, s *subscriber.Subscriber, topic subscriber.Topic) error {
	if err := s.Subscribe(ctx); err != nil {
		return webError{err}
	}
	confirmed := false
	due := time.NewTimer(confirmTimeout)
	defer due.Stop()
	for {
		select {
		case <-ctx.Done():
			return c.leave(ctx, s)
		case <-due.C:
			if !confirmed {
				return webError{errors.New("the hub has not called back: it must be allowed to call this machine and trust the authority, see reviewctl listen --help")}
			}
			due.Reset(c.renew(ctx, s))
		case event := <-s.Events():
			wait, err := c.tell(event, topic, confirmed)
			if err != nil {
				return err
			}
			if wait > 0 {
				confirmed = true
				due.Reset(wait)
			}
		}
	}
}

// tell shows an event. After a confirmation it returns when to renew.
func (c *cli) tell(event subscriber.Event, topic subscriber.Topic, confirmed bool) (renew time.Duration, err error) {
	switch e := event.(type) {
	case subscriber.Confirmation:
		if !confirmed {
			c.say("subscribed to %s at %s; Ctrl-C ends it", topic.Self, topic.Hub)
		}
		return e.Lease / 2, nil
	case subscriber.Push:
		return 0, c.answer("%s", pushLine(e, topic))
	case subscriber.Denial:
		return 0, webError{fmt.Errorf("the hub has ended the subscription: %s", e.Reason)}
	}
	return 0, nil
}

// pushLine describes a push.
func pushLine(p subscriber.Push, topic subscriber.Topic) string {
	signature := "ok"
	if p.Signature != nil {
		signature = p.Signature.Error()
	}
	return fmt.Sprintf("%s  %s  revision %s  %d bytes  signature %s",
		p.At.Format(time.TimeOnly), topic.Self, cmp.Or(p.Revision, "unknown"), p.Size, signature)
}

// renew asks for more time and returns how long to wait for the next attempt,
// if no confirmation comes before.
func (c *cli) renew(ctx context.Context, s *subscriber.Subscriber) time.Duration {
	if err := s.Subscribe(ctx); err != nil {
		c.say("reviewctl: not renewed, tries again in %s: %v", renewPause, err)
	}
	return renewPause
}

// leave unsubscribes, although ctx has ended.
func (c *cli) leave(ctx context.Context, s *subscriber.Subscriber) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cmp.Or(c.limit, webTimeout))
	defer cancel()
	if err := s.Unsubscribe(ctx); err != nil {
		return webError{fmt.Errorf("the subscription was not ended: %w", err)}
	}
	for {
		select {
		case event := <-s.Events():
			if confirmation, ok := event.(subscriber.Confirmation); ok && confirmation.Ended {
				c.say("unsubscribed")
				return nil
			}
		case <-ctx.Done():
			return webError{errors.New("the subscription was not ended: the hub has not called back")}
		}
	}
}
