// Package discovery renders the pages that tell people and machines what the
// service has: the home page, llms.txt and robots.txt.
package discovery

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	plain "text/template"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/gateway/internal/resource"
)

// The paths of the pages that no other service knows of.
const (
	PathHome   = "/"
	PathRobots = "/robots.txt"
)

//go:embed home.html home.css llms.txt
var files embed.FS

// Pages renders the pages. It is safe for concurrent use.
type Pages struct {
	home  *template.Template
	llms  *plain.Template
	style []byte
}

// New reads the templates.
func New() (*Pages, error) {
	home, err := template.ParseFS(files, "home.html")
	if err != nil {
		return nil, fmt.Errorf("home page: %w", err)
	}
	llms, err := plain.ParseFS(files, "llms.txt")
	if err != nil {
		return nil, fmt.Errorf("llms.txt: %w", err)
	}
	style, err := files.ReadFile("home.css")
	if err != nil {
		return nil, fmt.Errorf("home page: %w", err)
	}
	return &Pages{home: home, llms: llms, style: style}, nil
}

// HomePolicy returns the Content-Security-Policy of the home page: it may use
// its own style and nothing else, from here or elsewhere.
func (p *Pages) HomePolicy() string {
	sum := sha256.Sum256(p.style)
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// Home renders the page for people.
func (p *Pages) Home(s *review.Snapshot) document.Document {
	data := struct {
		page
		Style template.CSS
	}{newPage(s), template.CSS(p.style)} //nolint:gosec // the style is ours, from the binary
	return render(s, "text/html; charset=utf-8", func(w io.Writer) error { return p.home.Execute(w, data) })
}

// LLMs renders the overview for language models (llmstxt.org).
func (p *Pages) LLMs(s *review.Snapshot) document.Document {
	return render(s, "text/plain; charset=utf-8", func(w io.Writer) error { return p.llms.Execute(w, newPage(s)) })
}

// Robots renders the rules for crawlers: all of it is there to be read.
func (p *Pages) Robots(s *review.Snapshot) document.Document {
	return render(s, "text/plain; charset=utf-8", func(w io.Writer) error {
		_, err := io.WriteString(w, "User-agent: *\nAllow: /\n")
		return err
	})
}

// render returns what write writes as a document of s.
func render(s *review.Snapshot, contentType string, write func(io.Writer) error) document.Document {
	var b bytes.Buffer
	_ = write(&b) // a buffer takes everything, and tests execute the templates
	return resource.Page(s, contentType, b.Bytes())
}
