package arch

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Module is the prefix of every package of the workspace.
const Module = "github.com/reviewdata/reviewdata"

// Package is what a rule looks at: a package of the workspace and what its
// non-test code imports. Paths within the workspace are without Module.
type Package struct {
	Path    string
	Imports []string
}

// Rule forbids some packages some imports.
type Rule struct {
	Of      string   // pattern of the packages it is about, see match
	Except  []string // patterns of packages it is not about
	Forbid  []string // patterns of imports
	Allow   []string // patterns of imports that Forbid does not mean
	Because string
}

// Check returns a sentence for every import that the rule forbids.
func (r Rule) Check(packages []Package) []string {
	var out []string
	for _, p := range packages {
		if !match(r.Of, p.Path) || matchAny(r.Except, p.Path) {
			continue
		}
		for _, imported := range p.Imports {
			if matchAny(r.Forbid, imported) && !matchAny(r.Allow, imported) {
				out = append(out, fmt.Sprintf("%s imports %s: %s", p.Path, imported, r.Because))
			}
		}
	}
	return out
}

// Standard stands for every package of the standard library in Forbid and
// Allow.
const Standard = "std"

func matchAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return match(pattern, name) })
}

// match reports whether name is pattern, or below it when pattern ends in
// "/...". "..." is everything and Standard the standard library; a star stands
// for one path element.
func match(pattern, name string) bool {
	if pattern == Standard {
		first, _, _ := strings.Cut(name, "/")
		return !strings.Contains(first, ".") && !ours(first)
	}
	if pattern == "..." {
		return true
	}
	if dir, ok := strings.CutSuffix(pattern, "/..."); ok {
		depth := strings.Count(dir, "/") + 1
		elements := strings.Split(name, "/")
		return len(elements) >= depth && matchPath(dir, strings.Join(elements[:depth], "/"))
	}
	return matchPath(pattern, name)
}

func matchPath(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// ours reports whether a path begins with a directory of the workspace.
func ours(first string) bool {
	return slices.Contains([]string{"deploy", "pkg", "proto", "services"}, first)
}
