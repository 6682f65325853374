package service

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc/resolver/dns"
)

// lookupPause is how long a gRPC client waits before it looks up a name again
// that led to nobody. A container that is started again may have another
// address; the default of half a minute would be that of the outage.
const lookupPause = time.Second

// Main is the main function of a service: it runs until it is interrupted or
// terminated, and exits with the code that Exit gives. A second signal kills at
// once.
func Main(run func(ctx context.Context, args []string, getenv func(string) string, stderr io.Writer) error) {
	dns.SetMinResolutionInterval(lookupPause)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(Exit(run(ctx, os.Args[1:], os.Getenv, os.Stderr), os.Stderr))
}

// Probe tells the healthcheck subcommand of a service from a start of it, and
// returns the arguments that are flags.
func Probe(args []string) (flags []string, probe bool) {
	if len(args) > 0 && args[0] == "healthcheck" {
		return args[1:], true
	}
	return args, false
}
