package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/importer"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

func (c *cli) importCommand() *cobra.Command {
	var flags importFlags
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Import reviews from files, or from the standard input (-)",
		Long: `Import adds the reviews of each FILE and updates those that have changed. One
file is one import, which becomes one revision: all of it is published, or
nothing, also when it is interrupted. Importing a file a second time changes
nothing.

The content of a file tells its format, unless --format does. Each may be
compressed with gzip; text is UTF-8 or UTF-16, a table also Windows-1252.

  jsonl     JSON Lines: one review per line, an object with the members id,
            source, source_id, author, author_avatar_url, rating, date, title,
            text, source_url, owner_reply {text, date}, verified, technicians
            and services. Needed are source, rating and date, and source_id or
            id so that the review is known again. Other names are errors.
  dataset   a published reviews.json. Ids are kept, other names are ignored. If
            the store has no profile yet, its "business" is applied.
  csv       a table with commas, semicolons or tabs, such as an export of
            Trustpilot, Yelp, Podium or Birdeye. Its headings tell what the
            columns hold; --map tells what they do not.
  takeout   Google Takeout of a Business Profile: the zip as downloaded, or its
            unpacked folder. Originals are kept, translations are not.
  google    pages of the Google Business Profile API (reviews.list), any number
            of them in one file.
  jsonld    JSON-LD of schema.org, also within an HTML page.

A date such as 03/04/2026 is refused until something tells its order: another
date of the file, or --map with the form, as in --map 'date=Posted:DD/MM/YYYY'.

Reviews with verified: false are withheld: they are not published, and taken
back if they are. A record that cannot be accepted is rejected while the others
go in: the first 20 are listed, more are counted by reason, and --rejected
writes all of them to a file that can be mended and imported. With --strict, one
rejected record means that nothing goes in.

--dry-run writes nothing and tells each review that would change. --prune also
deletes the reviews of the platforms in the file that are not in it, at most a
tenth of them or --prune-limit; it is for exports that are complete. Reviews
that were removed with --forget are left out of every import.

Exit codes: 0 everything was imported, 1 a file was not, 2 the command line is
wrong, 3 everything was imported except the records that were rejected.`,
		Example: `  reviewctl import takeout.zip
  reviewctl import --source trustpilot reviews.jsonl.gz more.jsonl
  reviewctl import --map rating=Stars --map 'date=Visited:DD/MM/YYYY' --source yelp table.csv
  reviewctl import --rejected rejected.csv table.csv
  reviewctl import --prune --dry-run takeout.zip
  curl -s https://reviews.example.com/reviews.json | reviewctl import -`,
		Args: operands(1, unlimited, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			options, err := flags.options(args)
			if err != nil {
				return err
			}
			return c.importFiles(cmd.Context(), args, options)
		},
	}
	flags.declare(cmd.Flags())
	return cmd
}

func (c *cli) importFiles(ctx context.Context, names []string, options importOptions) error {
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

// hopeless reports whether the next file would fail for the same reason.
func hopeless(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, review.ErrUnavailable)
}

// importFile imports one file and says what that did.
func (c *cli) importFile(ctx context.Context, name string, options importOptions) (review.ImportResult, error) {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	file, err := source.Open(ctx, name, c.In, options.Options)
	if err != nil {
		return review.ImportResult{}, err
	}
	defer func() { _ = file.Close() }() // it was only read
	report := newReport(c.Err, name)
	if options.rejected == "" {
		return c.importOpened(ctx, file, report, options)
	}
	var result review.ImportResult
	ran := false
	failure := keepRejected(options.rejected, file, report, func() (keep bool) {
		ran = true
		result, err = c.importOpened(ctx, file, report, options)
		return err == nil || errors.Is(err, importer.ErrRejected)
	})
	switch {
	case err != nil || failure == nil:
		return result, err
	case ran:
		return result, &importer.OutcomeError{Outcome: "the reviews were imported", Err: failure}
	default:
		return result, failure
	}
}

// importOpened imports what was opened.
func (c *cli) importOpened(ctx context.Context, file *source.File, report *report, options importOptions) (review.ImportResult, error) {
	admin, err := c.admin()
	if err != nil {
		return review.ImportResult{}, err
	}
	run := importer.Importer{
		Admin:    admin,
		Business: c.currentBusiness,
		Source:   options.source,
		Options:  options.importing(report.name),
		Latest:   tomorrow(),
		Names:    options.names,
		On: importer.Events{
			Rejected:   report.rejected,
			Progress:   report.progress,
			Notice:     report.notice,
			Difference: func(where string, d review.Difference) { _ = c.answer("%s: %s", report.name, change(where, d)) }, // the last line tells
		},
	}
	result, err := run.Import(ctx, file)
	report.finish()
	if err != nil {
		return result, changing(err)
	}
	return result, c.answer("%s: %s", report.name, summary(result, options.dryRun))
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

// change says in one line what an import would do with a review.
func change(where string, d review.Difference) string {
	sign := map[review.DifferenceKind]string{
		review.DifferenceAdded: "+", review.DifferenceChanged: "~", review.DifferenceWithheld: "-", review.DifferencePruned: "-",
	}
	line := fmt.Sprintf("%s %s %s", sign[d.Kind], d.ID, d.Kind)
	if len(d.Members) > 0 {
		line += " in " + strings.Join(d.Members, ", ")
	}
	if where != "" {
		line += ", " + where
	}
	return line
}

// summary says in one line what an import did, or would do.
func summary(r review.ImportResult, dryRun bool) string {
	line := fmt.Sprintf("%d added, %d changed, %d unchanged, %d withheld, %d removed, %d rejected",
		r.Added, r.Changed, r.Unchanged, r.Withheld, r.Removed, r.Rejected)
	if r.Pruned > 0 {
		line += fmt.Sprintf(", %d pruned", r.Pruned)
	}
	if r.Forgotten > 0 {
		line += fmt.Sprintf(", %d left out because they were removed for good", r.Forgotten)
	}
	line += fmt.Sprintf("; revision %d", r.Revision)
	switch {
	case dryRun:
		return "dry run: " + line + ", nothing was written"
	case !r.Committed:
		return line + ", as before"
	default:
		return line
	}
}

// sayFailure says why a file was not imported, and what that means.
func (c *cli) sayFailure(name string, err error) {
	if failure, ok := errors.AsType[*importer.OutcomeError](err); ok {
		c.say("reviewctl: %s: %s: %s", name, failure.Outcome, c.explain(changing(failure.Err)))
		return
	}
	c.say("reviewctl: %s: nothing was imported: %s", name, c.explain(err))
}
