package main

import (
	"archive/zip"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/reviewdata/reviewdata/pkg/testkit/storetest"
)

// withStore runs the tests of a package that needs the store.
type withStore struct{ *testing.M }

// Run implements testscript.TestingM.
func (w withStore) Run() int { return storetest.Run(w.M) }

func TestMain(m *testing.M) {
	testscript.Main(withStore{m}, map[string]func(){"reviewctl": main})
}

// TestScripts runs the scripts in testdata/script, each against a store of its
// own, which reviewctl finds without flags.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "pack": pack},
	})
}

// setup starts the store of a script. If the script has a file called token,
// the store wants what is in it.
func setup(env *testscript.Env) error {
	t, ok := env.T().(testing.TB)
	if !ok {
		return errors.New("the scripts are not run by a test")
	}
	token, err := os.ReadFile(env.WorkDir + "/token")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	store := storetest.Start(t, storetest.Options{Token: strings.TrimSpace(string(token))})
	env.Setenv("REVIEWS_STORE_ADDR", store.Addr())
	env.Setenv("REVIEWS_STORE_ADMIN_ADDR", store.AdminAddr())
	return nil
}

// exits runs a program that must end with an exit code: exits 3 program args.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		failed, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = failed.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// pack makes a zip of a folder: pack file.zip folder.
func pack(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: pack file.zip folder")
	}
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	w := zip.NewWriter(file)
	ts.Check(errors.Join(w.AddFS(os.DirFS(ts.MkAbs(args[1]))), w.Close(), file.Close()))
}
