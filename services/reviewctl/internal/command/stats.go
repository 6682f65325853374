package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

func (c *cli) statsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Show revision, numbers of reviews, ratings and dates",
		Example: `  reviewctl stats
  reviewctl stats --json`,
		Args: operands(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.stats(cmd.Context(), asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, with the members of reviews.json")
	return cmd
}

func (c *cli) stats(ctx context.Context, asJSON bool) error {
	s, err := c.snapshot(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return c.statsJSON(s)
	}
	return c.statsTable(s)
}

// statistics are the members of the published data set that sum it up.
type statistics struct {
	Revision        json.RawMessage    `json:"revision"`
	UpdatedAt       json.RawMessage    `json:"updated_at"`
	Business        *namedBusiness     `json:"business"`
	AggregateRating json.RawMessage    `json:"aggregate_rating"`
	DateRange       document.DateRange `json:"date_range"`
}

type namedBusiness struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// statsJSON writes the statistics as the published data set has them.
func (c *cli) statsJSON(s *review.Snapshot) error {
	var out statistics
	if err := json.Unmarshal(document.Reviews(s).Body, &out); err != nil {
		return err
	}
	out.DateRange = dateRange(s)
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return c.answerJSON(append(text, '\n'))
}

func dateRange(s *review.Snapshot) document.DateRange {
	if len(s.Reviews) == 0 {
		return document.DateRange{}
	}
	latest, earliest := document.Date(s.Reviews[0].Date.String()), document.Date(s.Reviews[len(s.Reviews)-1].Date.String())
	return document.DateRange{Earliest: &earliest, Latest: &latest}
}

func (c *cli) statsTable(s *review.Snapshot) error {
	w := tabwriter.NewWriter(c.Out, 0, 0, 3, ' ', 0)
	row := func(name, format string, args ...any) {
		_, _ = fmt.Fprintf(w, name+"\t"+format+"\n", args...) // Flush tells
	}
	if s.Business != nil {
		row("business", "%s", s.Business.Name)
	} else {
		row("business", "no profile yet")
	}
	rating := review.Aggregate(s.Reviews)
	row("revision", "%d", s.Revision)
	row("reviews", "%d", rating.Count)
	if rating.Count > 0 {
		row("dates", "%s to %s", s.Reviews[len(s.Reviews)-1].Date, s.Reviews[0].Date)
		row("rating", "%.2f (%s)", rating.Value, distribution(rating.Distribution))
	}
	for _, source := range rating.BySource {
		row("  "+source.Source, "%s, %.2f", reviews(source.Count), source.Value)
	}
	return w.Flush()
}

// distribution writes how many reviews have five, four, … stars.
func distribution(counts [review.MaxRating]int) string {
	var parts []string
	for stars := review.MaxRating; stars >= review.MinRating; stars-- {
		parts = append(parts, fmt.Sprintf("%d★ %d", stars, counts[stars-1]))
	}
	return strings.Join(parts, ", ")
}
