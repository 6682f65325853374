package main

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/store/internal/llm"
)

// config holds the settings of the store.
type config struct {
	service.Common

	Listen       string
	Admin        service.Admin
	DatabaseURL  string
	MaxImport    int
	BaseURL      string
	NATSURL      string
	NATSReplicas int

	LLM        llm.Options // without a provider, nobody is asked
	LLMKeyFile string
}

func parseConfig(args []string, getenv func(string) string) (config, error) {
	var c config
	if err := c.flags(getenv).Parse(args); err != nil {
		return config{}, err
	}
	return c, nil
}

// flags declares the settings in c.
func (c *config) flags(getenv func(string) string) *service.Flags {
	f := service.NewFlags("store", getenv)
	f.String(&c.Listen, "listen", "127.0.0.1:9090", "address of the read service")
	f.Admin(&c.Admin, "127.0.0.1:9091")
	f.String(&c.DatabaseURL, "database-url", "", "where the reviews are kept, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE; empty means reviews.db in the data directory")
	f.Int(&c.MaxImport, "max-import", 1_000_000, "most reviews one import may have")
	c.llmFlags(f)
	f.Shared().String(&c.BaseURL, "base-url", "http://localhost:8080", "public origin of the service, part of every document")
	f.Shared().String(&c.NATSURL, "nats-url", "nats://127.0.0.1:4222", "NATS server that gets the events")
	f.Int(&c.NATSReplicas, "nats-replicas", 1, "servers of a NATS cluster that keep each event, 1 to 5")
	var dataDir string
	f.Shared().String(&dataDir, "data-dir", ".data", "directory of everything the service keeps")
	f.Common(&c.Common, "127.0.0.1:9190")
	f.Check("base-url", func() error { return c.checkBaseURL() })
	f.Check("max-import", func() error { return atLeastOne(c.MaxImport) })
	f.Check("nats-replicas", func() error { return betweenOneAndFive(c.NATSReplicas) })
	f.Check("database-url", func() error { return c.checkDatabaseURL(dataDir) })
	f.Check("llm-provider", func() error { return c.checkLLM(dataDir) })
	return f
}

// checkBaseURL wants an origin, and cuts off a slash at its end.
func (c *config) checkBaseURL() error {
	given := strings.TrimRight(c.BaseURL, "/")
	u, err := url.Parse(given)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errNoOrigin
	}
	if c.BaseURL = u.Scheme + "://" + u.Host; !strings.EqualFold(c.BaseURL, given) {
		return errNoOrigin
	}
	return nil
}

var errNoOrigin = errors.New("want an origin such as https://reviews.example.com, without a path")

func atLeastOne(n int) error {
	if n < 1 {
		return errors.New("must be at least 1")
	}
	return nil
}

// betweenOneAndFive wants what JetStream can keep a stream on.
func betweenOneAndFive(n int) error {
	if n < 1 || n > 5 {
		return errors.New("must be 1 to 5")
	}
	return nil
}

// sqliteScheme begins the URL of an SQLite file.
const sqliteScheme = "sqlite:"

func (c *config) checkDatabaseURL(dataDir string) error {
	if c.DatabaseURL == "" {
		c.DatabaseURL = sqliteScheme + dataDir + "/reviews.db"
	}
	if path, ok := strings.CutPrefix(c.DatabaseURL, sqliteScheme); ok && path != "" || c.onPostgres() {
		return nil
	}
	return fmt.Errorf("want %sPATH or postgres://USER:PASSWORD@HOST/DATABASE", sqliteScheme)
}

// onPostgres reports whether the reviews are kept by a PostgreSQL server.
func (c *config) onPostgres() bool {
	scheme, _, found := strings.Cut(c.DatabaseURL, "://")
	return found && (scheme == "postgres" || scheme == "postgresql")
}

// databaseName is what the log may tell of the database: no password, which
// stands before the host or in the query.
func (c *config) databaseName() string {
	u, err := url.Parse(c.DatabaseURL)
	if err != nil {
		return ""
	}
	u.RawQuery = ""
	return u.Redacted()
}
