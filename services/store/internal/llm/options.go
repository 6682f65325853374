package llm

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// The kinds of endpoints.
const (
	OpenAI    = "openai"    // or any other with the same interface
	Anthropic = "anthropic" // the Messages API
)

// Options say which model to ask, and how much.
type Options struct {
	Provider     string        // OpenAI or Anthropic
	URL          string        // that the paths follow, with the version; empty means that of the provider
	Model        string        // name
	Key          string        // may be empty for a server of one's own
	Timeout      time.Duration // of one question
	Concurrency  int           // most questions at once
	TokensPerDay int           // after which nothing is asked until the next day, UTC
	Dir          string        // where answers are kept
}

// Check completes the options and returns what is wrong with them.
func (o *Options) Check() error {
	switch {
	case o.Provider != OpenAI && o.Provider != Anthropic:
		return fmt.Errorf("want %s or %s", OpenAI, Anthropic)
	case o.Model == "":
		return errors.New("name the model to ask")
	case o.URL == "" && o.Provider == OpenAI:
		o.URL = "https://api.openai.com/v1"
	case o.URL == "":
		o.URL = "https://api.anthropic.com/v1"
	}
	o.URL = strings.TrimRight(o.URL, "/")
	if u, err := url.Parse(o.URL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return errors.New("want a URL such as https://api.openai.com/v1")
	}
	return nil
}

func (o *Options) protocol() protocol {
	if o.Provider == Anthropic {
		return anthropic{}
	}
	return openAI{}
}
