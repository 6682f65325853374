package command

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/evaluation"
	"github.com/reviewdata/reviewdata/pkg/insights/training"
	"github.com/reviewdata/reviewdata/pkg/review"
)

func (c *cli) evalCommand() *cobra.Command {
	var model string
	var except []string
	cmd := &cobra.Command{
		Use:   "eval FILE...",
		Short: "Measure the analysis on labelled files",
		Long: `Eval reads labelled JSON Lines, packed with gzip or not, and prints how well the
analysis agrees with the labels. The members of a line tell what is measured:
"labels" (aspects, as in the training sentences), "technicians", "terms" and
"categories" (as in SemEval-2014, MAMS and FABSA), the customer's own stars for
"staff", "punctuality", "helpfulness" and "knowledge", or "stars" of the whole.

Texts that also stand in the files of --except are left out: what was trained on
proves nothing.`,
		Example: `  reviewctl insights eval labelled.jsonl
  reviewctl insights eval --except mams_atsa_train.jsonl.gz semeval14.jsonl.gz`,
		Args: operands(1, unlimited, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return c.eval(args, except, model) },
	}
	cmd.Flags().StringVar(&model, "model", "", "use the model in this `file`, as train writes it")
	cmd.Flags().StringArrayVar(&except, "except", nil, "leave out the texts of this `file`; may be repeated")
	return cmd
}

func (c *cli) eval(files, except []string, modelFile string) error {
	m, err := readModel(modelFile)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, name := range except {
		rows, err := readLabelled[evaluation.Row](name)
		if err != nil {
			return err
		}
		for _, r := range rows {
			seen[r.Key()] = true
		}
	}
	analysers := func(b *review.Business) (*analysis.Analyser, error) { return analysis.NewWithModel(b, m) }
	for _, name := range files {
		rows, err := readLabelled[evaluation.Row](name)
		if err != nil {
			return err
		}
		tables, err := evaluation.Measure(rows, seen, analysers)
		if err != nil {
			return err
		}
		if err := c.print(filepath.Base(name), len(rows), tables); err != nil {
			return err
		}
	}
	return nil
}

func (c *cli) print(name string, rows int, tables []evaluation.Table) error {
	if err := c.answer("%s, %d rows", name, rows); err != nil {
		return err
	}
	for _, t := range tables {
		if err := t.Print(c.Out); err != nil {
			return err
		}
	}
	return c.answer("")
}

// readLabelled reads JSON Lines, packed if the name says so.
func readLabelled[T any](name string) ([]T, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var from io.Reader = bufio.NewReader(f)
	if strings.HasSuffix(name, ".gz") {
		if from, err = gzip.NewReader(from); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	rows, err := training.ReadLines[T](from)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return rows, nil
}
