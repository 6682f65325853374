package schema

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/reviewdata/reviewdata/pkg/document"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden shows what is promised. A difference is a change of the public
// contract.
func TestGolden(t *testing.T) {
	t.Parallel()
	got := marshal(t, components(t))
	path := filepath.Join("testdata", "components.json")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("differs from the golden file (-want +got):\n%s", diff)
	}
}

// TestEveryMemberIsRequired holds because no body leaves a member out, with
// the one exception that JSON Feed demands.
func TestEveryMemberIsRequired(t *testing.T) {
	t.Parallel()
	for name, s := range components(t) {
		want := slices.DeleteFunc(slices.Clone(s.PropertyOrder), func(p string) bool { return name == "FeedAuthor" && p == "avatar" })
		if diff := cmp.Diff(want, s.Required); diff != "" {
			t.Errorf("%s: required members (-want +got):\n%s", name, diff)
		}
	}
}

func TestReferencesLeadSomewhere(t *testing.T) {
	t.Parallel()
	all := components(t)
	for name, s := range all {
		visit(s, func(s *jsonschema.Schema) {
			if to, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); s.Ref != "" && (!ok || all[to] == nil) {
				t.Errorf("%s refers to %s, which does not exist", name, s.Ref)
			}
		})
	}
	if got := Ref[document.ReviewBody]().Ref; got != "#/components/schemas/Review" {
		t.Errorf("reference to a review = %s", got)
	}
}

// TestBody checks that a schema by itself has what it needs and no more, and
// that making it leaves the components alone.
func TestBody(t *testing.T) {
	t.Parallel()
	s, err := Body[document.ChangesBody]()
	if err != nil {
		t.Fatal(err)
	}
	var defs []string
	for name := range s.Defs {
		defs = append(defs, name)
	}
	slices.Sort(defs)
	if diff := cmp.Diff([]string{"Change", "Deletion", "OwnerReply", "Review", "Upsert"}, defs); diff != "" {
		t.Errorf("definitions (-want +got):\n%s", diff)
	}
	if bytes.Contains(marshal(t, s), []byte("#/components")) {
		t.Error("the schema refers to components, which it does not have")
	}
	if _, err := Body[string](); err == nil {
		t.Error("a string counts as a body")
	}
}

func components(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	all, err := Components()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

// TestBodyOfParts checks that a body can take over the members of another.
func TestBodyOfParts(t *testing.T) {
	t.Parallel()
	type report struct {
		Revision int `json:"revision"`
		document.Aspect
	}
	s, err := Body[report]()
	if err != nil {
		t.Fatal(err)
	}
	if s.Properties["revision"] == nil || s.Properties["mention_count"] == nil || s.Defs["Evidence"] == nil || s.Defs["Aspect"] != nil {
		t.Errorf("members %v, definitions %v", s.PropertyOrder, s.Defs)
	}
}
