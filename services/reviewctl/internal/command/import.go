package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/importer"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

// importOptions are the flags of import.
type importOptions struct {
	source string
	strict bool
}

func (c *cli) importCommand() *cobra.Command {
	var options importOptions
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Import reviews from files, or from the standard input (-)",
		Long: `Import adds the reviews of each FILE and updates those that have changed. One
file is one import, which becomes one revision: all of it is published, or
nothing. Importing a file a second time changes nothing.

The content of a file tells its format; each may be compressed with gzip.

  JSON Lines      one review per line, an object with the members id, source,
                  source_id, author, author_avatar_url, rating, date, title,
                  text, source_url, owner_reply {text, date}, verified,
                  technicians and services. Needed are source, rating and date,
                  and source_id or id so that the review is known again. A title
                  becomes the first paragraph of the text. Members with other
                  names are errors, except updated_at and revision, which export
                  writes. A line has at most 1 MiB.
  reviews.json    a data set that this service or another one publishes: an
                  object with a list "reviews". Ids are kept, members with other
                  names are ignored. If the store has no profile yet, its
                  "business" is applied: first, or with --strict at the end.
  Google Takeout  the zip as downloaded, or its unpacked folder. Originals are
                  kept, translations are not.

Reviews with verified: false are withheld: they are not published, and taken
back if they are. A record that cannot be accepted is rejected and listed with
its line (the first 20 are) while the others go in; with --strict, one rejected
record means that nothing goes in.

Exit codes: 0 everything was imported, 1 a file was not, 2 the command line is
wrong, 3 everything was imported except the records that were rejected.`,
		Example: `  reviewctl import takeout.zip
  reviewctl import --source trustpilot reviews.jsonl.gz more.jsonl
  curl -s https://reviews.example.com/reviews.json | reviewctl import -`,
		Args: operands(1, unlimited, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.importFiles(cmd.Context(), args, options) },
	}
	cmd.Flags().StringVar(&options.source, "source", "", "`name` of the platform, for records that do not say it, such as google")
	cmd.Flags().BoolVar(&options.strict, "strict", false, "import nothing of a file in which a record is rejected")
	return cmd
}

func (c *cli) importFiles(ctx context.Context, names []string, options importOptions) error {
	if err := options.check(names); err != nil {
		return err
	}
	var failed, rejected bool
	for _, name := range names {
		result, err := c.importFile(ctx, name, options)
		if err != nil {
			failed = true
			c.sayFailure(name, err)
		}
		if hopeless(ctx, err) {
			break
		}
		rejected = rejected || result.Rejected > 0
	}
	switch {
	case failed:
		return errSaid
	case rejected:
		return errPartly
	default:
		return nil
	}
}

// check refuses what would fail for every record.
func (o importOptions) check(names []string) error {
	if first := slices.Index(names, source.Stdin); first >= 0 && slices.Contains(names[first+1:], source.Stdin) {
		return usageError("the standard input (-) can be imported once")
	}
	if o.source == "" {
		return nil
	}
	// A record that is right in everything else shows whether the name is.
	probe := review.Record{Source: o.source, SourceID: "1", Rating: review.MaxRating, Date: "2000-01-01"}
	if _, err := probe.Review(review.DateOf(time.Now())); err != nil {
		return usageError("--" + err.Error())
	}
	return nil
}

// hopeless reports whether the next file would fail for the same reason.
func hopeless(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, review.ErrUnavailable)
}

// importFile imports one file and says what that did.
func (c *cli) importFile(ctx context.Context, name string, options importOptions) (review.ImportResult, error) {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	file, err := source.Open(ctx, name, c.In)
	if err != nil {
		return review.ImportResult{}, err
	}
	defer func() { _ = file.Close() }() // it was only read
	admin, err := c.admin()
	if err != nil {
		return review.ImportResult{}, err
	}
	report := newReport(c.Err, name)
	run := importer.Importer{
		Admin:    admin,
		Business: c.currentBusiness,
		Source:   options.source,
		Strict:   options.strict,
		Latest:   tomorrow(),
		On:       importer.Events{Rejected: report.rejected, Progress: report.progress, Notice: report.notice},
	}
	result, err := run.Import(ctx, file)
	report.finish(result.Rejected)
	if err != nil {
		return result, changing(err)
	}
	return result, c.answer("%s: %s", name, summary(result))
}

// tomorrow is a date the store may know already, somewhere east of here.
func tomorrow() review.Date { return review.DateOf(time.Now().UTC().AddDate(0, 0, 1)) }

// currentBusiness returns the profile that the store has.
func (c *cli) currentBusiness(ctx context.Context) (*review.Business, error) {
	s, err := c.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return s.Business, nil
}

// summary says in one line what an import did.
func summary(r review.ImportResult) string {
	unchanged := ""
	if !r.Committed {
		unchanged = ", as before"
	}
	return fmt.Sprintf("%d added, %d changed, %d unchanged, %d withheld, %d removed, %d rejected; revision %d%s",
		r.Added, r.Changed, r.Unchanged, r.Withheld, r.Removed, r.Rejected, r.Revision, unchanged)
}

// sayFailure says why a file was not imported, and what that means.
func (c *cli) sayFailure(name string, err error) {
	if failure, ok := errors.AsType[*importer.OutcomeError](err); ok {
		c.say("reviewctl: %s: %s: %s", name, failure.Outcome, c.explain(changing(failure.Err)))
		return
	}
	c.say("reviewctl: %s: nothing was imported: %s", name, c.explain(err))
}
