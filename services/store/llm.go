package main

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/reviewdata/reviewdata/pkg/service"
)

// llmFlags declares the settings of the language model.
func (c *config) llmFlags(f *service.Flags) {
	f.String(&c.LLM.Provider, "llm-provider", "", "language model that helps with the insights: openai (or any with its interface) or anthropic; empty means none")
	f.String(&c.LLM.URL, "llm-url", "", "where it is, with the version, such as http://localhost:11434/v1; empty means that of the provider")
	f.String(&c.LLM.Model, "llm-model", "", "name of the model")
	f.Secret(&c.LLM.Key, "llm-key", "key for it")
	f.String(&c.LLMKeyFile, "llm-key-file", "", "file that holds the key, instead of llm-key")
	f.Duration(&c.LLM.Timeout, "llm-timeout", 30*time.Second, "how long one question may take")
	f.Int(&c.LLM.Concurrency, "llm-concurrency", 2, "most questions at once")
	f.Int(&c.LLM.TokensPerDay, "llm-tokens-per-day", 1_000_000, "tokens after which nothing is asked until the next day (UTC)")
	f.Check("llm-key-file", func() error { return service.ReadSecret(&c.LLM.Key, c.LLMKeyFile) })
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
