// Package llm asks a language model for help with the insights, when the
// operator has named one: labels for single reviews, better words for the
// summary and the answers. Package assist of the insights makes the questions
// and checks the answers; this one asks, within bounds of time and money, and
// remembers.
//
// Nobody waits for it. Insights are published without it at once; what it
// answers is a revision of its own. A model that is slow, away, wrong or hostile
// leaves the insights as they are.
package llm
