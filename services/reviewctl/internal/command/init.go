package command

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/profile"
)

// The files that init looks for.
const (
	initProfile = "profile.yaml"
	initReviews = "reviews.jsonl"
)

func (c *cli) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "Fill a new store from a folder, once",
		Long: `Init fills a store that has never held anything: it applies the profile.yaml of
DIR and imports its reviews.jsonl, either of which may be missing. A store that
holds something is left as it is, so that a system can run init at every start;
only an init that was cut off between the two files is completed.`,
		Example: `  reviewctl init deploy/demo`,
		Args:    operands(1, 1, "DIR"),
		RunE:    func(cmd *cobra.Command, args []string) error { return c.fill(cmd.Context(), args[0]) },
	}
}

// fill applies and imports what is in a folder, if the store is new.
func (c *cli) fill(ctx context.Context, dir string) error {
	if info, err := os.Stat(dir); err != nil {
		return err
	} else if !info.IsDir() {
		return usageError("init wants a folder; " + dir + " is none")
	}
	s, err := c.snapshot(ctx)
	if err != nil {
		return err
	}
	files := map[string]string{}
	for _, name := range []string{initProfile, initReviews} {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			files[name] = path
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if s.Revision > 0 && !c.halfDone(s, files[initProfile]) {
		return c.answer("the store is at revision %d already: nothing was done", s.Revision)
	}
	return c.fillFrom(ctx, files)
}

func (c *cli) fillFrom(ctx context.Context, files map[string]string) error {
	if file, found := files[initProfile]; found {
		if err := c.apply(ctx, file); err != nil {
			return err
		}
	}
	if file, found := files[initReviews]; found {
		return c.importFiles(ctx, []string{file}, importOptions{})
	}
	return nil
}

// halfDone reports whether all that ever happened to the store is that the
// profile was applied.
func (c *cli) halfDone(s *review.Snapshot, file string) bool {
	if s.Revision != 1 || s.Business == nil || len(s.Reviews) > 0 || file == "" {
		return false
	}
	text, err := c.readProfile(file)
	if err != nil {
		return false
	}
	b, err := profile.Parse(text)
	return err == nil && b.ID == s.Business.ID
}
