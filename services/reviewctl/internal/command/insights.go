package command

import (
	"github.com/spf13/cobra"
)

func (c *cli) insightsCommand() *cobra.Command {
	insights := &cobra.Command{
		Use:   "insights",
		Short: "Read reviews for what they say, without a store",
		Args:  cobra.NoArgs,
		Example: `  reviewctl insights analyze < reviews.jsonl
  reviewctl insights eval labelled.jsonl
  reviewctl insights train --out own.bin reviews.jsonl`,
		RunE: func(*cobra.Command, []string) error {
			return usageError("insights wants a command: analyze, eval or train")
		},
	}
	insights.AddCommand(c.analyzeCommand(), c.evalCommand(), c.trainCommand(), c.vectorsCommand())
	return insights
}
