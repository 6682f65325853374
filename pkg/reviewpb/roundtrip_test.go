package reviewpb_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/pkg/reviewpb"
	pb "github.com/reviewdata/reviewdata/proto/reviews/v1"
)

// filler sets every member of a domain value to something valid that is not
// its zero value, so that a member nobody converts is missed.
type filler struct{ rng *rand.Rand }

func (f filler) fill(v reflect.Value) {
	switch v.Interface().(type) {
	case review.ID:
		v.SetString(string(review.NewID("test", strconv.FormatUint(f.rng.Uint64(), 10))))
		return
	case review.Date:
		v.SetInt(int64(review.DateOf(time.Unix(f.rng.Int64N(4e9), 0).UTC())))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(1+f.rng.Int64N(4e9), 0).UTC()))
		return
	case review.Sentiment:
		v.SetString([]string{"positive", "neutral", "negative"}[f.rng.IntN(3)])
		return
	case review.Trend:
		v.SetString([]string{"improving", "stable", "declining"}[f.rng.IntN(3)])
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d ß😀", f.rng.Uint64()))
	case reflect.Int:
		v.SetInt(1 + f.rng.Int64N(5))
	case reflect.Uint64:
		v.SetUint(1 + f.rng.Uint64N(1<<60))
	case reflect.Float64:
		v.SetFloat(f.rng.Float64() + 0.5)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+f.rng.IntN(3), 3))
		for i := range v.Len() {
			f.fill(v.Index(i))
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			f.fill(field)
		}
	default:
		panic("no filling for " + v.Type().String())
	}
}

// filled returns a T with no zero member.
func filled[T any](rng *rand.Rand) T {
	var v T
	filler{rng}.fill(reflect.ValueOf(&v).Elem())
	return v
}

// check sends a filled T over the wire and expects it back unchanged.
func check[T any, M proto.Message](t *testing.T, from func(T) M, to func(M) (T, error)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		want := filled[T](rng)
		got, err := to(overTheWire(t, from(want)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got)\n%s", diff)
		}
	}
}

func overTheWire[M proto.Message](t *testing.T, m M) M {
	t.Helper()
	b, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	out := m.ProtoReflect().New().Interface()
	if err := proto.Unmarshal(b, out); err != nil {
		t.Fatal(err)
	}
	return out.(M)
}

// sure adapts a conversion that cannot fail.
func sure[M, T any](to func(M) T) func(M) (T, error) {
	return func(m M) (T, error) { return to(m), nil }
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	t.Run("review", func(t *testing.T) { check(t, reviewpb.FromReview, reviewpb.ToReview) })
	t.Run("tombstone", func(t *testing.T) { check(t, reviewpb.FromTombstone, reviewpb.ToTombstone) })
	t.Run("business", func(t *testing.T) { check(t, reviewpb.FromBusiness, sure(reviewpb.ToBusiness)) })
	t.Run("insights", func(t *testing.T) { check(t, fromInsights, reviewpb.ToInsights) })
	t.Run("search page", func(t *testing.T) { check(t, reviewpb.FromSearchPage, reviewpb.ToSearchPage) })
	t.Run("import result", func(t *testing.T) { check(t, reviewpb.FromImportResult, sure(reviewpb.ToImportResult)) })
	t.Run("rejection", func(t *testing.T) { check(t, reviewpb.FromRejection, sure(reviewpb.ToRejection)) })
	t.Run("record", func(t *testing.T) { check(t, fromRecord, sure(toRecord)) })
}

func fromInsights(in review.Insights) *pb.Insights { return reviewpb.FromInsights(&in) }

// numbered is a record with its line.
type numbered struct {
	Line   int
	Record review.Record
}

func fromRecord(n numbered) *pb.Record { return reviewpb.FromRecord(n.Line, n.Record) }

func toRecord(m *pb.Record) numbered {
	line, r := reviewpb.ToRecord(m)
	return numbered{line, r}
}

func TestSnapshotHeadRoundTrip(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	want := filled[review.Snapshot](rng)
	want.Reviews, want.Tombstones, want.Insights = nil, nil, review.Insights{}
	got, err := reviewpb.ToSnapshotHead(overTheWire(t, reviewpb.FromSnapshotHead(&want)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Fatalf("(-want +got)\n%s", diff)
	}
}

func TestChangePageRoundTrip(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	want := filled[review.ChangePage](rng)
	want.Changes = []review.Change{
		{Upsert: new(filled[review.Review](rng))},
		{Delete: new(filled[review.Tombstone](rng))},
	}
	got, err := reviewpb.ToChangePage(overTheWire(t, reviewpb.FromChangePage(want)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("(-want +got)\n%s", diff)
	}
	for _, state := range want.Changes {
		got, err := reviewpb.ToReviewState(overTheWire(t, reviewpb.FromReviewState(9, state)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(state, got); diff != "" {
			t.Fatalf("(-want +got)\n%s", diff)
		}
	}
}

func TestQueryRoundTrip(t *testing.T) {
	t.Parallel()
	want := review.Query{
		Rating: 4, MinRating: 3.5, Since: 20240229, Until: 20251231, Text: "straße 😀",
		Technician: "Gazi", Service: "ac-repair", Limit: 7,
		After: &review.Position{Date: 20250101, ID: review.NewID("google", "1")},
	}
	message := overTheWire(t, reviewpb.FromQuery(want, 12))
	got, err := reviewpb.ToQuery(message)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("(-want +got)\n%s", diff)
	}
	if message.GetMinRevision() != 12 {
		t.Errorf("min_revision = %d, want 12", message.GetMinRevision())
	}
}

func TestMalformedMessages(t *testing.T) {
	t.Parallel()
	good := reviewpb.FromReview(filled[review.Review](rand.New(rand.NewPCG(7, 8))))
	for name, spoil := range map[string]func(*pb.Review){
		"id":         func(m *pb.Review) { m.Id = "short" },
		"date":       func(m *pb.Review) { m.Date = "2026-02-30" },
		"rating":     func(m *pb.Review) { m.Rating = 6 },
		"reply date": func(m *pb.Review) { m.OwnerReply.Date = "yesterday" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bad := proto.Clone(good).(*pb.Review)
			spoil(bad)
			if _, err := reviewpb.ToReview(bad); err == nil {
				t.Error("accepted")
			}
		})
	}
	if _, err := reviewpb.ToChange(&pb.Change{}); err == nil {
		t.Error("accepted a change without an operation")
	}
}
