package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

func (c *cli) showCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show one review as it is published",
		Example: `  reviewctl show 01JC3Y5N8Q4T6V7W8X9Y0Z1A2B`,
		Args:    operands(1, 1, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := parseIDs(args)
			if err != nil {
				return err
			}
			return c.show(cmd.Context(), ids[0])
		},
	}
}

func (c *cli) show(ctx context.Context, id review.ID) error {
	store, err := c.store()
	if err != nil {
		return err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	state, err := store.Review(ctx, id, 0)
	if err != nil {
		return reading(err)
	}
	if state.Upsert == nil {
		return fmt.Errorf("the review was removed by revision %d, %s", state.Revision(), state.Delete.DeletedAt.Format(time.RFC3339))
	}
	return c.answerJSON(document.Review(&review.Snapshot{}, *state.Upsert).Body)
}

// answerJSON writes a JSON text with one member per line.
func (c *cli) answerJSON(text []byte) error {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	_, err := b.WriteTo(c.Out)
	return err
}
