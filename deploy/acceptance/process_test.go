package acceptance

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is a running binary that can be killed and started again.
type process struct {
	containers *containers // that it runs in; the rest is for processes of our own

	path  string
	args  []string
	env   []string
	ready string // answers 200 when the process is ready
	cmd   *exec.Cmd
	ended chan struct{} // closed when cmd has ended
	log   string        // file of what it writes
}

// run starts a binary and stops it at the end of the test.
func run(t testing.TB, path string, env []string, ready string, args ...string) *process {
	t.Helper()
	p := &process{path: path, args: args, env: env, ready: ready, log: filepath.Join(t.TempDir(), "log")}
	p.start(t)
	t.Cleanup(func() {
		p.signal(syscall.SIGTERM)
		if t.Failed() {
			t.Logf("log of %s:\n%.4000s", filepath.Base(path), p.said())
		}
	})
	return p
}

// said returns what the process has written so far.
func (p *process) said() string {
	if p.containers != nil {
		var all []string
		for _, one := range p.containers.each() {
			all = append(all, one.docker("logs")...)
		}
		return strings.Join(all, "\n")
	}
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// start starts the process and waits until it is ready.
func (p *process) start(t testing.TB) {
	t.Helper()
	if p.containers != nil {
		p.containers.start()
		return
	}
	p.cmd = exec.Command(p.path, p.args...)
	p.cmd.Env = append(os.Environ(), p.env...)
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		_ = cmd.Wait()
		close(ended)
	}(p.cmd, p.ended)
	for deadline := time.Now().Add(patience); p.runs() && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if p.isReady() {
			return
		}
	}
	p.signal(syscall.SIGKILL)
	t.Fatalf("%s is not ready\n%s", filepath.Base(p.path), p.said())
}

// runs reports whether the process has not ended.
func (p *process) runs() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// isReady reports whether the process says that it is ready.
func (p *process) isReady() bool {
	response, err := client.Get(p.ready)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// signal ends the process and waits for it.
func (p *process) signal(s syscall.Signal) {
	if p.containers != nil {
		p.containers.signal(s)
		return
	}
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Signal(s)
	<-p.ended
	p.cmd = nil
}

// send sends a signal that does not end the process.
func (p *process) send(t testing.TB, s syscall.Signal) {
	t.Helper()
	if p.containers != nil {
		p.containers.send(s)
	} else if err := p.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// kill ends the process without warning.
func (p *process) kill() { p.signal(syscall.SIGKILL) }
