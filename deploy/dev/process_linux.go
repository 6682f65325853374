package main

import (
	"os/exec"
	"syscall"
)

// detach gives the process a group of its own, so that Ctrl-C reaches it only
// through us, in order, and lets the kernel kill it when we die without a
// word. The kernel looks at the thread that started it; Go keeps its threads.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
