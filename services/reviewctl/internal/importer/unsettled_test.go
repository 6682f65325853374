package importer

import (
	"testing"

	"github.com/reviewdata/reviewdata/services/reviewctl/internal/source"
)

func TestUnsettled(t *testing.T) {
	t.Parallel()
	var u unsettled
	for i := range 10 {
		u.add(source.Row{Position: 100 + i, Text: "x"})
	}
	u.settle(4)
	u.settle(3) // older news
	for position, want := range map[int]string{100: "", 103: "", 104: "x", 109: "x", 110: ""} {
		if got := u.find(position); got.Position != position || got.Text != want {
			t.Errorf("find(%d) = %+v, want the text %q", position, got, want)
		}
	}
	u.settle(11) // more than was sent is a mistake of the store
	if got := u.find(109).Text; got != "x" {
		t.Errorf("after settling too many, the text is %q", got)
	}
	u.settle(10)
	u.add(source.Row{Position: 200, Text: "y"})
	if got := u.find(200).Text; got != "y" || len(u.rows) != 1 {
		t.Errorf("%d rows are held, the text is %q", len(u.rows), got)
	}
}
