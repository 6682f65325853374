package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// MaxFileLines bounds a hand-written file.
const MaxFileLines = 500

// Source is a package as its readers see it: its non-test files.
type Source struct {
	Dir   string
	Path  string
	Name  string
	Files []string
}

// Check returns a sentence for everything the package owes its readers: one
// package comment, a comment on every exported name, files of bearable length,
// and a name that says what it provides.
func (s Source) Check() ([]string, error) {
	var out []string
	complain := func(format string, args ...any) { out = append(out, s.Path+": "+fmt.Sprintf(format, args...)) }
	if slices.Contains([]string{"util", "utils", "common", "helpers", "types", "models", "base"}, s.Name) {
		complain("a package called %s says nothing", s.Name)
	}
	packageComments := 0
	files := token.NewFileSet()
	for _, name := range s.Files {
		file, err := parser.ParseFile(files, filepath.Join(s.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(file) {
			continue
		}
		if file.Doc != nil {
			packageComments++
		}
		if n := files.File(file.FileStart).LineCount(); n > MaxFileLines {
			complain("%s has %d lines, at most %d are bearable", name, n, MaxFileLines)
		}
		for _, exported := range undocumented(file) {
			complain("%s in %s has no comment", exported, name)
		}
	}
	if packageComments != 1 {
		complain("%d package comments, want one", packageComments)
	}
	return out, nil
}

// undocumented returns the exported names of a file that nothing is said of.
func undocumented(file *ast.File) []string {
	var out []string
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
				out = append(out, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				out = append(out, undocumentedSpec(d, spec)...)
			}
		}
	}
	return out
}

// exportedReceiver reports whether a method belongs to an exported type, or is
// no method at all.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if index, ok := receiver.(*ast.IndexExpr); ok {
		receiver = index.X
	}
	name, ok := receiver.(*ast.Ident)
	return ok && name.IsExported()
}

// undocumentedSpec accepts the comment of a group for the constants and
// variables in it, but wants one for each type.
func undocumentedSpec(group *ast.GenDecl, spec ast.Spec) []string {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil && group.Doc == nil {
			return []string{s.Name.Name}
		}
	case *ast.ValueSpec:
		if s.Doc != nil || s.Comment != nil || group.Doc != nil {
			return nil
		}
		for _, name := range s.Names {
			if name.IsExported() {
				return []string{name.Name}
			}
		}
	}
	return nil
}

// Sentences joins what a check found into one message.
func Sentences(found []string) string { return strings.Join(found, "\n") }
