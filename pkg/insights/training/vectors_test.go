package training_test

import (
	"strings"
	"testing"

	"github.com/reviewdata/reviewdata/pkg/insights/training"
)

func TestCutVectors(t *testing.T) {
	t.Parallel()
	const all = `{"size":5,"words":["the","Paris","zorble","rude","quib"],"vectors":{
		"the":[1,2,2.2,0],"rude":[5,6,7.8,30000],"zorble":[3,4,5,40000],"quib":[3,4,5,50000],"Paris":[1,1,1.4,4],"shoddy":[1,1,1.4,200000]}}`
	table, err := training.CutVectors(strings.NewReader(all), []training.Sentence{{Text: "A Zorble, no less."}})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]bool{"the": true, "rude": true, "zorble": true, "quib": false, "paris": false, "shoddy": false} {
		if got := table.Lookup(word).Parts > 0; got != want {
			t.Errorf("%q is in the table: %t, want %t", word, got, want)
		}
	}
	for _, broken := range []string{``, `{}`, `{"vectors":{"a":[1]}}`, `{"vectors":{"a":["b"]}}`} {
		if _, err := training.CutVectors(strings.NewReader(broken), nil); err == nil {
			t.Errorf("%s is accepted", broken)
		}
	}
}
