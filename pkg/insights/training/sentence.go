// Package training fits the models of the analyser to labelled sentences and
// measures them. Nothing in it is needed to read reviews.
package training

// Sentence is one line of a file of training sentences (JSON Lines): a sentence
// or two as customers write them, with everything they judge. A sentence
// without labels judges nothing and is as useful as one with.
//
//	{"id":"hs-0001","vertical":"home-services","text":"Nice guy, but he left a wire unplugged.",
//	 "labels":[{"aspect":"friendliness","polarity":"positive","quote":"Nice guy"},
//	           {"aspect":"quality","polarity":"negative","quote":"he left a wire unplugged"}]}
type Sentence struct {
	ID       string  `json:"id"`               // unique in the file
	Vertical string  `json:"vertical"`         // home-services, clinic, insurance, law, senior-living, or another
	Rating   int     `json:"rating,omitempty"` // stars of the review, where it is a whole one
	Text     string  `json:"text"`
	Labels   []Label `json:"labels"`
	// Sentiment is the polarity of a sentence that judges the business as a
	// whole and no aspect of it, such as "Never again.".
	Sentiment string `json:"sentiment,omitempty"`
}

// Label says that a sentence judges an aspect.
type Label struct {
	Aspect   string `json:"aspect"`   // id of the taxonomy
	Polarity string `json:"polarity"` // positive, negative, or neutral for praise and blame in one
	Quote    string `json:"quote"`    // the words that do so: a verbatim slice of the text, the shortest that makes sense
}
