package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"syscall"
	"time"
)

// The times of probes.
const (
	readyTimeout = time.Minute // from the start of a process
	probePause   = 20 * time.Millisecond
	probeTimeout = 2 * time.Second
)

// newClient returns a client for this machine: no proxy, and no connection
// that a process before this one has answered.
func newClient() *http.Client {
	return &http.Client{
		Transport: &http.Transport{DisableKeepAlives: true},
		Timeout:   probeTimeout,
	}
}

// awaitReady returns when the process has answered its probe. It is an error
// when the process ends before: someone else may be answering.
func (p *process) awaitReady(ctx context.Context, client *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	for {
		answered := get(ctx, client, p.probe, nil) == nil
		if ending, ended := p.outcome(); ended {
			return fmt.Errorf("%s ended before it was ready (%s); its last lines say why", p.id, ending)
		}
		if answered && p.markReady() {
			return nil
		}
		if !sleep(ctx, probePause) {
			return fmt.Errorf("%s: %s does not answer: %w", p.id, p.probe, ctx.Err())
		}
	}
}

// get fetches a URL and hands a 200 answer to read, if there is one.
func get(ctx context.Context, client *http.Client, url string, read func(io.Reader) error) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", url, res.Status)
	}
	if read == nil {
		return nil
	}
	return read(res.Body)
}

// checkFree reports every address of the system that another process has.
func checkFree(ctx context.Context, l layout) error {
	var problems []error
	for _, s := range slices.Concat(l.tiers...) {
		for _, a := range s.addresses {
			if err := a.free(ctx); err != nil {
				problems = append(problems, fmt.Errorf("%s: %w", s.id, err))
			}
		}
	}
	return errors.Join(problems...)
}

func (a boundAddress) free(ctx context.Context) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", a.address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("another process listens on %s; stop it, set %s, or use -port-offset", a.address, a.variable)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", a.variable, err)
	}
	return l.Close()
}
