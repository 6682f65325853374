package service

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
)

func TestExit(t *testing.T) {
	t.Parallel()
	usage := testFlags(new(config), nil).Parse([]string{"-nope"})
	help := testFlags(new(config), nil).Parse([]string{"-h"})
	tests := []struct {
		name string
		err  error
		code int
		text string
	}{
		{name: "clean stop", err: nil, code: 0, text: ""},
		{name: "failure", err: errors.New("open database: no space"), code: 1, text: "open database: no space\n"},
		{name: "bad usage", err: usage, code: 2, text: "flag provided but not defined: -nope\nhub -h lists the settings\n"},
		{name: "wrapped bad usage", err: fmt.Errorf("healthcheck: %w", usage), code: 2, text: "healthcheck: flag provided"},
		{name: "help", err: help, code: 0, text: "usage: hub [flags]\n"},
		{name: "help of another package", err: flag.ErrHelp, code: 0, text: flag.ErrHelp.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var stderr strings.Builder
			if code := Exit(tt.err, &stderr); code != tt.code {
				t.Errorf("code = %d, want %d", code, tt.code)
			}
			if got := stderr.String(); !strings.HasPrefix(got, tt.text) || (tt.text == "") != (got == "") {
				t.Errorf("stderr = %q, want %q", got, tt.text)
			}
		})
	}
}
