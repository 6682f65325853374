package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// listed is what the go command says of a package.
type listed struct {
	Dir        string
	ImportPath string
	Name       string
	GoFiles    []string
	Imports    []string
}

// Workspace lists every package of the workspace at dir.
func Workspace(dir string) ([]Package, []Source, error) {
	command := exec.Command("go", "list", "-json=Dir,ImportPath,Name,GoFiles,Imports", "work")
	command.Dir = dir
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w: %s", err, stderr.String())
	}
	var packages []Package
	var sources []Source
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := decoder.Decode(&l); errors.Is(err, io.EOF) {
			return packages, sources, nil
		} else if err != nil {
			return nil, nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, l.pkg())
		sources = append(sources, Source{Dir: l.Dir, Name: l.Name, Path: within(l.ImportPath), Files: l.GoFiles})
	}
}

func (l listed) pkg() Package {
	p := Package{Path: within(l.ImportPath)}
	for _, imported := range l.Imports {
		p.Imports = append(p.Imports, within(imported))
	}
	return p
}

// within cuts the module prefix off the path of a package of the workspace.
func within(importPath string) string { return strings.TrimPrefix(importPath, Module+"/") }
