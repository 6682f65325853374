// Package evaluation measures an analyser on labelled files, so that each
// change shows what it did.
package evaluation

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// Tally compares what was found with what should have been.
type Tally struct{ Right, Extra, Missed int }

// Precision is the share of what was found that is right.
func (t Tally) Precision() float64 { return ratio(t.Right, t.Right+t.Extra) }

// Recall is the share of what should have been found that was.
func (t Tally) Recall() float64 { return ratio(t.Right, t.Right+t.Missed) }

// F1 is the harmonic mean of precision and recall.
func (t Tally) F1() float64 { return ratio(2*t.Right, 2*t.Right+t.Extra+t.Missed) }

func (t *Tally) add(expected, found, same bool) {
	switch {
	case expected && found && same:
		t.Right++
	case expected && found:
		t.Extra++
		t.Missed++
	case expected:
		t.Missed++
	case found:
		t.Extra++
	}
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Confusion counts pairs of expected and found sentiments.
type Confusion map[[2]review.Sentiment]int

// Add counts one pair.
func (c Confusion) Add(expected, found review.Sentiment) {
	c[[2]review.Sentiment{expected, found}]++
}

// Count is the number of pairs.
func (c Confusion) Count() int {
	n := 0
	for _, count := range c {
		n += count
	}
	return n
}

// Accuracy is the share of pairs that agree.
func (c Confusion) Accuracy() float64 {
	right := 0
	for _, s := range sentiments() {
		right += c[[2]review.Sentiment{s, s}]
	}
	return ratio(right, c.Count())
}

// Of is the tally of one sentiment.
func (c Confusion) Of(s review.Sentiment) Tally {
	var t Tally
	for pair, n := range c {
		switch {
		case pair[0] == s && pair[1] == s:
			t.Right += n
		case pair[0] == s:
			t.Missed += n
		case pair[1] == s:
			t.Extra += n
		}
	}
	return t
}

// MacroF1 is the mean of the F1 of the sentiments that are expected somewhere.
func (c Confusion) MacroF1() float64 {
	sum, n := 0.0, 0
	for _, s := range sentiments() {
		if t := c.Of(s); t.Right+t.Missed > 0 {
			sum += t.F1()
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func sentiments() []review.Sentiment {
	return []review.Sentiment{review.Positive, review.Neutral, review.Negative}
}

// Table is a table of measurements.
type Table struct {
	Title string
	Heads []string
	Rows  [][]string
}

// Print writes the table.
func (t Table) Print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, cells := range append([][]string{t.Heads}, t.Rows...) {
		if _, err := fmt.Fprintln(w, strings.Join(cells, "\t")+"\t"); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(to, t.Title); err != nil {
		return err
	}
	return w.Flush()
}

func (t *Table) tally(name string, of Tally) {
	t.Rows = append(t.Rows, []string{
		name, strconv.Itoa(of.Right + of.Missed), pct(of.Precision()), pct(of.Recall()), pct(of.F1()),
	})
}

func (t *Table) confusion(name string, c Confusion) {
	t.Rows = append(t.Rows, []string{
		name, strconv.Itoa(c.Count()), pct(c.Accuracy()), pct(c.MacroF1()), pct(c.Of(review.Negative).F1()),
	})
}

func tallyHeads() []string     { return []string{"", "n", "P", "R", "F1"} }
func confusionHeads() []string { return []string{"", "n", "accuracy", "macro-F1", "negative F1"} }

func pct(share float64) string { return fmt.Sprintf("%.1f", 100*share) }
