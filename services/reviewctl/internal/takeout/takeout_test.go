package takeout_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/reviewctl/internal/takeout"
)

const (
	profileFolder = "Takeout/Google Business Profile/"
	oneReview     = `{"reviews":[{"name":"accounts/1/locations/2/reviews/3","starRating":"FIVE","createTime":"2026-01-02T03:04:05Z"}]}`
	mapsFile      = `{"type":"FeatureCollection","features":[]}`
)

// traps returns the files of testdata/traps.txtar. One of the pages begins
// with a byte order mark, which would not be seen in the fixture.
func traps(t testing.TB) []txtar.File {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/traps.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range archive.Files {
		if strings.HasSuffix(f.Name, "account-9/location-77/reviews.json") {
			archive.Files[i].Data = append([]byte("\uFEFF"), f.Data...)
		}
	}
	return archive.Files
}

// pack makes a zip of files.
func pack(t testing.TB, files ...txtar.File) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		entry, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write(f.Data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func file(name, text string) txtar.File { return txtar.File{Name: name, Data: []byte(text)} }

func openZip(b []byte) (*takeout.Archive, error) {
	return takeout.OpenZip(bytes.NewReader(b), int64(len(b)))
}

// row is what Read passes on.
type row struct {
	Where  string
	Record review.Record
	Issues []string
}

func readAll(t *testing.T, a *takeout.Archive) []row {
	t.Helper()
	var out []row
	err := a.Read(func(ordinal int, record review.Record, issues review.Issues) error {
		r := row{Where: fmt.Sprintf("%d %s", ordinal, a.Where(ordinal)), Record: record}
		for _, issue := range issues {
			r.Issues = append(r.Issues, fmt.Sprintf("%s: %s", issue.Code, issue.Message))
		}
		out = append(out, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestReadEveryTrap(t *testing.T) {
	t.Parallel()
	const (
		first  = profileFolder + "account-1042/location-77/reviews.json"
		second = profileFolder + "account-1042/location-77/reviews-b6589fc6.json"
		third  = profileFolder + "account-9/location-77/reviews.json"
	)
	want := []row{
		{Where: "1 " + first + ", review 1", Record: review.Record{
			Source: "google", SourceID: "locations/77/reviews/aaa", Author: "Jane D.", Rating: 5, Date: "2026-03-02",
			Text:       "Fixed the boiler.",
			OwnerReply: &review.ReplyRecord{Text: "Thank you, Jane.", Date: "2026-03-02"},
		}},
		{Where: "2 " + first + ", review 2", Record: review.Record{
			Source: "google", SourceID: "locations/77/reviews/bbb", Author: "A Google user", Rating: 1, Date: "2026-01-31",
		}},
		{Where: "3 " + first + ", review 3", Record: review.Record{
			Source: "google", SourceID: "locations/77/reviews/ccc", Author: "A Google user", Rating: 4, Date: "2026-02-10",
			Text:       "Servicio excelente.",
			OwnerReply: &review.ReplyRecord{Text: "Gracias.", Date: "2026-02-11"},
		}},
		{
			Where: "5 " + second + ", review 2",
			Record: review.Record{
				Source: "google", SourceID: "locations/77/reviews/eee", Author: "No Stars", Date: "2025-05-06",
			},
			Issues: []string{"out_of_range: starRating must be ONE, TWO, THREE, FOUR or FIVE"},
		},
		{
			Where: "6 " + second + ", review 3",
			Record: review.Record{
				Source: "google", Author: "No Location", Rating: 3, OwnerReply: &review.ReplyRecord{Text: "When?"},
			},
			Issues: []string{
				"malformed: name must be accounts/…/locations/…/reviews/…",
				"not_a_date: createTime must be a time such as 2026-03-01T09:30:00Z",
				"not_a_date: reviewReply.updateTime must be a time such as 2026-03-01T09:30:00Z",
			},
		},
		{
			Where:  "7 " + second + ", review 4",
			Record: review.Record{Source: "google"},
			Issues: []string{"malformed: starRating has the wrong type"},
		},
		{
			Where:  "8 " + second + ", review 5",
			Record: review.Record{Source: "google"},
			Issues: []string{"malformed: the review must be a JSON object"},
		},
		{Where: "9 " + third + ", review 1", Record: review.Record{
			Source: "google", SourceID: "locations/77/reviews/ddd", Author: "New Version", Rating: 3, Date: "2025-05-05",
			Text: "Second thoughts.",
		}},
	}
	notices := []string{
		"Takeout/Maps (your places)/Reviews.json was skipped: these are the reviews you wrote yourself",
		"3 of its rows repeat another one; the newest version of a review counts",
		"1 of its reviews came with translations by Google, which are left out; the originals are kept",
	}
	folder := fstest.MapFS{}
	for _, f := range traps(t) {
		folder[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	for form, open := range map[string]func() (*takeout.Archive, error){
		"zip":    func() (*takeout.Archive, error) { return openZip(pack(t, traps(t)...)) },
		"folder": func() (*takeout.Archive, error) { return takeout.OpenFolder(folder) },
	} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			a, err := open()
			if err != nil {
				t.Fatal(err)
			}
			got, expected := readAll(t, a), want
			if form == "folder" { // its files are met in another order
				got, expected = withoutWhere(got), withoutWhere(want)
			}
			if diff := cmp.Diff(expected, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(notices, a.Notices()); diff != "" {
				t.Errorf("notices (-want +got):\n%s", diff)
			}
		})
	}
}

// withoutWhere returns rows in an order that does not depend on their files.
func withoutWhere(rows []row) []row {
	out := slices.Clone(rows)
	for i := range out {
		out[i].Where = ""
	}
	slices.SortFunc(out, func(a, b row) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return out
}

func TestOpenZipRefuses(t *testing.T) {
	t.Parallel()
	page := file(profileFolder+"account-1/location-2/reviews.json", oneReview)
	whole := pack(t, page)
	for name, test := range map[string]struct {
		zip  []byte
		want string
	}{
		"another zip":     {pack(t, file("photos/1.jpg", "x")), takeout.ErrNoPages.Error()},
		"a workbook":      {pack(t, file("[Content_Types].xml", "x"), file("xl/workbook.xml", "x")), takeout.ErrWorkbook.Error()},
		"an empty zip":    {pack(t), takeout.ErrNoPages.Error()},
		"Maps alone":      {pack(t, file("Takeout/Maps (Meine Orte)/Reviews.json", mapsFile)), takeout.ErrMaps.Error()},
		"no zip":          {[]byte("PK\x03\x04 and then nothing"), takeout.ErrDamaged.Error()},
		"cut short":       {whole[:len(whole)/2], takeout.ErrDamaged.Error()},
		"a page cut":      {pack(t, file(page.Name, oneReview[:40])), page.Name + ": it ends too early"},
		"a page in pairs": {pack(t, file(page.Name, oneReview+oneReview)), page.Name + ": something follows"},
		"a broken page":   {pack(t, file(page.Name, "{reviews}")), page.Name + ": invalid character"},
		"packed too much": {
			pack(t, file(page.Name, oneReview+strings.Repeat(" ", 8<<20))),
			page.Name + ": it is packed more than 200 times, which no real page is",
		},
		"too large": {
			pack(t, file(page.Name, oneReview+strings.Repeat(" ", 65<<20))),
			page.Name + ": it holds ",
		},
		"a name outside":         {pack(t, page, file("Takeout/../../account-1/location-2/reviews.json", oneReview)), "Takeout/../../account-1/location-2/reviews.json: " + takeout.ErrOutside.Error()},
		"a Windows name outside": {pack(t, file(`..\..\account-1\location-2\reviews.json`, oneReview)), "../../account-1/location-2/reviews.json: " + takeout.ErrOutside.Error()},
		"an absolute name":       {pack(t, file("/account-1/location-2/reviews.json", oneReview)), "/account-1/location-2/reviews.json: " + takeout.ErrOutside.Error()},
		"a lie about the size":   {understated(t, page.Name), page.Name + ": " + takeout.ErrDamaged.Error()},
		"encrypted":              {encrypted(t, whole), page.Name + ": " + takeout.ErrLocked.Error()},
		"damaged":                {flipped(t, whole), page.Name + ": " + takeout.ErrDamaged.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := openZip(test.zip)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("OpenZip: %v, want %q", err, test.want)
			}
		})
	}
}

// understated packs a page of far more than it says it has.
func understated(t *testing.T, name string) []byte {
	t.Helper()
	archive := pack(t, file(name, oneReview+strings.Repeat(" ", 8<<20)))
	i := bytes.Index(archive, []byte("PK\x01\x02"))
	copy(archive[i+24:], []byte{200, 0, 0, 0}) // the size, APPNOTE.TXT §4.3.12
	return archive
}

// encrypted sets the flag of encryption in the only entry of a zip.
func encrypted(t *testing.T, archive []byte) []byte {
	t.Helper()
	return patched(t, archive, "PK\x01\x02", 8, 0x01)
}

// flipped changes a byte of the packed data of the only entry.
func flipped(t *testing.T, archive []byte) []byte {
	t.Helper()
	return patched(t, archive, "reviews.json", len("reviews.json")+20, 0xff)
}

// patched inverts bits of the byte at an offset from the first mark.
func patched(t *testing.T, archive []byte, mark string, offset int, bits byte) []byte {
	t.Helper()
	out := bytes.Clone(archive)
	i := bytes.Index(out, []byte(mark))
	if i < 0 {
		t.Fatalf("no %q in the zip", mark)
	}
	out[i+offset] ^= bits
	return out
}

// TestOpenZipTakesNamesAsTheyAre: names may be odd, since nothing is written
// anywhere, and cannot do harm in a message.
func TestOpenZipTakesNamesAsTheyAre(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		`Takeout\GBP\account-1\location-2\reviews_1.json`: "Takeout/GBP/account-1/location-2/reviews_1.json, review 1",
		"a\x1b[2J/account-1/location-2/reviews.json":      "a\uFFFD[2J/account-1/location-2/reviews.json, review 1",
		"account-1/location-2/reviews.json":               "account-1/location-2/reviews.json, review 1",
	} {
		a, err := openZip(pack(t, file(name, oneReview)))
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if got := a.Where(1); got != want {
			t.Errorf("%q: review 1 is at %q, want %q", name, got, want)
		}
	}
}

func TestOpenFolderOnDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := filepath.Join(dir, "account-1", "location-2", "reviews.json")
	if err := os.MkdirAll(filepath.Dir(page), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, []byte(oneReview), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := takeout.OpenFolder(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, a); len(got) != 1 {
		t.Errorf("%d rows, want 1", len(got))
	}
	if _, err := takeout.OpenFolder(os.DirFS(filepath.Join(dir, "nowhere"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("OpenFolder of nothing: %v, want %v", err, fs.ErrNotExist)
	}
}

func TestReadReturnsTheErrorOfItsCaller(t *testing.T) {
	t.Parallel()
	a, err := openZip(pack(t, traps(t)...))
	if err != nil {
		t.Fatal(err)
	}
	want := errors.New("enough")
	if err := a.Read(func(int, review.Record, review.Issues) error { return want }); !errors.Is(err, want) {
		t.Errorf("Read: %v, want %v", err, want)
	}
}

func TestOriginal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":      "",
		"Great": "Great",
		"(Translated by Google) Great\n\n(Original)\nGenial":             "Genial",
		"(Translated by Google) Great\nstuff\n\n(Original)\nGenial\n\nY": "Genial\n\nY",
		"Genial\n\n(Translated by Google)\nGreat":                        "Genial",
		"Genial\n\n(Translated by Google) Great":                         "Genial",
		"(Translated by Google) Great":                                   "(Translated by Google) Great",
		"I read (Translated by Google) and (Original) here":              "I read (Translated by Google) and (Original) here",
	} {
		if got := takeout.Original(text); got != want {
			t.Errorf("Original(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzOpenZip checks that no file makes the reader fail in another way than by
// an error, and that each review is passed on once.
func FuzzOpenZip(f *testing.F) {
	f.Add(pack(f, traps(f)...))
	f.Add(pack(f, file("account-1/location-2/reviews.json", oneReview)))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := openZip(b)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		_ = a.Read(func(_ int, record review.Record, issues review.Issues) error {
			if len(issues) == 0 && seen[record.SourceID] {
				t.Errorf("%s is passed on twice", record.SourceID)
			}
			seen[record.SourceID] = true
			return nil
		})
	})
}

// FuzzPage does the same for the content of a page.
func FuzzPage(f *testing.F) {
	for _, file := range traps(f) {
		f.Add(string(file.Data))
	}
	f.Add(oneReview)
	f.Fuzz(func(t *testing.T, page string) {
		folder := fstest.MapFS{"account-1/location-2/reviews.json": &fstest.MapFile{Data: []byte(page)}}
		a, err := takeout.OpenFolder(folder)
		if err != nil {
			return
		}
		err = a.Read(func(_ int, record review.Record, issues review.Issues) error {
			if len(issues) == 0 && record.Rating == 0 {
				t.Errorf("no rating and no issue: %+v", record)
			}
			return nil
		})
		if err != nil {
			t.Errorf("the page could be read once but not twice: %v", err)
		}
	})
}
