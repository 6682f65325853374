package command

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/training"
)

// vectorsCommand is for those who work on the program: the table of word
// vectors is built into it.
func (c *cli) vectorsCommand() *cobra.Command {
	var out, sentences string
	cmd := &cobra.Command{
		Use:    "vectors FILE",
		Short:  "Cut a large table of word vectors to the words worth having",
		Hidden: true,
		Args:   operands(1, 1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" || sentences == "" {
				return usageError("vectors needs --out vectors.bin and --sentences DIR")
			}
			return c.vectors(args[0], sentences, out)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "write the table to this `file`")
	cmd.Flags().StringVar(&sentences, "sentences", "", "keep the words of the sentences in this `directory`")
	return cmd
}

func (c *cli) vectors(name, sentences, out string) error {
	own, err := training.ReadDir(os.DirFS(sentences))
	if err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	table, err := training.CutVectors(f, own)
	if err != nil {
		return err
	}
	encoded, err := embedding.Encode(table)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, encoded, 0o644); err != nil { //nolint:gosec // word vectors are no secret
		return err
	}
	return c.answer("%s: %d words, %d bytes", out, table.Len(), len(encoded))
}
