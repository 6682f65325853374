package document

import (
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/review/reviewtest"
)

// TestEveryMemberIsPublished changes each value of a snapshot, one at a time,
// and looks for a document that shows it. Whoever adds a member to the domain
// publishes it or says here that it stays inside.
func TestEveryMemberIsPublished(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	s := reviewtest.Snapshot()
	before := bodies(s)
	eachValue("", reflect.ValueOf(s).Elem(), func(path string, v reflect.Value) {
		restore := reflect.New(v.Type()).Elem()
		restore.Set(v)
		alter(t, path, v)
		shown[path] = shown[path] || bodies(s) != before
		v.Set(restore)
	})
	var hidden []string
	for _, path := range slices.Sorted(maps.Keys(shown)) {
		if !shown[path] {
			hidden = append(hidden, path)
		}
	}
	want := []string{
		// Settings, synonyms and aliases serve to find mentions.
		".Business.Insights.DiscoverTechnicians",
		".Business.Insights.Vertical",
		".Business.Services.Synonyms",
		".Business.Technicians.Aliases",
		// A technician has its name as id and label.
		".Insights.Technicians.Label",
		// Marks tell Last-Modified.
		".Marks.ChangedAt",
		".Marks.Date",
		".Marks.Revision",
		// Tombstones are in the change feed.
		".Tombstones.DeletedAt",
		".Tombstones.ID",
		".Tombstones.Revision",
	}
	if diff := cmp.Diff(want, hidden); diff != "" {
		t.Errorf("members that no document shows (-want +got):\n%s", diff)
	}
}

func bodies(s *review.Snapshot) string {
	return string(Reviews(s).Body) + string(Insights(s).Body) + string(JSONFeed(s).Body) + string(Atom(s).Body)
}

// eachValue calls do for every value in v that has no parts, with its path
// without the indexes of lists.
func eachValue(path string, v reflect.Value, do func(string, reflect.Value)) {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		do(path, v)
	case v.Kind() == reflect.Pointer && !v.IsNil():
		eachValue(path, v.Elem(), do)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			eachValue(path+"."+v.Type().Field(i).Name, v.Field(i), do)
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			eachValue(path, v.Index(i), do)
		}
	case v.Kind() != reflect.Pointer:
		do(path, v)
	}
}

func alter(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(v.Interface().(time.Time).Add(time.Second)))
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "x")
	case v.CanInt() && path == ".Reviews.Rating":
		v.SetInt(v.Int()%review.MaxRating + 1)
	case v.CanInt():
		v.SetInt(v.Int() + 1)
	case v.CanUint():
		v.SetUint(v.Uint() + 1)
	case v.CanFloat():
		v.SetFloat(v.Float() + 0.01)
	default:
		t.Fatalf("%s: no way to alter a %s", path, v.Type())
	}
}
