package command

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// The environment twins of the settings.
const (
	envStoreAddr = "REVIEWS_STORE_ADDR"
	envAdminAddr = "REVIEWS_STORE_ADMIN_ADDR"
	envToken     = "REVIEWS_STORE_ADMIN_TOKEN"
	envTokenFile = "REVIEWS_STORE_ADMIN_TOKEN_FILE"
	envTimeout   = "REVIEWS_REVIEWCTL_TIMEOUT"
	envDataDir   = "REVIEWS_DATA_DIR"
)

// settings are what all commands have in common.
type settings struct {
	storeAddr string
	adminAddr string
	tokenFile string
	timeout   string
	token     string        // read by check
	limit     time.Duration // of timeout; 0 leaves it to the client of the store
}

// declare declares the settings as flags whose defaults come from getenv. The
// token has no flag: the arguments of a process are there for all to read.
func (s *settings) declare(flags *pflag.FlagSet, getenv func(string) string) {
	s.token = getenv(envToken)
	declare := func(into *string, name, env, preset, usage string) {
		flags.StringVar(into, name, cmp.Or(getenv(env), preset), fmt.Sprintf("%s (%s)", usage, env))
	}
	declare(&s.storeAddr, "store-addr", envStoreAddr, "127.0.0.1:9090", "`address` of the store, for reading")
	declare(&s.adminAddr, "admin-addr", envAdminAddr, "127.0.0.1:9091", "`address` of the store, for changing")
	declare(&s.tokenFile, "admin-token-file", envTokenFile, "", "`file` with the operator's token, instead of "+envToken)
	declare(&s.timeout, "timeout", envTimeout, "", "give up after this `time`, such as 90s; left out, an answer has 5s to 1m and each file of an import 30m")
}

// check completes the settings.
func (s *settings) check() error {
	if s.timeout != "" {
		d, err := time.ParseDuration(s.timeout)
		if err != nil || d <= 0 {
			return usageError(fmt.Sprintf("--timeout must be a time such as 90s or 10m, not %q", s.timeout))
		}
		s.limit = d
	}
	if s.tokenFile == "" {
		return nil
	}
	text, err := os.ReadFile(s.tokenFile)
	if err != nil {
		return usageError("--admin-token-file: " + err.Error())
	}
	s.token = strings.TrimSpace(string(text))
	if s.token == "" {
		return usageError("--admin-token-file: there is no token in " + s.tokenFile)
	}
	return nil
}
