//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import (
	"os"
	"os/exec"
)

// detach does nothing where there are no process groups.
func detach(*exec.Cmd) {}

// terminate ends a process; there is no gentler way here.
func terminate(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// destroy ends a process.
func destroy(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// lock trusts the user not to run two systems on the same data.
func lock(*os.File) (bool, error) { return true, nil }
