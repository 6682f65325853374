package people_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/insights/people"
	"github.com/reviewdata/reviewdata/pkg/insights/token"
)

func TestFind(t *testing.T) {
	t.Parallel()
	finder := people.NewFinder("Bryant & Sons Plumbing")
	for _, test := range []struct {
		text string
		want []string
	}{
		{"Dave fixed it in no time.", []string{"Dave"}},
		{"Thanks to Maria Lopez and her crew!", []string{"Maria Lopez"}},
		{"Luis and Omar replaced our panel.", []string{"Luis", "Omar"}},
		{"Our technician Gazi was great.", []string{"Gazi"}},
		{"Priya explained the closing in plain English.", []string{"Priya"}},
		{"Dr. Patel is brilliant and kind.", []string{"Dr. Patel"}},
		{"Mr. Andrew Casey won. I was pleased with Mr. Casey's work.", []string{"Andrew Casey"}},
		{"Dave was early. Dave Smith, I mean.", []string{"Dave Smith"}},
		{"My husband Bill called them.", nil},
		{"My neighbor, Susan, recommended them.", nil},
		{"We live in Austin and they came to Madison.", []string{}},
		{"Will call again. Hope they come soon.", nil},
		{"We had Will again, and Mark was polite.", []string{"Will", "Mark"}},
		{"The Bryant furnace quit.", nil},
		{"Hendrick, Casey & Hutter is the best firm.", nil},
		{"Andy & Seth went above and beyond.", []string{"Andy", "Seth"}},
		{"Romano Law handled it.", nil},
		{"Great work.\n\nShelia F", nil},
		{"seth did a great job, no other lawyer cares like that", []string{"Seth"}},
		{"In April the heater died, and in June it died again.", nil},
		{"Parking was awful. Communication could improve.", nil},
		{"Ask for Shaliz!", []string{"Shaliz"}},
		{"Keisha’s team is lovely.", []string{"Keisha"}},
		{"Kwame fixed it and Mei-Ling at the front desk was kind.", []string{"Kwame", "Mei-Ling"}},
		{"Carl's son Derek came this time.", []string{"Carl", "Derek"}},
		{"Grace at reception is a gem.", []string{"Grace"}},
		{"They promised to file by April and not since Easter.", nil},
		{"Mr. Doyle is sharp.", []string{"Mr. Doyle"}},
		{"Big thanks to Tomasz and Anjali for the quick help.", []string{"Tomasz", "Anjali"}},
		{"", nil},
	} {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range finder.Find(token.Parse(test.text), "") {
				got = append(got, p.Name)
			}
			if diff := cmp.Diff(append([]string{}, test.want...), append([]string{}, got...)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
