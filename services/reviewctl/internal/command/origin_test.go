package command

import "testing"

// The name of a file may be bytes that a message cannot carry, or commands to
// the terminal of whoever reads the history.
func TestOriginNamesFiles(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"":                              "",
		"-":                             "-",
		"Belege/Gästebuch März.csv":     "Gästebuch März.csv",
		"latin1-Bewertungen-f\xfcr.csv": "latin1-Bewertungen-f\ufffdr.csv",
		"a\tb\n\x1b[31mc.jsonl":         "a\ufffdb\ufffd\ufffd[31mc.jsonl",
	} {
		if got := origin(file).File; got != want {
			t.Errorf("%q became %q, want %q", file, got, want)
		}
	}
}
