package service

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// A UsageError says that the process was started with settings that cannot be
// used; it names every problem.
type UsageError struct {
	service  string
	problems error
}

// Error gives one line per problem and how to get help.
func (e *UsageError) Error() string {
	return fmt.Sprintf("%s\n%s -h lists the settings", e.problems, e.service)
}

// Unwrap returns the problems, joined.
func (e *UsageError) Unwrap() error { return e.problems }

// A helpError carries the text that -h asks for to Exit.
type helpError struct{ text string }

// Error returns the help.
func (e helpError) Error() string { return e.text }

// Unwrap makes the error flag.ErrHelp.
func (e helpError) Unwrap() error { return flag.ErrHelp }

// Parse reads the environment, then args (without the program's name), then
// applies the checks. The error is a [*UsageError] with every problem found,
// or matches flag.ErrHelp and reads as the usage text.
func (f *Flags) Parse(args []string) error {
	problems := f.parseEnvironment()
	found, help := f.parseArguments(args)
	if help {
		return helpError{text: strings.TrimRight(f.Usage(), "\n")}
	}
	problems = append(problems, found...)
	problems = append(problems, f.applyChecks()...)
	if len(problems) > 0 {
		return &UsageError{service: f.service, problems: errors.Join(problems...)}
	}
	return nil
}

func (s *settings) parseEnvironment() []error {
	var problems []error
	for _, setting := range s.all {
		text := s.getenv(setting.env)
		if text == "" {
			continue
		}
		if err := setting.value.Set(text); err != nil {
			problems = append(problems, fmt.Errorf("invalid value %q for %s: %w", text, setting.env, err))
		}
	}
	return problems
}

// parseArguments goes on after each problem, which a flag.FlagSet leaves
// behind when it returns, so that all are found in one run.
func (s *settings) parseArguments(args []string) (problems []error, help bool) {
	for len(args) > 0 {
		err := s.flags.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, true
		}
		if err == nil {
			for _, arg := range s.flags.Args() {
				problems = append(problems, fmt.Errorf("%q is not a flag", arg))
			}
			return problems, false
		}
		problems = append(problems, err)
		args = afterProblem(err, args, s.flags.Args())
	}
	return problems, false
}

// afterProblem returns the arguments to go on with after err. The FlagSet has
// left rest: without the flag it could not use, unless it could not read it,
// and with what looks like the value of an unknown flag.
func afterProblem(err error, args, rest []string) []string {
	if strings.HasPrefix(err.Error(), "bad flag syntax") {
		return rest[1:]
	}
	culprit := args[len(args)-len(rest)-1]
	separate := strings.HasPrefix(culprit, "-") && !strings.Contains(culprit, "=")
	if separate && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		return rest[1:]
	}
	return rest
}

func (s *settings) applyChecks() []error {
	var problems []error
	for _, c := range s.checks {
		if err := c.verify(); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", s.label(c.name), err))
		}
	}
	return problems
}

// label names a setting by both of its names.
func (s *settings) label(name string) string {
	for _, setting := range s.all {
		if setting.name == name {
			return fmt.Sprintf("-%s (%s)", name, setting.env)
		}
	}
	return "-" + name
}

// newFlagSet returns a silent FlagSet that leaves errors and help to Parse.
func newFlagSet(name string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags
}
