package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

// The times of a process's life.
const (
	firstPause  = 200 * time.Millisecond // before a crashed process starts again
	longPause   = 10 * time.Second       // the pause doubles up to this
	steady      = 10 * time.Second       // a process that ran this long starts with the first pause again
	stopTimeout = 12 * time.Second       // a service drains for 8 s, then has 1 s; after this it is killed
	pipeTimeout = time.Second            // for output that descendants of an ended process hold open
)

// A process is a running spec, which starts again when it ends by itself.
type process struct {
	spec
	env  []string
	out  *lineWriter
	note func(format string, args ...any)

	done chan struct{} // closed when there will be no further run

	mu       sync.Mutex
	cmd      *exec.Cmd // nil while nothing runs
	ready    bool      // the first run has answered its probe
	ended    bool      // the first run has ended
	ending   string    // how it ended
	stopping bool      // no further runs
}

// start starts the process and the goroutine that keeps it up until ctx ends,
// unless it ends before it is ready. A binary that cannot be started at all is
// an error.
func start(ctx context.Context, s spec, shared []string, out *lineWriter, note func(string, ...any)) (*process, error) {
	env := append(os.Environ(), shared...)
	p := &process{
		spec: s, env: append(env, s.env...), out: out, note: note, done: make(chan struct{}),
	}
	cmd, err := p.launch()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.id, err)
	}
	go p.keepUp(ctx, cmd)
	return p, nil
}

var errStopping = errors.New("stopping")

// launch starts one run of the process.
func (p *process) launch() (*exec.Cmd, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopping {
		return nil, errStopping
	}
	cmd := exec.Command(p.path, p.args...) //nolint:gosec,noctx // the table says what runs; stop ends it
	cmd.Env = p.env
	cmd.Stdout, cmd.Stderr = p.out, p.out
	cmd.WaitDelay = pipeTimeout
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.cmd = cmd
	return cmd, nil
}

// wait waits for the end of a run and tells how it ended.
func (p *process) wait(cmd *exec.Cmd) string {
	ending := "exit status 0"
	if err := cmd.Wait(); err != nil {
		ending = err.Error()
	}
	p.mu.Lock()
	p.cmd = nil
	p.mu.Unlock()
	p.out.flush()
	return ending
}

// keepUp waits for each run and starts the next one after a growing pause.
func (p *process) keepUp(ctx context.Context, cmd *exec.Cmd) {
	defer close(p.done)
	begin := time.Now()
	ending := p.wait(cmd)
	if !p.endFirst(ending) {
		return
	}
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, longPause) {
		if time.Since(begin) > steady {
			pause = firstPause
		}
		p.note("%s ended (%s), starts again in %s", p.id, ending, pause)
		if !sleep(ctx, pause) {
			return
		}
		begin = time.Now()
		next, err := p.launch()
		if err != nil {
			ending = err.Error()
			continue
		}
		ending = p.wait(next)
	}
}

// endFirst notes the end of the first run and tells whether others may follow.
func (p *process) endFirst(ending string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended, p.ending = true, ending
	return p.ready
}

// markReady notes that the first run is ready; false when it has ended.
func (p *process) markReady() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ready = !p.ended
	return p.ready
}

// outcome tells whether and how the first run has ended.
func (p *process) outcome() (ending string, ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ending, p.ended
}

// sleep waits and tells whether ctx let it.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// stop asks the process to end and waits for it; it is killed when it takes
// too long or when kill ends.
func (p *process) stop(kill context.Context) {
	p.signal(terminate)
	timeout := time.NewTimer(stopTimeout)
	defer timeout.Stop()
	select {
	case <-p.done:
		return
	case <-timeout.C:
		p.note("%s does not stop and is killed", p.id)
	case <-kill.Done():
	}
	p.signal(destroy)
	<-p.done
}

// signal applies send to the run at hand, if any, and prevents further ones.
func (p *process) signal(send func(*exec.Cmd) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopping = true
	if p.cmd == nil {
		return
	}
	if err := send(p.cmd); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.note("%s: %v", p.id, err)
	}
}
