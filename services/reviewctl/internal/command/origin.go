package command

import (
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"unicode"

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
	return review.Origin{Actor: printable(actor), File: printable(file)}
}

// printable returns a name that the history can keep and a terminal can show.
// That of a file may be any bytes.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, name)
}
