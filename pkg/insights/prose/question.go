package prose

import "github.com/reviewdata/reviewdata/pkg/review"

// question returns what customers ask about an aspect, in the words of their
// line of business.
func question(a review.AspectInsight, taxonomy string) string {
	if q := questionsOf(taxonomy)[a.ID]; q != "" {
		return q
	}
	if q := questionsOf("")[a.ID]; q != "" {
		return q
	}
	return "What do reviews say about " + small(a.Label) + "?"
}

// questionsOf returns the questions of a line of business by aspect; those
// without one are for all.
func questionsOf(taxonomy string) map[string]string {
	switch taxonomy {
	case "home-services":
		return map[string]string{"quality": "Is the work good, and does it last?"}
	case "clinic":
		return map[string]string{
			"quality":      "Does the treatment help?",
			"punctuality":  "Are appointments on time?",
			"friendliness": "Are doctors and staff kind?",
			"cleanliness":  "Is it clean?",
			"value":        "Are costs and bills as expected?",
		}
	case "insurance":
		return map[string]string{
			"quality":     "Are claims handled well?",
			"speed":       "How quickly are claims settled?",
			"convenience": "Is it easy to take out a policy and to claim?",
			"value":       "Are the premiums fair, and do claims get paid?",
			"punctuality": "Do they keep to their times?",
		}
	case "law":
		return map[string]string{
			"quality":       "What outcomes do clients report?",
			"communication": "Are clients kept up to date?",
			"friendliness":  "Are they compassionate?",
			"value":         "Are the fees fair?",
		}
	case "senior-living":
		return map[string]string{
			"quality":       "How good is the care?",
			"communication": "Are families kept informed?",
			"friendliness":  "Is the staff kind?",
			"cleanliness":   "Is it clean?",
			"staffing":      "Is there enough staff?",
			"food":          "How is the food?",
			"activities":    "Is there enough to do?",
			"safety":        "Is it safe?",
		}
	default:
		return map[string]string{
			"responsiveness":  "Are they easy to reach?",
			"punctuality":     "Do they come on time?",
			"quality":         "Is the work good?",
			"professionalism": "Are they professional and respectful?",
			"value":           "Are the prices fair?",
			"communication":   "Do they explain things and keep customers informed?",
			"knowledge":       "Do they know their trade?",
			"friendliness":    "Are they friendly?",
			"speed":           "Are they quick?",
			"honesty":         "Are they honest?",
			"convenience":     "Are they easy to deal with?",
			"cleanliness":     "Do they leave things clean?",
		}
	}
}
