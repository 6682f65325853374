package training

import (
	"slices"
	"strings"
)

// carelessOf is of how many reviews one is learned from once more as it would be without
// its stops.
const carelessOf = 8

// stops are what who writes in a hurry leaves out.
var stops = strings.NewReplacer(".", "", ",", "", ";", "", ":", "", "!", "", "?", "") //nolint:gochecknoglobals // a constant

// careless is the sentence without its stops; what it judges stays what it is.
func (s Sentence) careless() Sentence {
	s.Text = stops.Replace(s.Text)
	s.Labels = slices.Clone(s.Labels)
	for i, l := range s.Labels {
		s.Labels[i].Quote = stops.Replace(l.Quote)
	}
	return s
}

// addCareless lets the networks learn from a sentence without its stops. The linear models
// do not: they count what is said anywhere in a clause, and would learn from long ones that
// everything is said in all of them.
func (s *sampler) addCareless(from Sentence) error {
	detection, polarity := s.detection, s.polarity
	err := s.add(from.careless())
	s.detection, s.polarity = detection, polarity
	return err
}
