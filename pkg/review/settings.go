package review

import "fmt"

// InsightSettings are what an operator changes about the insights: the
// "insights" member of the profile. They are not published.
type InsightSettings struct {
	// Vertical picks the overlay of the taxonomy; empty stands for the vertical
	// of the business.
	Vertical string
	Aspects  []SubjectSettings
	Problems []SubjectSettings
	// DiscoverTechnicians looks for people the roster does not list although
	// there is one. Without a roster they are always looked for.
	DiscoverTechnicians bool
}

// SubjectSettings change an aspect or a problem of the taxonomy, or add one
// with a new id. Seeds add to those of the taxonomy: words that show that a
// review speaks about it, whatever it says, in praise, or in criticism. A
// seed's word that ends in a star stands for all words that begin so.
type SubjectSettings struct {
	ID            string
	Label         string // empty keeps that of the taxonomy
	Seeds         []string
	PositiveSeeds []string
	NegativeSeeds []string
	Disabled      bool
}

func (is *Issues) checkInsights(s InsightSettings) {
	is.checkLine("insights.vertical", s.Vertical, maxNameLength)
	is.checkSubjects("insights.aspects", s.Aspects)
	is.checkSubjects("insights.problems", s.Problems)
}

func (is *Issues) checkSubjects(path string, subjects []SubjectSettings) {
	is.checkEntries(path, len(subjects))
	seen := map[string]bool{}
	for i, s := range subjects {
		at := fmt.Sprintf("%s.%d", path, i)
		is.checkID(at+".id", s.ID)
		is.checkUnique(at+".id", seen, s.ID, s.ID)
		is.checkLine(at+".label", s.Label, maxNameLength)
		is.checkList(at+".seeds", s.Seeds)
		is.checkList(at+".positive_seeds", s.PositiveSeeds)
		is.checkList(at+".negative_seeds", s.NegativeSeeds)
	}
}
