package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/profile"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

// maxProfile bounds the size of a profile, in bytes.
const maxProfile = 1 << 20

func (c *cli) businessCommand() *cobra.Command {
	business := &cobra.Command{
		Use:   "business",
		Short: "Apply or show the profile of the business",
		Args:  cobra.NoArgs,
		Example: `  reviewctl business apply profile.yaml
  reviewctl business show`,
		RunE: func(*cobra.Command, []string) error { return usageError("business wants a command: apply or show") },
	}
	business.AddCommand(c.applyCommand(), c.showBusinessCommand())
	return business
}

func (c *cli) applyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "apply FILE",
		Short: "Make the profile in FILE the profile of the business",
		Long: `Apply reads a profile in YAML (or JSON) and makes it the profile of the
business. What the file leaves out is gone from the profile. The technicians
and services that reviews mention are found again with the new names.

A profile has the members of "business" in reviews.json, and beside them
synonyms of services and aliases of technicians: other words that customers
use, which help to find mentions and are not published.

    id: brookside-heating
    name: Brookside Heating & Air
    url: https://brookside.example
    opening_hours:
      - days: [mo, tu, we, th, fr]
        opens: "08:00"
        closes: "17:30"
    services:
      - id: ac-repair
        label: AC repair
        synonyms: [air conditioning, a/c]
    technicians:
      - name: Gazi Halvorsen
        role: lead technician
        aliases: [Gaz]

Everything that is wrong with a profile is reported at once, with its line.`,
		Example: `  reviewctl business apply profile.yaml
  reviewctl business show | sed 's/hvac/heating/' | reviewctl business apply -`,
		Args: operands(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.apply(cmd.Context(), args[0]) },
	}
}

func (c *cli) apply(ctx context.Context, name string) error {
	text, err := c.readProfile(name)
	if err != nil {
		return err
	}
	b, err := profile.Parse(text)
	if problems, ok := errors.AsType[profile.LineErrors](err); ok {
		for _, p := range problems {
			c.say("%s:%d: %s", name, p.Line, p.Message)
		}
		c.say("reviewctl: the profile was not applied")
		return errSaid
	}
	if err != nil {
		return err
	}
	admin, err := c.admin()
	if err != nil {
		return err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	applied, err := admin.ApplyBusiness(ctx, b, origin(name))
	switch {
	case err != nil:
		return changing(err)
	case !applied.Changed:
		return c.answer("the profile of %s is the one the store has; revision %d", b.Name, applied.Revision)
	default:
		return c.answer("applied the profile of %s, %s changed; revision %d", b.Name, reviews(applied.ReviewsChanged), applied.Revision)
	}
}

// readProfile reads the file called name, or the standard input for "-".
func (c *cli) readProfile(name string) ([]byte, error) {
	in := c.In
	if name != source.Stdin {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }() // it was only read
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, maxProfile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxProfile {
		return nil, fmt.Errorf("%s: a profile has at most %d bytes", name, maxProfile)
	}
	return text, nil
}

func (c *cli) showBusinessCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show",
		Short: "Show the profile of the business as YAML that apply takes",
		Example: `  reviewctl business show
  reviewctl business show > profile.yaml`,
		Args: operands(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.showBusiness(cmd.Context()) },
	}
}

func (c *cli) showBusiness(ctx context.Context) error {
	s, err := c.snapshot(ctx)
	if err != nil {
		return err
	}
	if s.Business == nil {
		return errors.New("the store has no business profile yet; apply one with: reviewctl business apply profile.yaml")
	}
	text, err := profile.Format(s.Business)
	if err != nil {
		return err
	}
	_, err = c.Out.Write(text)
	return err
}
