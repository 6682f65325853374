package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// unfinished is the file that exists while the demo business is being
// imported, so that a start that was interrupted is made good by the next.
const unfinished = "demo-unfinished"

// visibleTimeout bounds the wait for the import to reach the gateway.
const visibleTimeout = 10 * time.Second

// importDemo puts the demo business into a store that has never held
// anything.
func (s *stack) importDemo(ctx context.Context) error {
	if s.cfg.demo == "" {
		return nil
	}
	marker := filepath.Join(s.cfg.data, unfinished)
	if _, err := os.Stat(marker); errors.Is(err, os.ErrNotExist) {
		shown, err := s.published(ctx)
		if err != nil || shown.Revision > 0 {
			return err
		}
	}
	if err := os.WriteFile(marker, nil, 0o600); err != nil {
		return err
	}
	s.own.printf("the store is empty: importing the demo business from %s", s.cfg.demo)
	for _, args := range [][]string{
		{"business", "apply", filepath.Join(s.cfg.demo, "profile.yaml")},
		{"import", filepath.Join(s.cfg.demo, "reviews.jsonl")},
	} {
		if err := s.reviewctl(ctx, args); err != nil {
			return err
		}
	}
	return errors.Join(os.Remove(marker), s.awaitReviews(ctx))
}

// reviewctl runs the operator's command line against this system.
func (s *stack) reviewctl(ctx context.Context, args []string) error {
	out := s.out.writer("reviewctl")
	defer out.flush()
	cmd := exec.CommandContext(ctx, filepath.Join(s.cfg.bin, "reviewctl"), args...) //nolint:gosec // our own binary
	cmd.Env = append(os.Environ(), s.layout.shared...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = pipeTimeout
	detach(cmd)
	cmd.Cancel = func() error { return terminate(cmd) }
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("reviewctl %s: %w", args[0], err)
	}
	return nil
}

// published is what the supervisor reads of /reviews.json.
type published struct {
	Revision uint64            `json:"revision"`
	Reviews  []json.RawMessage `json:"reviews"`
}

func (s *stack) published(ctx context.Context) (published, error) {
	var shown published
	err := get(ctx, s.client, "http://"+s.layout.public+"/reviews.json", func(body io.Reader) error {
		return json.NewDecoder(body).Decode(&shown)
	})
	return shown, err
}

// awaitReviews returns when the gateway shows what was imported.
func (s *stack) awaitReviews(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, visibleTimeout)
	defer cancel()
	for {
		shown, err := s.published(ctx)
		if err == nil && len(shown.Reviews) > 0 {
			return nil
		}
		if !sleep(ctx, probePause) {
			return fmt.Errorf("the gateway does not show the demo business: %w", errors.Join(ctx.Err(), err))
		}
	}
}
