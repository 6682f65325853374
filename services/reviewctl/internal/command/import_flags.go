package command

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/names"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/table"
)

// The name policies.
const (
	namesFull     = "full"
	namesInitials = "initials"
)

// importFlags are the flags of import as they are given.
type importFlags struct {
	source   string
	format   string
	columns  []string
	names    string
	rejected string
	strict   bool
	dryRun   bool
	prune    bool
	limit    int // of pruning
}

// importOptions are the flags of import when they are understood.
type importOptions struct {
	source.Options
	source   string
	names    func(string) string // nil leaves them whole
	rejected string
	strict   bool
	dryRun   bool
	prune    bool
	limit    int // of pruning; 0 leaves it to the store
}

// importing returns what the store is told of an import of a file.
func (o importOptions) importing(file string) review.ImportOptions {
	return review.ImportOptions{Strict: o.strict, DryRun: o.dryRun, Prune: o.prune, PruneLimit: o.limit, Origin: origin(file)}
}

func (f *importFlags) declare(flags *pflag.FlagSet) {
	flags.StringVar(&f.source, "source", "", "`name` of the platform, for records that do not say it, such as google")
	flags.StringVar(&f.format, "format", "", "`format` of the files, when their content does not tell: "+strings.Join(formats(), ", "))
	flags.StringArrayVar(&f.columns, "map", nil, "`member=heading` of the column that holds it, such as rating=Stars; once for each member")
	flags.StringVar(&f.names, "names", namesFull, "what is published of the `names` of reviewers: full, or initials (Jane D.), without their pictures")
	flags.StringVar(&f.rejected, "rejected", "", "`file` to write the rejected records to, each with its reason")
	flags.BoolVar(&f.strict, "strict", false, "import nothing of a file in which a record is rejected")
	flags.BoolVar(&f.dryRun, "dry-run", false, "write nothing, tell what would change")
	flags.BoolVar(&f.prune, "prune", false, "delete the reviews of the same platforms that are not in the file; implies --strict")
	flags.IntVar(&f.limit, "prune-limit", 0, "most reviews to prune (default a tenth of those of the platforms)")
}

// options checks the flags for an import of some files.
func (f *importFlags) options(files []string) (importOptions, error) {
	o := importOptions{source: f.source, rejected: f.rejected, strict: f.strict, dryRun: f.dryRun, prune: f.prune, limit: f.limit}
	if f.limit < 0 || f.limit > 0 && !f.prune {
		return o, usageError("--prune-limit is a positive number beside --prune")
	}
	if first := slices.Index(files, source.Stdin); first >= 0 && slices.Contains(files[first+1:], source.Stdin) {
		return o, usageError("the standard input (-) can be imported once")
	}
	if err := checkSource(f.source); err != nil {
		return o, err
	}
	if f.format != "" && !slices.Contains(formats(), f.format) {
		return o, usageError(fmt.Sprintf("--format must be one of %s, not %q", strings.Join(formats(), ", "), f.format))
	}
	o.Format = source.Format(f.format)
	columns, err := table.ParseMapping(f.columns)
	if err != nil {
		return o, usageError("--map: " + err.Error())
	}
	o.Columns = columns
	switch f.names {
	case namesFull:
	case namesInitials:
		o.names = names.Initials
	default:
		return o, usageError(fmt.Sprintf("--names must be %s or %s, not %q", namesFull, namesInitials, f.names))
	}
	return o, checkRejected(f.rejected, files)
}

func formats() []string {
	var out []string
	for _, format := range source.Formats() {
		out = append(out, string(format))
	}
	return out
}

// checkSource refuses a source that would fail for every record.
func checkSource(name string) error {
	if name == "" {
		return nil
	}
	// A record that is right in everything else shows whether the name is.
	probe := review.Record{Source: name, SourceID: "1", Rating: review.MaxRating, Date: "2000-01-01"}
	if _, err := probe.Review(review.DateOf(time.Now())); err != nil {
		return usageError("--" + err.Error())
	}
	return nil
}

// checkRejected refuses a file for rejected records that could not be written
// without harm.
func checkRejected(name string, files []string) error {
	if name == "" {
		return nil
	}
	if len(files) > 1 {
		return usageError("--rejected takes the records of one FILE")
	}
	in, err := os.Stat(files[0])
	if err != nil {
		return nil //nolint:nilerr // opening it says so
	}
	if out, err := os.Stat(name); err == nil && os.SameFile(in, out) {
		return usageError("--rejected must be another file than the one that is imported")
	}
	return nil
}
