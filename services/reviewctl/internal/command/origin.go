package command

import (
	"os"
	"os/user"
	"path/filepath"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// origin tells the history of the store who made a change, as user@machine,
// and from which file.
func origin(file string) review.Origin {
	actor := "unknown"
	if u, err := user.Current(); err == nil {
		actor = u.Username
	}
	if host, err := os.Hostname(); err == nil {
		actor += "@" + host
	}
	if file != "" {
		file = filepath.Base(file)
	}
	return review.Origin{Actor: actor, File: file}
}
