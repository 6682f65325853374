package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/hub"
)

// The environment of the commands about subscriptions.
const (
	envHubAdminAddr = "REVIEWS_HUB_ADMIN_ADDR"
	envHubToken     = "REVIEWS_HUB_ADMIN_TOKEN" //nolint:gosec // the name, not the token
)

// hubTimeout is how long the hub may take when nobody says.
const hubTimeout = 30 * time.Second

func (c *cli) subscriptionsCommand() *cobra.Command {
	var address string
	group := &cobra.Command{
		Use:   "subscriptions",
		Short: "Show who subscribes at the hub, and how deliveries go",
		Long: `Subscriptions are what others have asked the hub for: to be sent a topic when it
changes. Of a callback only the origin is shown, because who knows all of it can
act for the subscriber. An ID may be cut short as long as it names one.

Whoever runs several hubs asks any of them. A hub beyond this machine wants its
admin token, which is read from REVIEWS_HUB_ADMIN_TOKEN.`,
		Example: `  reviewctl subscriptions list
  reviewctl subscriptions show 4f2a`,
		Args: operands(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	group.PersistentFlags().StringVar(&address, "hub-admin-addr", cmp.Or(c.getenv(envHubAdminAddr), "127.0.0.1:8083"),
		"`address` of the hub, for its operator ("+envHubAdminAddr+")")
	client := func() *hub.Client {
		return &hub.Client{
			Addresses: strings.Split(address, ","), Token: c.getenv(envHubToken),
			HTTP: &http.Client{Timeout: cmp.Or(c.limit, hubTimeout)},
		}
	}
	group.AddCommand(
		c.subscriptionsList(client),
		c.subscriptionsShow(client),
		c.subscriptionsAsk(client, "remove", "End subscriptions; their subscribers are told", "is being removed", (*hub.Client).Remove),
		c.subscriptionsAsk(client, "redeliver", "Deliver the newest content again, at once", "gets the newest content again", (*hub.Client).Redeliver),
	)
	return group
}

func (c *cli) subscriptionsList(client func() *hub.Client) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List all subscriptions",
		Long: `List shows a line for each subscription: id, topic, callback, when the lease
ends, the revision that was delivered last, and failures in a row. The third
removes it.`,
		Example: `  reviewctl subscriptions list
  reviewctl subscriptions list --json | jq -r 'select(.failures > 0).callback'`,
		Args: operands(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := client().List(cmd.Context())
			if err != nil {
				return explainHub(err)
			}
			slices.SortFunc(all, func(a, b hub.Subscription) int {
				return cmp.Or(cmp.Compare(a.Topic, b.Topic), cmp.Compare(a.Callback, b.Callback), cmp.Compare(a.ID, b.ID))
			})
			if asJSON {
				return c.subscriptionsJSON(all...)
			}
			return c.subscriptionsTable(all)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, a subscription a line")
	return cmd
}

func (c *cli) subscriptionsTable(all []hub.Subscription) error {
	if len(all) == 0 {
		c.say("nobody subscribes")
		return nil
	}
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "ID\tTOPIC\tCALLBACK\tLEASE ENDS\tREVISION\tFAILURES") // Flush tells
	for _, s := range all {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\n",
			shortID(s.ID), s.Topic, s.Callback, s.ExpiresAt.Format(time.DateTime), revisionName(s.Delivered), s.Failures)
	}
	return table.Flush()
}

// revisionName writes a revision that may not be known.
func revisionName(revision uint64) string {
	if revision == 0 {
		return "-"
	}
	return strconv.FormatUint(revision, 10)
}

// shownID is how much of an id is shown: enough to tell 50,000 apart.
const shownID = 12

// shortID cuts the part of an id that tells subscriptions apart.
func shortID(id string) string {
	hash := id[strings.LastIndexByte(id, '.')+1:]
	return hash[:min(len(hash), shownID)]
}

func (c *cli) subscriptionsJSON(all ...hub.Subscription) error {
	out := json.NewEncoder(c.Out)
	out.SetEscapeHTML(false)
	for _, s := range all {
		if err := out.Encode(s); err != nil {
			return err
		}
	}
	return nil
}

func (c *cli) subscriptionsShow(client func() *hub.Client) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show ID",
		Short:   "Show one subscription and how its last deliveries went",
		Example: `  reviewctl subscriptions show 4f2a`,
		Args:    operands(1, 1, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := resolve(cmd.Context(), client(), args)
			if err != nil {
				return err
			}
			s, err := client().Show(cmd.Context(), ids[0])
			if err != nil {
				return explainHub(err)
			}
			if asJSON {
				return c.subscriptionsJSON(s)
			}
			return c.subscriptionText(s)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func (c *cli) subscriptionText(s hub.Subscription) error {
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	row := func(name string, value any) { _, _ = fmt.Fprintf(table, "%s\t%v\n", name, value) } // Flush tells
	row("id", s.ID)
	row("topic", s.Topic)
	row("callback", s.Callback)
	row("signed", s.Signed)
	row("lease", fmt.Sprintf("%s, ends %s", time.Duration(s.LeaseSeconds)*time.Second, s.ExpiresAt.Format(time.DateTime)))
	row("revision", revisionName(s.Delivered))
	row("failures", s.Failures)
	if s.NextAttemptAt != nil {
		row("next attempt", s.NextAttemptAt.Format(time.DateTime))
	}
	for _, o := range s.Outcomes {
		_, _ = fmt.Fprintf(table, "%s\trevision %d\t%s\t%s\t%d bytes in %d ms\n",
			o.At.Format(time.DateTime), o.Revision, o.Result, statusName(o.Status), o.Bytes, o.DurationMS)
	}
	return table.Flush()
}

// statusName writes the status of an answer, if there was one.
func statusName(status int) string {
	if status == 0 {
		return "no answer"
	}
	return strconv.Itoa(status)
}

func (c *cli) subscriptionsAsk(client func() *hub.Client, name, short, done string, ask func(*hub.Client, context.Context, string) error) *cobra.Command {
	return &cobra.Command{
		Use:     name + " ID...",
		Short:   short,
		Example: "  reviewctl subscriptions " + name + " 4f2a",
		Args:    operands(1, unlimited, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := resolve(cmd.Context(), client(), args)
			if err != nil {
				return err
			}
			for _, id := range ids {
				if err := ask(client(), cmd.Context(), id); err != nil {
					return explainHub(err)
				}
				c.say("%s %s", shortID(id), done)
			}
			return nil
		},
	}
}

// resolve finds the subscriptions that ids name which may be cut short.
func resolve(ctx context.Context, client *hub.Client, names []string) ([]string, error) {
	all, err := client.List(ctx)
	if err != nil {
		return nil, explainHub(err)
	}
	var ids []string
	for _, name := range names {
		var found []string
		for _, s := range all {
			if s.ID == name || strings.HasPrefix(s.ID[strings.LastIndexByte(s.ID, '.')+1:], name) {
				found = append(found, s.ID)
			}
		}
		switch {
		case len(found) == 0:
			return nil, webError{fmt.Errorf("%w: %s", hub.ErrNotFound, name)}
		case len(found) > 1:
			return nil, usageError(fmt.Sprintf("%s names %d subscriptions; give more of the id", name, len(found)))
		}
		ids = append(ids, found[0])
	}
	return ids, nil
}

// explainHub says what to do about an error of the hub.
func explainHub(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, hub.ErrToken):
		return webError{fmt.Errorf("%w: set %s", err, envHubToken)}
	case errors.Is(err, hub.ErrNotFound):
		return webError{err}
	}
	return webError{fmt.Errorf("%w: start the hub, or say with --hub-admin-addr (%s) where it is", err, envHubAdminAddr)}
}
