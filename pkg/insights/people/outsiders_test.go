package people_test

import "testing"

// People whom customers name beside the staff, by what tells them apart.
func TestFindOutsiders(t *testing.T) {
	t.Parallel()
	for name, tests := range map[string][]finding{
		"relatives, wherever they are named": {
			{"My husband Frank called. Frank was impressed and Luis was quick.", []string{"Luis"}},
			{"My mother-in-law, Estelle, adores Omar.", []string{"Omar"}},
			{"Dad's roommate Vernon liked Gail.", []string{"Gail"}},
			{"Susan, my neighbor, recommended Carlos.", []string{"Carlos"}},
			{"After my divorce from Brian I called Nadia.", []string{"Nadia"}},
			{"We came for Henry's birthday.", nil},
			{"Both my twins, Ella and Owen, love Dr. Patel.", []string{"Dr. Patel"}},
			{"My uncle Leo and Mia at the front desk are friends.", []string{"Mia"}},
			{"Our Gracie adores Denise. Gracie had surgery.", []string{"Denise"}},
		},
		"relatives of the staff are staff": {
			{"Carl came with his son Derek.", []string{"Carl", "Derek"}},
			{"The brothers, Tony and Vince, worked hard.", []string{"Tony", "Vince"}},
			{"Thanks Dave, my wife is thrilled.", []string{"Dave"}},
			{"Sister Agnes prayed with us.", []string{"Agnes"}},
		},
		"pets": {
			{"Our rescue Biscuit and our cat Oliver like Pedro.", []string{"Pedro"}},
			{"Rex barked when Pedro came. Rex is like that.", []string{"Pedro"}},
		},
		"the customer": {
			{"My name is Harriet and I recommend Luis.", []string{"Luis"}},
			{"They misspelt my name (it's Moira).", nil},
			{"Luis was great.\nLove, Becky and Tom", []string{"Luis"}},
			{"Luis was great. Kind regards, Harriet", []string{"Luis"}},
			{"Luis was great. Sincerely, Harriet Boone", []string{"Luis"}},
		},
		"those who work elsewhere": {
			{"My old dentist, Dr. Adler, found nothing. Dr. Boyd did.", []string{"Dr. Boyd"}},
			{"They lost my referral to Dr. Adler.", nil},
			{"I was referred to Dr. Boyd and she is great.", []string{"Dr. Boyd"}},
			{"Dr. Adler at the hospital missed it, Dr. Boyd did not.", []string{"Dr. Boyd"}},
			{"A lawyer for the city, a Mr. Crane, wouldn't budge.", nil},
			{"I spoke to a Mr. Crane, who was rude.", []string{"Mr. Crane"}},
			{"The judge praised Nadia. Judge Harmon is strict.", []string{"Nadia"}},
		},
		"sayings, brands and places": {
			{"They don't know me from Adam.", nil},
			{"Mr. Rooter wanted more.", nil},
			{"He is a jack of all trades.", nil},
			{"He needed an Allen wrench and a Rheem valve.", nil},
			{"Aetna denied it and Rheem replaced it.", nil},
			{"Near Port Charlotte, and in Los Angeles.", nil},
			{"I would fly to Cleveland, Ohio.", nil},
			{"The St. Mary's wing is new.", nil},
			{"Addison's disease is rare. Closed on Valentine's Day.", nil},
			{"Humidifier was installed and my kids wave at it like Santa.", nil},
			{"Reimbursement arrived. Healthy Paws answered.", nil},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			findAll(t, tests)
		})
	}
}

// How careless and careful writers name the staff.
func TestFindSpellings(t *testing.T) {
	t.Parallel()
	for name, tests := range map[string][]finding{
		"without capitals": {
			{"Great crew. kyle and dustin did an amazing job.", []string{"Kyle", "Dustin"}},
			{"Shout out to melissa in claims!!", []string{"Melissa"}},
			{"MARISOL VEGA is great! DR. NOVAK too.", []string{"Marisol Vega", "Dr. Novak"}},
			{"Our manager hung up, and the bill came late. Front lady was cold.", nil},
		},
		"titles": {
			{"Dr.Gavin is kind. dr. Teller too.", []string{"Dr. Gavin", "Dr. Teller"}},
			{"Doctor Poblete listened, and Dr. G is late.", []string{"Dr. Poblete", "Dr. G"}},
			{"Dr Batra is kind. mr Osei is not, and Mrs Poe was away.", []string{"Dr. Batra", "Mr. Osei", "Mrs. Poe"}},
			{"She is the best doctor I've had. Excellent dr. Very kind.", nil},
			{"Mr. Van der Berg and Ms. Lee-Hale talked.", []string{"Mr. Van der Berg", "Ms. Lee-Hale"}},
			{"Saw Dr. T again. Dr. Tellerman is the best.", []string{"Dr. Tellerman"}},
		},
		"from elsewhere": {
			{"Siobhan O'Leary in the office called.", []string{"Siobhan O'Leary"}},
			{"I booked through Rita.", []string{"Rita"}},
			{"Great job by Xochi on the repipe.", []string{"Xochi"}},
			{"Zdenko traced the fault.", []string{"Zdenko"}},
			{"Bhavik from radiology made me laugh.", []string{"Bhavik"}},
			{"Thanks to Dr. Shapiro, Alyssa and Jo for everything.", []string{"Dr. Shapiro", "Alyssa", "Jo"}},
		},
		"nicknames": {
			{"Big Tony and Lil Tony swapped the panel.", []string{"Tony"}},
			{"Zeke came, then Skip fixed it.", []string{"Zeke", "Skip"}},
			{"The tech was Will.", []string{"Will"}},
			{"Kenneth came. Ken is the owner.", []string{"Kenneth"}},
			{"Kate and Kyle came.", []string{"Kate", "Kyle"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			findAll(t, tests)
		})
	}
}
