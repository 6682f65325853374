// Package insights derives what reviews say: which technicians and services a
// review mentions, and what all reviews say taken together. It is pure: the
// same reviews give the same insights, whatever the machine or the hour.
//
// The present model, "ratings-1", reads no meaning into the text: sentiment is
// that of the stars. What needs the text to be understood (aspects, problems,
// topics, evidence, prose) is empty.
package insights
