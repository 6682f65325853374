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
	return &cobra.Command{
		Use:   "remove ID...",
		Short: "Remove reviews by their ids",
		Long: `Remove deletes reviews in one revision. The change feed shows that they were
deleted, and their addresses answer 410 Gone. If one of the ids was never
there, nothing is removed. An import that has a removed review brings it back.`,
		Example: `  reviewctl remove 01JC3Y5N8Q4T6V7W8X9Y0Z1A2B`,
		Args:    operands(1, maxRemoved, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := parseIDs(args)
			if err != nil {
				return err
			}
			return c.remove(cmd.Context(), ids)
		},
	}
}

func (c *cli) remove(ctx context.Context, ids []review.ID) error {
	admin, err := c.admin()
	if err != nil {
		return err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	revision, removed, err := admin.Remove(ctx, ids, origin(""))
	if errors.Is(err, review.ErrNotFound) {
		return c.unknown(ctx, ids)
	}
	if err != nil {
		return changing(err)
	}
	if removed == 0 {
		return c.answer("nothing to remove, it was removed before; revision %d", revision)
	}
	return c.answer("%d removed; revision %d", removed, revision)
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
