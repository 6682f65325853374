package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/reviewdata/reviewdata/pkg/service"
	"github.com/reviewdata/reviewdata/services/store/internal/llm"
)

// config holds the settings of the store.
type config struct {
	service.Common

	Listen         string
	AdminListen    string
	AdminToken     string
	AdminTokenFile string
	DatabaseURL    string
	MaxImport      int
	BaseURL        string
	NATSURL        string

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
	f.String(&c.AdminListen, "admin-listen", "127.0.0.1:9091", "address of the admin service; beyond loopback it wants a token")
	f.Secret(&c.AdminToken, "admin-token", "token that callers of the admin service must know")
	f.String(&c.AdminTokenFile, "admin-token-file", "", "file that holds the token, instead of admin-token")
	f.String(&c.DatabaseURL, "database-url", "", "where the reviews are kept, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE; empty means reviews.db in the data directory")
	f.Int(&c.MaxImport, "max-import", 1_000_000, "most reviews one import may have")
	f.String(&c.LLM.Provider, "llm-provider", "", "language model that helps with the insights: openai (or any with its interface) or anthropic; empty means none")
	f.String(&c.LLM.URL, "llm-url", "", "where it is, with the version, such as http://localhost:11434/v1; empty means that of the provider")
	f.String(&c.LLM.Model, "llm-model", "", "name of the model")
	f.Secret(&c.LLM.Key, "llm-key", "key for it")
	f.String(&c.LLMKeyFile, "llm-key-file", "", "file that holds the key, instead of llm-key")
	f.Duration(&c.LLM.Timeout, "llm-timeout", 30*time.Second, "how long one question may take")
	f.Int(&c.LLM.Concurrency, "llm-concurrency", 2, "most questions at once")
	f.Int(&c.LLM.TokensPerDay, "llm-tokens-per-day", 1_000_000, "tokens after which nothing is asked until the next day (UTC)")
	f.Shared().String(&c.BaseURL, "base-url", "http://localhost:8080", "public origin of the service, part of every document")
	f.Shared().String(&c.NATSURL, "nats-url", "nats://127.0.0.1:4222", "NATS server that gets the events")
	var dataDir string
	f.Shared().String(&dataDir, "data-dir", ".data", "directory of everything the service keeps")
	f.Common(&c.Common, "127.0.0.1:9190")
	f.Check("base-url", func() error { return c.checkBaseURL() })
	f.Check("max-import", func() error { return atLeastOne(c.MaxImport) })
	f.Check("admin-token-file", c.readToken)
	f.Check("admin-listen", c.checkAdminListen)
	f.Check("database-url", func() error { return c.checkDatabaseURL(dataDir) })
	f.Check("llm-key-file", c.readLLMKey)
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

// readToken takes the token from its file.
func (c *config) readToken() error { return readSecret(&c.AdminToken, c.AdminTokenFile) }

// readLLMKey takes the key from its file.
func (c *config) readLLMKey() error { return readSecret(&c.LLM.Key, c.LLMKeyFile) }

func readSecret(into *string, file string) error {
	if file == "" {
		return nil
	}
	if *into != "" {
		return errors.New("give the secret or its file, not both")
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if *into = strings.TrimSpace(string(b)); *into == "" {
		return errors.New("the file is empty")
	}
	return nil
}

// checkLLM wants a whole description of the model, if there is one. Its answers
// are kept beside the database of one store: several replicas would publish
// different insights.
func (c *config) checkLLM(dataDir string) error {
	if c.LLM.Provider == "" {
		return nil
	}
	if c.onPostgres() {
		return errors.New("a language model helps a store with the embedded database only")
	}
	if c.LLM.Timeout <= 0 || c.LLM.Concurrency < 1 || c.LLM.TokensPerDay < 1 {
		return errors.New("llm-timeout, llm-concurrency and llm-tokens-per-day must be positive")
	}
	c.LLM.Dir = filepath.Join(dataDir, "llm")
	return c.LLM.Check()
}

// checkAdminListen keeps an open admin service off the network.
func (c *config) checkAdminListen() error {
	host, _, err := net.SplitHostPort(c.AdminListen)
	if err != nil {
		return errors.New("want host:port")
	}
	address, err := netip.ParseAddr(host)
	loopback := host == "localhost" || err == nil && address.IsLoopback()
	if !loopback && c.AdminToken == "" {
		return errors.New("an admin service beyond loopback needs an admin-token")
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
