package discovery

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

var update = flag.Bool("update", false, "write the golden files")

func newPages(t *testing.T) *Pages {
	t.Helper()
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// empty is the snapshot before the operator has done anything.
func empty() *review.Snapshot { return &review.Snapshot{BaseURL: "https://reviews.example.com"} }

func TestGolden(t *testing.T) {
	t.Parallel()
	pages := newPages(t)
	for name, d := range map[string]document.Document{
		"home.html":       pages.Home(reviewtest.Snapshot()),
		"llms.txt":        pages.LLMs(reviewtest.Snapshot()),
		"robots.txt":      pages.Robots(reviewtest.Snapshot()),
		"home-empty.html": pages.Home(empty()),
		"llms-empty.txt":  pages.LLMs(empty()),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(golden, d.Body, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(d.Body)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Both overviews link to every surface, the feeds and the hub in the way that
// programs look for.
func TestLinks(t *testing.T) {
	t.Parallel()
	home, llms := string(newPages(t).Home(empty()).Body), string(newPages(t).LLMs(empty()).Body)
	for _, path := range []string{
		document.PathReviews, document.PathInsights, document.PathSearch, document.PathSince, document.PathChanges,
		document.PathJSONFeed, document.PathAtom, document.PathMCP, document.PathHub, document.PathOpenAPI, document.PathLLMs,
	} {
		if !strings.Contains(home, `<a href="https://reviews.example.com`+path) {
			t.Errorf("the home page does not link to %s", path)
		}
		if !strings.Contains(llms, `(https://reviews.example.com`+path) {
			t.Errorf("llms.txt does not link to %s", path)
		}
	}
	for _, link := range []string{
		`<link rel="alternate" type="application/atom+xml" title="Customer reviews of this business" href="https://reviews.example.com/feed.xml">`,
		`<link rel="alternate" type="application/feed+json" title="Customer reviews of this business" href="https://reviews.example.com/api/feed.json">`,
		`<link rel="hub" href="https://reviews.example.com/api/websub/hub">`,
	} {
		if !strings.Contains(home, link) {
			t.Errorf("the home page lacks %s", link)
		}
	}
}

// What customers and the operator wrote cannot become markup.
func TestHomeEscapes(t *testing.T) {
	t.Parallel()
	const attack = `<script>alert(1)</script>"><img src=x onerror=alert(1)>`
	s := reviewtest.Snapshot()
	s.Business.Name, s.Business.Description, s.Insights.Summary = attack, attack, attack
	s.Business.URL = "javascript:alert(1)"
	s.Reviews[0].Author, s.Reviews[0].Text, s.Reviews[0].OwnerReply = attack, attack, &review.OwnerReply{Text: attack}
	body := string(newPages(t).Home(s).Body)
	for _, bad := range []string{"<script", "<img", `="javascript`} {
		if strings.Contains(body, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
}

// The tags of the page are balanced, so that one review does not change how
// the next is shown.
func TestHomeIsWellFormed(t *testing.T) {
	t.Parallel()
	body := newPages(t).Home(reviewtest.Snapshot()).Body
	d := xml.NewDecoder(strings.NewReader(string(body)))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta", "link"}, xml.HTMLEntity
	depth := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("%d elements are not closed", depth)
	}
}

var styleElement = regexp.MustCompile(`(?s)<style>(.*)</style>`)

// A browser applies the style only if its hash is the one in the policy.
func TestHomePolicy(t *testing.T) {
	t.Parallel()
	pages := newPages(t)
	style := styleElement.FindSubmatch(pages.Home(empty()).Body)
	if style == nil {
		t.Fatal("the page has no style")
	}
	sum := sha256.Sum256(style[1])
	want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	if got := strings.Split(pages.HomePolicy(), "; "); !slices.Contains(got, want) || !slices.Contains(got, "default-src 'none'") {
		t.Errorf("policy %q, want it to have %q", got, want)
	}
}

// The tag changes with the content, and only with it.
func TestTag(t *testing.T) {
	t.Parallel()
	pages := newPages(t)
	s := reviewtest.Snapshot()
	before := pages.Home(s)
	s.Revision++
	if after := pages.Home(s); after.Tag != before.Tag || after.Revision != s.Revision {
		t.Errorf("tag %s and revision %d, want %s and %d", after.Tag, after.Revision, before.Tag, s.Revision)
	}
	s.Business.Name = "Other"
	if after := pages.Home(s); after.Tag == before.Tag {
		t.Error("the tag of another content is the same")
	}
}
