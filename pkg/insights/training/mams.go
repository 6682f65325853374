package training

import (
	"slices"
	"unicode/utf8"

	"github.com/reviewdata/reviewdata/pkg/insights/feature"
)

// Termed is a sentence of MAMS-ATSA (Jiang et al. 2019; Apache-2.0), as one
// line of JSON: a restaurant review with the terms it judges, at offsets in
// code points.
type Termed struct {
	Text  string `json:"text"`
	Terms []struct {
		Polarity string `json:"polarity"`
		From     int    `json:"from"`
		To       int    `json:"to"`
	} `json:"terms"`
}

// Categorised is a sentence of MAMS-ACSA: the same with the categories it
// judges.
type Categorised struct {
	Text       string `json:"text"`
	Categories []struct {
		Category string `json:"category"`
		Polarity string `json:"polarity"`
	} `json:"categories"`
}

// What a sentence about a restaurant counts beside one about a service, and how
// it praises and blames, in which both have more in common.
const (
	restaurantWeight   = 0.25
	restaurantPolarity = 0.5
)

// restaurants stands for the vertical of MAMS.
const restaurants = "restaurant"

// addTermed learns polarity from the clauses whose terms are judged alike.
func (s *sampler) addTermed(from Termed) error {
	r, err := s.reader(restaurants)
	if err != nil {
		return err
	}
	in := r.Read(from.Text)
	classes := make([]int, len(in.Clauses))
	const none, several = -1, -2
	for i := range classes {
		classes[i] = none
	}
	for _, term := range from.Terms {
		class := slices.Index(polarities(), term.Polarity)
		at := byteOffset(from.Text, term.From)
		for i, span := range in.Clauses {
			if in.Tokens[span.First].Start > at || in.Tokens[span.Last-1].End <= at {
				continue
			}
			if classes[i] != none && classes[i] != class {
				class = several
			}
			classes[i] = class
		}
	}
	learned := newText(in, restaurantWeight)
	for i, class := range classes {
		learned.clauses[i].whole = class
		if class >= 0 {
			s.polarity = append(s.polarity, sample{r.Polarity(in, i, ""), one(class), restaurantPolarity})
		}
	}
	s.texts = append(s.texts, learned)
	return nil
}

func byteOffset(s string, codePoints int) int {
	at := 0
	for ; codePoints > 0 && at < len(s); codePoints-- {
		_, n := utf8.DecodeRuneInString(s[at:])
		at += n
	}
	return at
}

// addCategorised learns what is not said: a sentence without a word on prices,
// staff and service does not speak about value, or about people. Where prices
// are judged, their clause teaches value.
func (s *sampler) addCategorised(from Categorised) error {
	r, err := s.reader(restaurants)
	if err != nil {
		return err
	}
	polarity := map[string]string{}
	for _, c := range from.Categories {
		polarity[c.Category] = c.Polarity
	}
	has := func(categories ...string) bool {
		return slices.ContainsFunc(categories, func(c string) bool { return polarity[c] != "" })
	}
	targets := slices.Repeat([]target{unknown}, len(s.aspects))
	for i, aspect := range s.aspects {
		switch aspect {
		case "value":
			if !has("price", "miscellaneous") {
				targets[i] = no
			}
		case "responsiveness", "professionalism", "communication", "knowledge", "friendliness", "honesty":
			if !has("staff", "service", "miscellaneous") {
				targets[i] = no
			}
		}
	}
	in := r.Read(from.Text)
	priced := s.priced(r, in, polarity["price"])
	learned := newText(in, restaurantWeight)
	for i := range in.Clauses {
		t := targets
		if i == priced {
			t = slices.Clone(targets)
			t[slices.Index(s.aspects, value)] = yes
		}
		learned.clauses[i].aspects = t
		s.detection = append(s.detection, sample{r.Detection(in, i), t, restaurantWeight})
	}
	s.texts = append(s.texts, learned)
	return nil
}

// value is the aspect that MAMS calls price.
const value = "value"

// priced learns the polarity of the one clause that speaks of prices, and
// returns it, or -1 where none or several do.
func (s *sampler) priced(r *reader, in *feature.Reading, polarity string) int {
	class := slices.Index(polarities(), polarity)
	if class < 0 || !slices.Contains(s.aspects, value) {
		return -1
	}
	found := -1
	for i := range in.Clauses {
		if !r.Speaks(in, i, value) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	if found >= 0 {
		s.polarity = append(s.polarity, sample{r.Polarity(in, found, value), one(class), restaurantPolarity})
	}
	return found
}
