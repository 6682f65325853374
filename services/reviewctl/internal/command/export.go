package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// The formats of an export.
const (
	formatJSON  = "json"
	formatLines = "jsonl"
)

func (c *cli) exportCommand() *cobra.Command {
	var format, output string
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write all reviews to the standard output or a file",
		Long: `Export writes all reviews, in one of two formats that import reads back:

  json   the published data set, byte for byte what /reviews.json answers
  jsonl  one review per line

A file is written whole or not at all.`,
		Example: `  reviewctl export > reviews.json
  reviewctl export --format jsonl -o reviews.jsonl`,
		Args: operands(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if format != formatJSON && format != formatLines {
				return usageError(fmt.Sprintf("--format must be %s or %s, not %q", formatJSON, formatLines, format))
			}
			return c.export(cmd.Context(), format, output)
		},
	}
	cmd.Flags().StringVar(&format, "format", formatJSON, "`format`: json or jsonl")
	cmd.Flags().StringVarP(&output, "output", "o", "", "`file` to write instead of the standard output")
	return cmd
}

func (c *cli) export(ctx context.Context, format, output string) error {
	s, err := c.snapshot(ctx)
	if err != nil {
		return err
	}
	write := writeLines
	if format == formatJSON {
		write = writeDocument
	}
	if output == "" {
		return write(c.Out, s)
	}
	return writeFile(output, func(w io.Writer) error { return write(w, s) })
}

func writeDocument(w io.Writer, s *review.Snapshot) error {
	_, err := w.Write(document.Reviews(s).Body)
	return err
}

func writeLines(w io.Writer, s *review.Snapshot) error {
	b := bufio.NewWriter(w)
	for _, r := range s.Reviews {
		if _, err := b.Write(document.Review(s, r).Body); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writeFile writes a file in whole: until then it has another name.
func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(write(file), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
