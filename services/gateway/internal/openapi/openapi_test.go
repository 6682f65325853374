package openapi

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

var update = flag.Bool("update", false, "write the golden file")

// describe returns the description of a service at an address.
func describe(t *testing.T, address string) []byte {
	t.Helper()
	d, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return d.Document(&review.Snapshot{BaseURL: address, Revision: 3}).Body
}

// A change of the golden file is a change of the public contract: the version
// must grow with it.
func TestGolden(t *testing.T) {
	t.Parallel()
	var got bytes.Buffer
	if err := json.Indent(&got, describe(t, "https://reviews.example.com"), "", "  "); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "openapi.json")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestIsValid(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(describe(t, "https://reviews.example.com"))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "1.0.0" {
		t.Errorf("OpenAPI %s, version %s, want 3.1.0 and 1.0.0", doc.OpenAPI, doc.Info.Version)
	}
}

// The origin comes from the snapshot, whatever characters it has.
func TestOrigin(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"http://localhost:8080", `https://example.com/a"b\c`} {
		var doc struct{ Servers []struct{ URL string } }
		body := describe(t, address)
		if err := json.Unmarshal(body, &doc); err != nil {
			t.Fatal(err)
		}
		if got := doc.Servers[0].URL; got != address || strings.Contains(string(body), anyOrigin) {
			t.Errorf("server %q, want %q", got, address)
		}
	}
}

func TestSearchParameters(t *testing.T) {
	t.Parallel()
	for _, name := range SearchParameters() {
		_, err := review.ParseQuery(name + "=3")
		if err != nil && strings.Contains(err.Error(), "is not a parameter") {
			t.Errorf("%s is no parameter of a search", name)
		}
	}
}
