package service

import (
	"errors"
	"os"
	"strings"
)

// ReadSecret takes a secret from the file that holds it, unless no file is
// named. The secret must not be given beside the file.
func ReadSecret(secret *string, file string) error {
	if file == "" {
		return nil
	}
	if *secret != "" {
		return errors.New("give the secret or its file, not both")
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if *secret = strings.TrimSpace(string(b)); *secret == "" {
		return errors.New("the file is empty")
	}
	return nil
}
