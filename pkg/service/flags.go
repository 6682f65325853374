package service

import (
	"flag"
	"log/slog"
	"strconv"
	"strings"
	"time"
)

// Flags declares the settings of one service. Each is a flag with a twin in
// the environment: -lease-max of the service hub is REVIEWS_HUB_LEASE_MAX. The
// flag wins over the environment, the environment over the default; an empty
// variable counts as unset.
type Flags struct {
	*settings
	prefix string
}

// settings is what a Flags and its Shared view have in common.
type settings struct {
	service string
	getenv  func(string) string
	flags   *flag.FlagSet
	all     []*setting
	checks  []check
}

// A setting is one flag and its twin.
type setting struct {
	name, env, kind string
	preset          string // the text form of the default
	usage           string
	secret          bool
	value           flag.Value
}

// A check is a rule on the value of one setting.
type check struct {
	name   string
	verify func() error
}

// environmentPrefix begins every variable the system reads.
const environmentPrefix = "REVIEWS_"

// NewFlags returns the empty set of settings of a service, which reads its
// environment with getenv (os.Getenv, but for tests).
func NewFlags(service string, getenv func(string) string) *Flags {
	return &Flags{
		settings: &settings{
			service: service,
			getenv:  getenv,
			flags:   newFlagSet(service),
		},
		prefix: environmentPrefix + environmentName(service) + "_",
	}
}

// Shared returns a view of f that declares settings all services have in
// common: their variables do not name the service (REVIEWS_BASE_URL).
func (f *Flags) Shared() *Flags {
	return &Flags{settings: f.settings, prefix: environmentPrefix}
}

// String declares a text setting. As in all methods like it, the name is that
// of the flag, preset is the default that goes to target at once, and usage
// says in one line what the setting means.
func (f *Flags) String(target *string, name, preset, usage string) {
	add(f, target, name, "text", preset, usage, parseString, asIs)
}

// Secret declares a text setting that has no default and is never shown.
func (f *Flags) Secret(target *string, name, usage string) {
	add(f, target, name, "text", "", usage, parseString, asIs).secret = true
}

// Int declares a whole number.
func (f *Flags) Int(target *int, name string, preset int, usage string) {
	add(f, target, name, "number", preset, usage, parseInt, strconv.Itoa)
}

// Float declares a finite number.
func (f *Flags) Float(target *float64, name string, preset float64, usage string) {
	add(f, target, name, "number", preset, usage, parseFloat, formatFloat)
}

// Duration declares a time span in Go's notation, such as 1m30s.
func (f *Flags) Duration(target *time.Duration, name string, preset time.Duration, usage string) {
	add(f, target, name, "duration", preset, usage, parseDuration, formatDuration)
}

// List declares a comma separated list.
func (f *Flags) List(target *[]string, name string, preset []string, usage string) {
	add(f, target, name, "list", preset, usage, parseList, formatList)
}

// Level declares a log level: debug, info, warn or error.
func (f *Flags) Level(target *slog.Level, name string, preset slog.Level, usage string) {
	add(f, target, name, "level", preset, usage, parseLevel, formatLevel)
}

// Bool declares a switch; the flag alone turns it on.
func (f *Flags) Bool(target *bool, name string, preset bool, usage string) {
	s := &value[bool]{target: target, parse: parseBool, format: strconv.FormatBool, isBool: true}
	f.declare(s, name, "", usage, func() { *target = preset })
}

// Check adds a rule on the setting name, which Parse applies to the final
// values; the error of verify says what to change.
func (f *Flags) Check(name string, verify func() error) {
	f.checks = append(f.checks, check{name: name, verify: verify})
}

// add declares a setting that takes a value.
func add[T any](
	f *Flags, target *T, name, kind string, preset T, usage string,
	parse func(string) (T, error), format func(T) string,
) *setting {
	v := &value[T]{target: target, parse: parse, format: format}
	return f.declare(v, name, kind, usage, func() { *target = preset })
}

// declare registers v under its name after setting it to its default.
func (f *Flags) declare(v flag.Value, name, kind, usage string, reset func()) *setting {
	reset()
	s := &setting{
		name:   name,
		env:    f.prefix + environmentName(name),
		kind:   kind,
		preset: v.String(),
		usage:  usage,
		value:  v,
	}
	f.all = append(f.all, s)
	f.flags.Var(v, name, usage)
	return s
}

// environmentName is the form a flag's or service's name has in a variable.
func environmentName(name string) string {
	return strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}
