package evaluation

import (
	"fmt"
	"maps"
	"slices"
)

// tables are the measurements there is something to say about.
func (m *measurement) tables() []Table {
	var out []Table
	add := func(t Table) {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	add(m.aspectTable())
	add(m.nameTable())
	add(confusions("Sentiment of terms", map[string]Confusion{"terms": m.terms}))
	add(confusions("Sentiment of categories", m.categories))
	add(confusions("Stars for parts, told those for the others", m.stars))
	add(confusions("Sentiment of reviews, by their words alone", map[string]Confusion{"reviews": m.whole}))
	if m.left > 0 {
		out = append(out, Table{Title: fmt.Sprintf("%d rows were left out: their texts were trained on.", m.left)})
	}
	return out
}

func (m *measurement) aspectTable() Table {
	t := Table{Title: "Aspects", Heads: tallyHeads()}
	if m.detection == (Tally{}) {
		return t
	}
	t.tally("found", m.detection)
	t.tally("found, right sentiment", m.joint)
	t.tally("criticism", m.negative)
	for _, aspect := range slices.Sorted(maps.Keys(m.aspects)) {
		t.tally(aspect, *m.aspects[aspect])
	}
	return t
}

func (m *measurement) nameTable() Table {
	t := Table{Title: "Technicians", Heads: tallyHeads()}
	if m.discovered == (Tally{}) {
		return t
	}
	t.tally("discovered", m.discovered)
	t.tally("with a roster", m.known)
	return t
}

func confusions(title string, of map[string]Confusion) Table {
	t := Table{Title: title, Heads: confusionHeads()}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if of[name].Count() > 0 {
			t.confusion(name, of[name])
		}
	}
	return t
}
