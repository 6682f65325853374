package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/feature"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/insights/training"
)

// learning is what a model is learned from.
type learning struct {
	out       string
	base      string // file of the model to begin with
	sentences string // directory
	vectors   string // file of the vectors to begin with, for sentences
	mams      string // directory
}

func (c *cli) trainCommand() *cobra.Command {
	var from learning
	cmd := &cobra.Command{
		Use:   "train [FILE...]",
		Short: "Learn a model from your own reviews, or from labelled sentences",
		Long: `Train fits the model to your own reviews: FILE has JSON Lines with "text" and
"rating", packed with gzip or not. Where the stars leave no doubt they teach
which of your customers' words praise and which blame. The model that comes
with the program is the beginning, and stays as it is; analyze and eval take the
new one with --model.

With --sentences a model is learned from labelled sentences from the beginning,
as the one that comes with the program was, and --vectors has what is known of
words before; --mams adds the restaurant reviews of MAMS, mams_atsa_train and
mams_acsa_train, from a directory.`,
		Example: `  reviewctl insights train --out own.bin reviews.jsonl
  reviewctl insights train --out weights.bin --sentences sentences --vectors vectors.bin --mams data`,
		Args: operands(0, unlimited, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.train(cmd.Context(), from, args) },
	}
	cmd.Flags().StringVar(&from.out, "out", "", "write the model to this `file`")
	cmd.Flags().StringVar(&from.base, "model", "", "begin with the model in this `file`")
	cmd.Flags().StringVar(&from.sentences, "sentences", "", "learn from the labelled sentences in this `directory`")
	cmd.Flags().StringVar(&from.vectors, "vectors", "", "begin with the vectors of words in this `file`")
	cmd.Flags().StringVar(&from.mams, "mams", "", "and from the files of MAMS in this `directory`")
	return cmd
}

func (c *cli) train(ctx context.Context, from learning, files []string) error {
	m, err := learn(ctx, from, files)
	if err != nil {
		return err
	}
	encoded, err := model.Encode(m, feature.Bits)
	if err != nil {
		return err
	}
	if err := os.WriteFile(from.out, encoded, 0o644); err != nil { //nolint:gosec // a model is no secret
		return err
	}
	return c.answer("%s: %d bytes", from.out, len(encoded))
}

func learn(ctx context.Context, from learning, files []string) (*model.Model, error) {
	switch {
	case from.out == "":
		return nil, usageError("train needs a file for the model: --out own.bin")
	case (from.sentences == "") == (len(files) == 0):
		return nil, usageError("train wants files of reviews or a directory of sentences")
	case (from.sentences == "") != (from.vectors == ""):
		return nil, usageError("train wants --sentences and --vectors together")
	case from.sentences != "":
		return learnSentences(ctx, from)
	}
	base, err := readModel(from.base)
	if err != nil {
		return nil, err
	}
	var reviews []training.Rated
	for _, name := range files {
		read, err := readLabelled[training.Rated](name)
		if err != nil {
			return nil, err
		}
		reviews = append(reviews, read...)
	}
	return training.Refit(base, reviews)
}

func learnSentences(ctx context.Context, from learning) (*model.Model, error) {
	sentences, err := training.ReadDir(os.DirFS(from.sentences))
	if err != nil {
		return nil, err
	}
	encoded, err := os.ReadFile(from.vectors)
	if err != nil {
		return nil, err
	}
	vectors, err := embedding.Decode(encoded)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.vectors, err)
	}
	corpus := training.Corpus{Vectors: vectors, Sentences: sentences}
	if from.mams != "" {
		if corpus.Termed, err = readLabelled[training.Termed](filepath.Join(from.mams, "mams_atsa_train.jsonl.gz")); err != nil {
			return nil, err
		}
		if corpus.Categorised, err = readLabelled[training.Categorised](filepath.Join(from.mams, "mams_acsa_train.jsonl.gz")); err != nil {
			return nil, err
		}
	}
	if len(sentences) == 0 {
		return nil, fmt.Errorf("%s has no files of sentences", from.sentences)
	}
	return training.Fit(ctx, corpus)
}
