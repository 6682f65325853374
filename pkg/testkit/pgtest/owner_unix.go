//go:build unix

package pgtest

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// owner returns the user and the group that run the server in place of root,
// or false if we are not root.
func owner() (uid, gid int, needed bool) {
	if os.Geteuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, uidErr := strconv.Atoi(u.Uid)
		gid, gidErr := strconv.Atoi(u.Gid)
		if uidErr == nil && gidErr == nil {
			return uid, gid, true
		}
	}
	return 0, 0, false
}

// handOver gives a directory to the owner of the server.
func handOver(dir string) error {
	if uid, gid, needed := owner(); needed {
		return os.Chown(dir, uid, gid)
	}
	return nil
}

// asOwner makes a command run as the owner of the server.
func asOwner(command *exec.Cmd) {
	if uid, gid, needed := owner(); needed {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
}
