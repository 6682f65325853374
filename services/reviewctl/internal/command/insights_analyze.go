package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/model"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/jsonlines"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/profile"
)

// analyzing is what an analysis is asked for.
type analyzing struct {
	business string // file of the profile
	model    string // file of the model
	evidence bool
}

func (c *cli) analyzeCommand() *cobra.Command {
	var with analyzing
	cmd := &cobra.Command{
		Use:   "analyze",
		Short: "Read reviews from the standard input and write what each says",
		Long: `Analyze reads JSON Lines, one review per line with "id", "text" and, if known,
"rating" and "author", and writes JSON Lines: what "per_review" of
insights.json has about each, with its "id" in front. Topics arise from many
reviews and are left empty. No store is needed, and none is asked.

With a profile, its technicians, services, places and taxonomy are looked for.`,
		Example: `  reviewctl insights analyze < reviews.jsonl
  reviewctl insights analyze --business profile.yaml --evidence < reviews.jsonl`,
		Args: operands(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return c.analyze(cmd.Context(), with) },
	}
	cmd.Flags().StringVar(&with.business, "business", "", "read the profile of the business from this `file`")
	cmd.Flags().StringVar(&with.model, "model", "", "use the model in this `file`, as train writes it")
	cmd.Flags().BoolVar(&with.evidence, "evidence", false, "add the words that the judgements rest on")
	return cmd
}

// statement is a review as analyze reads it.
type statement struct {
	ID     any    `json:"id"` // a text or a number
	Text   string `json:"text"`
	Rating int    `json:"rating"`
	Author string `json:"author"`
}

func (c *cli) analyze(ctx context.Context, with analyzing) error {
	analyser, err := c.analyser(with)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(c.Out)
	lines := bufio.NewScanner(c.In)
	lines.Buffer(nil, jsonlines.MaxLine)
	for number := 1; lines.Scan(); number++ {
		if err := ctx.Err(); err != nil {
			return errors.Join(out.Flush(), err)
		}
		line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\uFEFF")))
		if len(line) == 0 {
			continue
		}
		if err := analyzeLine(out, line, analyser, with.evidence); err != nil {
			return errors.Join(out.Flush(), fmt.Errorf("line %d: %w", number, err))
		}
	}
	return errors.Join(out.Flush(), lines.Err())
}

// analyser is made for the profile and the model of the flags.
func (c *cli) analyser(with analyzing) (*analysis.Analyser, error) {
	var b *review.Business
	if with.business != "" {
		text, err := c.readProfile(with.business)
		if err != nil {
			return nil, err
		}
		if b, err = profile.Parse(text); err != nil {
			return nil, fmt.Errorf("%s: %w", with.business, err)
		}
	}
	m, err := readModel(with.model)
	if err != nil {
		return nil, err
	}
	return analysis.NewWithModel(b, m)
}

// readModel reads a model from a file, or the one that comes with the program.
func readModel(name string) (*model.Model, error) {
	if name == "" {
		return model.Load()
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return model.Decode(text)
}

// notAReview says what is wrong with a line that cannot be read.
func notAReview(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return fmt.Errorf("a review is an object with id, text and rating: %s cannot be a %s", wrong.Field, wrong.Value)
	}
	return fmt.Errorf("a review is an object with id, text and rating: %w", err)
}

func analyzeLine(out io.Writer, text []byte, analyser *analysis.Analyser, evidence bool) error {
	var s statement
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // an id may be a number of any size
	if err := decoder.Decode(&s); err != nil {
		return notAReview(err)
	}
	if s.ID == nil {
		return errors.New("a review needs an id")
	}
	if s.Rating < 0 || s.Rating > review.MaxRating {
		return fmt.Errorf("rating must be an integer from %d to %d", review.MinRating, review.MaxRating)
	}
	a := analyser.Analyse(review.Review{Text: s.Text, Rating: s.Rating, Author: s.Author})
	answer := document.InsightLine(fmt.Sprint(s.ID), a.Insight(""))
	if evidence {
		var err error
		if answer, err = withEvidence(answer, a.Mentions); err != nil {
			return err
		}
	}
	_, err := out.Write(answer)
	return err
}

// proof is a mention as it is written.
type proof struct {
	Aspect    string           `json:"aspect"`
	Quote     string           `json:"quote"`
	Start     int              `json:"start"` // in code points of the text
	End       int              `json:"end"`
	Sentiment review.Sentiment `json:"sentiment"`
}

// withEvidence adds a member to an object on a line.
func withEvidence(line []byte, mentions []analysis.Mention) ([]byte, error) {
	proofs := make([]proof, len(mentions))
	for i, m := range mentions {
		proofs[i] = proof{m.Aspect, m.Quote, m.Start, m.End, m.Sentiment}
	}
	member, err := json.Marshal(proofs)
	if err != nil {
		return nil, err
	}
	object := bytes.TrimSuffix(bytes.TrimSpace(line), []byte("}"))
	return fmt.Appendf(nil, "%s,\"evidence\":%s}\n", object, member), nil
}
