package command

import (
	"bufio"
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

func (c *cli) backupCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Write everything the store keeps to a file",
		Long: `Backup writes everything the store keeps, as it is at one moment, while it
runs: reviews, profile, what was deleted, what was removed for good, and the
history. A file is written whole or not at all; - is the standard output. The
database behind the store does not matter: a backup of one kind can be restored
into another.`,
		Example: `  reviewctl backup reviews-2026-03-01.backup`,
		Args:    operands(1, 1, "FILE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return c.backup(cmd.Context(), args[0]) },
	}
}

func (c *cli) backup(ctx context.Context, name string) error {
	admin, err := c.admin()
	if err != nil {
		return err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	write := func(w io.Writer) error { return changing(admin.Backup(ctx, w)) }
	if name == source.Stdin {
		return write(c.Out)
	}
	return writeFile(name, write)
}

func (c *cli) restoreCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup into a new store",
		Long: `Restore puts a backup into a store that has never held anything: all of it or
nothing. The revision goes on from that of the backup. Readers of the change
feed start over, because what followed the backup is not in it; restart gateways
that have shown a later revision.`,
		Example: `  reviewctl restore reviews-2026-03-01.backup`,
		Args:    operands(1, 1, "FILE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return c.restore(cmd.Context(), args[0]) },
	}
}

func (c *cli) restore(ctx context.Context, name string) error {
	in := c.In
	if name != source.Stdin {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }() // it was only read
		in = file
	}
	admin, err := c.admin()
	if err != nil {
		return err
	}
	ctx, cancel := c.limited(ctx)
	defer cancel()
	restored, err := admin.Restore(ctx, bufio.NewReader(in), origin(name))
	if err != nil {
		return changing(err)
	}
	return c.answer("restored %s; revision %d", reviews(restored.Reviews), restored.Revision)
}
