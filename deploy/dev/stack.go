package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// A stack is the system on its way.
type stack struct {
	cfg    config
	out    *output
	own    *lineWriter // for what the supervisor says itself
	layout layout
	client *http.Client
	tiers  [][]*process // as far as they have been started
}

// run brings the system up, waits for the end of ctx, and takes it down. The
// end of ctx at any time is a clean stop; the end of kill is not.
func (s *stack) run(ctx, kill context.Context) error {
	var err error
	if s.layout, err = plan(s.cfg); err != nil {
		return err
	}
	release, err := s.takeData()
	if err != nil {
		return err
	}
	defer release()
	if err := s.cfg.writeFiles(); err != nil {
		return err
	}
	s.client = newClient()
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	begin := time.Now()
	err = s.up(ctx, running)
	if err == nil {
		s.announce(time.Since(begin))
		<-ctx.Done()
	}
	interrupted := ctx.Err() != nil
	cancel()
	s.down(kill)
	switch {
	case kill.Err() != nil:
		return errors.New("killed")
	case interrupted:
		return nil
	default:
		return err
	}
}

// takeData makes the data directory and keeps other supervisors out of it.
func (s *stack) takeData() (release func(), err error) {
	if err := os.MkdirAll(s.cfg.data, 0o750); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(s.cfg.data, "dev.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	free, err := lock(f)
	if err == nil && !free {
		err = fmt.Errorf("another system runs on the data in %s; stop it or set %s", s.cfg.data, dataDir)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}

// writeFiles puts into the data directory what the programs read there.
func (c config) writeFiles() error {
	if err := os.WriteFile(c.natsConfigFile(), []byte(natsConfig), 0o600); err != nil {
		return err
	}
	return makeAuthority(c.authority(), c.authorityKey())
}

// up starts one program after the other, each when the one before is ready,
// and imports the demo business. The processes live until running ends.
func (s *stack) up(ctx, running context.Context) error {
	if err := checkFree(ctx, s.layout); err != nil {
		return err
	}
	for _, specs := range s.layout.tiers {
		if err := s.startTier(running, specs); err != nil {
			return err
		}
		for _, p := range s.tiers[len(s.tiers)-1] {
			if err := p.awaitReady(ctx, s.client); err != nil {
				return err
			}
		}
	}
	return s.importDemo(ctx)
}

// startTier starts all processes of one program.
func (s *stack) startTier(running context.Context, specs []spec) error {
	s.tiers = append(s.tiers, nil)
	tier := &s.tiers[len(s.tiers)-1]
	for _, sp := range specs {
		p, err := start(running, sp, s.layout.shared, s.out.writer(sp.id), s.own.printf)
		if err != nil {
			return err
		}
		*tier = append(*tier, p)
	}
	return nil
}

// down stops the programs in reverse order, the processes of one together.
func (s *stack) down(kill context.Context) {
	if len(s.tiers) > 0 {
		s.own.printf("stopping")
	}
	for _, tier := range slices.Backward(s.tiers) {
		var stopping sync.WaitGroup
		for _, p := range tier {
			stopping.Go(func() { p.stop(kill) })
		}
		stopping.Wait()
	}
}

// announce says where the system answers.
func (s *stack) announce(took time.Duration) {
	s.own.printf("ready after %s; Ctrl-C stops everything", took.Round(10*time.Millisecond))
	for _, path := range []string{
		"", "/reviews.json", "/insights.json", "/api/feed.json", "/feed.xml",
		"/api/reviews/search?rating=5", "/openapi.json", "/llms.txt", "/mcp",
	} {
		s.own.printf("  %s%s", s.layout.origin, path)
	}
	s.own.printf("  %s listen shows what the hub pushes", filepath.Join(s.cfg.bin, "reviewctl"))
}
