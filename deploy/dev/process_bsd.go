//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package main

import (
	"os/exec"
	"syscall"
)

// detach gives the process a group of its own, so that Ctrl-C reaches it only
// through us, in order.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
