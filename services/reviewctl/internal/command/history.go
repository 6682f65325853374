package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// historyShown is how many entries are shown when nobody says.
const historyShown = 20

func (c *cli) historyCommand() *cobra.Command {
	var limit int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Show what was done to the data: when, by whom, from which file",
		Long: `History shows imports, removals and profiles, latest first: when, what, how the
revision moved, who, from which file, and what changed. What changed nothing is
there too, dry runs are not.`,
		Example: `  reviewctl history
  reviewctl history --limit 1000 --json`,
		Args: operands(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if limit < 1 || limit > review.MaxHistoryLimit {
				return usageError(fmt.Sprintf("--limit must be from 1 to %d", review.MaxHistoryLimit))
			}
			return c.history(cmd.Context(), limit, asJSON)
		},
	}
	cmd.Flags().IntVar(&limit, "limit", historyShown, "most entries to show")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, one entry a line")
	return cmd
}

func (c *cli) history(ctx context.Context, limit int, asJSON bool) error {
	admin, err := c.admin()
	if err != nil {
		return err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	entries, err := admin.History(ctx, 0, limit)
	if err != nil {
		return changing(err)
	}
	if asJSON {
		return c.historyJSON(entries)
	}
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, e := range entries {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", // Flush tells
			e.At.Format(time.DateTime), e.Action, revisions(e), e.Origin.Actor, e.Origin.File, counts(e.Result))
	}
	return table.Flush()
}

// revisions says how the revision moved.
func revisions(e review.HistoryEntry) string {
	if e.Before == e.Result.Revision {
		return fmt.Sprintf("revision %d", e.Before)
	}
	return fmt.Sprintf("revision %d to %d", e.Before, e.Result.Revision)
}

// counts names the counts that are not zero.
func counts(r review.ImportResult) string {
	var out []string
	for _, n := range []struct {
		count int
		name  string
	}{
		{r.Added, "added"},
		{r.Changed, "changed"},
		{r.Unchanged, "unchanged"},
		{r.Withheld, "withheld"},
		{r.Removed, "removed"},
		{r.Pruned, "pruned"},
		{r.Forgotten, "forgotten"},
		{r.Rejected, "rejected"},
	} {
		if n.count > 0 {
			out = append(out, fmt.Sprintf("%d %s", n.count, n.name))
		}
	}
	return strings.Join(out, ", ")
}

// historyLine is an entry as JSON.
type historyLine struct {
	Number         int             `json:"number"`
	At             time.Time       `json:"at"`
	Action         review.Action   `json:"action"`
	Actor          string          `json:"actor"`
	File           string          `json:"file"`
	RevisionBefore review.Revision `json:"revision_before"`
	Revision       review.Revision `json:"revision"`
	Added          int             `json:"added"`
	Changed        int             `json:"changed"`
	Unchanged      int             `json:"unchanged"`
	Withheld       int             `json:"withheld"`
	Removed        int             `json:"removed"`
	Pruned         int             `json:"pruned"`
	Forgotten      int             `json:"forgotten"`
	Rejected       int             `json:"rejected"`
}

func (c *cli) historyJSON(entries []review.HistoryEntry) error {
	out := json.NewEncoder(c.Out)
	out.SetEscapeHTML(false)
	for _, e := range entries {
		r := e.Result
		err := out.Encode(historyLine{
			e.Number, e.At, e.Action, e.Origin.Actor, e.Origin.File, e.Before, r.Revision,
			r.Added, r.Changed, r.Unchanged, r.Withheld, r.Removed, r.Pruned, r.Forgotten, r.Rejected,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
