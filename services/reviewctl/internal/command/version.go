package command

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/reviewdata/reviewdata/pkg/service"
)

func (c *cli) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Show which build this is",
		Example: `  reviewctl version`,
		Args:    operands(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			return c.answer("reviewctl %s, %s %s/%s", service.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		},
	}
}
