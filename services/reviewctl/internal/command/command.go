// Package command is the command line of reviewctl: one file per command, and
// what they share.
//
// What a command was asked for goes to the standard output, everything else
// (progress, notices, rejected records, errors) to the standard error.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/tracing"
)

// The exit codes of reviewctl.
const (
	exitDone     = 0
	exitFailed   = 1 // nothing, or not everything, was done
	exitUsage    = 2 // the command line is wrong
	exitRejected = 3 // imported, but without some records
)

// Streams are what a command reads from and writes to.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Run runs one command line, without the name of the program, and returns its
// exit code. The settings that args leave out come from getenv.
func Run(ctx context.Context, args []string, getenv func(string) string, streams Streams) int {
	c := &cli{Streams: streams, getenv: getenv, span: noop.Span{}}
	defer c.close(ctx)
	root := c.root() //nolint:contextcheck // cobra hands the context to the commands
	root.SetArgs(args)
	root.SetIn(streams.In)
	root.SetOut(streams.Out)
	root.SetErr(streams.Err)
	called, err := root.ExecuteContextC(ctx)
	tracing.End(c.span, err)
	if err == nil {
		return exitDone
	}
	code := c.code(err)
	if !errors.Is(err, errSaid) {
		c.say("reviewctl: %s", strings.TrimSpace(c.explain(err)))
	}
	if code == exitUsage {
		c.say("Try: %s --help", called.CommandPath())
	}
	return code
}

// cli is one call of the program.
type cli struct {
	Streams
	settings
	getenv  func(string) string
	clients clients
	started bool       // the command line was understood
	span    trace.Span // of the command
}

// The errors that stand for an exit code.
var (
	// errSaid is a failure that was already reported where it happened.
	errSaid = errors.New("failed")
	// errPartly says that some records of an import were rejected.
	errPartly = fmt.Errorf("some records were rejected: %w", errSaid)
)

// usageError is a command line that cannot be carried out as it is.
type usageError string

// Error says what to change.
func (e usageError) Error() string { return string(e) }

func (c *cli) code(err error) int {
	var usage usageError
	switch {
	case !c.started, errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, errPartly):
		return exitRejected
	default:
		return exitFailed
	}
}

// say writes a line to the standard error. Nothing can be done if that fails.
func (c *cli) say(format string, args ...any) { _, _ = fmt.Fprintf(c.Err, format+"\n", args...) }

// answer writes a line to the standard output.
func (c *cli) answer(format string, args ...any) error {
	_, err := fmt.Fprintf(c.Out, format+"\n", args...)
	return err
}

// reviews writes a number of reviews.
func reviews(n int) string {
	if n == 1 {
		return "1 review"
	}
	return fmt.Sprintf("%d reviews", n)
}

// root returns the whole command line.
func (c *cli) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "reviewctl",
		Short: "Publish customer reviews: import, export, remove and inspect them",
		Long: `reviewctl is the operator's command line of the review data service. It brings
reviews into the store, from where the public documents are made, and shows
what is there.

Exit codes: 0 everything was done, 1 something failed, 2 the command line is
wrong, 3 an import left out records that it had to reject.`,
		Example: `  reviewctl business apply profile.yaml
  reviewctl import takeout.zip
  reviewctl stats`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return c.start(cmd) },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError(err.Error()) })
	c.declare(root.PersistentFlags(), c.getenv)
	root.AddCommand(
		c.businessCommand(), c.importCommand(), c.removeCommand(), c.exportCommand(),
		c.showCommand(), c.statsCommand(), c.historyCommand(),
		c.listenCommand(), c.subscriptionsCommand(),
		c.insightsCommand(), c.backupCommand(), c.restoreCommand(), c.initCommand(), c.versionCommand(),
	)
	return root
}

// start marks that the command line was understood, and checks the settings.
// Each command is a trace.
func (c *cli) start(cmd *cobra.Command) error {
	if err := c.check(); err != nil {
		return err
	}
	tracer, err := tracing.Open(cmd.Context(), cmd.Root().Name(), c.getenv, slog.New(slog.NewTextHandler(c.Err, nil)))
	if err != nil {
		return usageError(err.Error())
	}
	c.clients.tracer = tracer
	ctx, span := tracer.Begin(cmd.Context(), cmd.CommandPath())
	cmd.SetContext(ctx)
	c.span = span
	c.started = true
	return nil
}

// unlimited stands for any number of operands.
const unlimited = 1 << 30

// operands wants from least to most operands of a kind.
func operands(least, most int, kind string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least && least < most:
			return usageError(fmt.Sprintf("%s wants at least one %s", cmd.Name(), kind))
		case len(args) < least:
			return usageError(fmt.Sprintf("%s wants one %s", cmd.Name(), kind))
		case len(args) > most && most == 0:
			return usageError(fmt.Sprintf("%s wants flags only, not %q", cmd.Name(), args[0]))
		case len(args) > most:
			return usageError(fmt.Sprintf("%s wants at most %d %s, not %d", cmd.Name(), most, kind, len(args)))
		}
		return nil
	}
}

// parseIDs reads ids, naming all that are none.
func parseIDs(args []string) ([]review.ID, error) {
	ids := make([]review.ID, 0, len(args))
	var wrong []string
	for _, arg := range args {
		id, err := review.ParseID(arg)
		if err != nil {
			wrong = append(wrong, review.Excerpt(arg))
		}
		ids = append(ids, id)
	}
	if len(wrong) > 0 {
		return nil, usageError("an id has 26 letters and digits, such as 01JC3Y5N8Q4T6V7W8X9Y0Z1A2B; this is none: " + strings.Join(wrong, ", "))
	}
	return ids, nil
}
