// Package insights turns what single reviews say into what all of them say: a
// Deriver reads each review once (package analysis), counts the statements, and
// has package prose write what the counts allow.
//
// It is pure. The same reviews and the same profile give the same insights, in
// whatever order the reviews came and whatever the deriver did before; every
// count can be made again from the insights into single reviews; and the texts
// use no number, name or quote that is not a fact of the insights.
package insights
