package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// maxRemoved bounds the ids of one call, as the store does.
const maxRemoved = 1000

func (c *cli) removeCommand() *cobra.Command {
	var forget bool
	cmd := &cobra.Command{
		Use:   "remove ID...",
		Short: "Remove reviews by their ids",
		Long: `Remove deletes reviews in one revision. The change feed shows that they were
deleted, and their addresses answer 410 Gone. If one of the ids was never
there, nothing is removed. An import that has a removed review brings it back.

With --forget it is removed for good, as when its author asks for it: nothing
that was written stays in the database, and imports leave the review out from
now on. It works for reviews that were removed before, too. Backups and exports
that were made before still hold it.`,
		Example: `  reviewctl remove 01JC3Y5N8Q4T6V7W8X9Y0Z1A2B
  reviewctl remove --forget 01JC3Y5N8Q4T6V7W8X9Y0Z1A2B`,
		Args: operands(1, maxRemoved, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := parseIDs(args)
			if err != nil {
				return err
			}
			return c.remove(cmd.Context(), ids, forget)
		},
	}
	cmd.Flags().BoolVar(&forget, "forget", false, "remove for good: erase them, and leave them out of imports")
	return cmd
}

func (c *cli) remove(ctx context.Context, ids []review.ID, forget bool) error {
	admin, err := c.admin()
	if err != nil {
		return err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	remove, done := admin.Remove, "removed"
	if forget {
		remove, done = admin.Forget, "removed, all of them for good"
	}
	revision, removed, err := remove(ctx, ids, origin(""))
	if errors.Is(err, review.ErrNotFound) {
		return c.unknown(ctx, ids)
	}
	if err != nil {
		return changing(err)
	}
	if removed == 0 && !forget {
		return c.answer("nothing to remove, it was removed before; revision %d", revision)
	}
	return c.answer("%d %s; revision %d", removed, done, revision)
}

// unknown names the ids that kept the others from being removed.
func (c *cli) unknown(ctx context.Context, ids []review.ID) error {
	store, err := c.store()
	if err != nil {
		return err
	}
	var never []string
	for _, id := range ids {
		_, err := store.Review(ctx, id, 0)
		if errors.Is(err, review.ErrNotFound) {
			never = append(never, string(id))
		} else if err != nil {
			return reading(err)
		}
	}
	return fmt.Errorf("nothing was removed, there never was a review %s", strings.Join(never, ", "))
}
