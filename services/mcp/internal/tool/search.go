package tool

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/document"
	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
)

// Hits are search results in the shape that research agents read.
type Hits struct {
	Results []Hit `json:"results" jsonschema:"Best first."`
}

// Hit is one search result.
type Hit struct {
	ID    review.ID    `json:"id" jsonschema:"The argument of fetch."`
	Title string       `json:"title"`
	URL   document.URL `json:"url"`
}

// The bounds of a search in plain language.
const (
	maxHits      = 20
	maxWords     = 8
	minWord      = 3 // letters; shorter words say little
	maxHitQuery  = 1000
	titleExcerpt = 80 // characters of the text in a title
)

func search() definition {
	input := phrase("What to look for, in plain words, such as: water heater leak. An exact phrase is tried first, then single words; rare ones count most.")
	input.MaxLength = new(maxHitQuery)
	return definition{
		name:        "search",
		title:       "Search in plain words",
		description: "Finds the reviews that best match a few plain words, at most 20, with their titles and addresses. For research agents that use search and fetch; others have search_reviews, which filters exactly.",
		input:       object(parameter{"query", input, true}),
		output:      body[Hits](),
		answer:      answerHits,
	}
}

func answerHits(r *request) (*mcp.CallToolResult, error) {
	query := r.required("query", maxHitQuery, "a few words to look for")
	if err := r.finish(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.ctx, r.StoreTimeout)
	defer cancel()
	found, err := r.bestMatches(ctx, query)
	if err != nil {
		return nil, err
	}
	hits := Hits{Results: []Hit{}}
	for _, v := range found {
		hits.Results = append(hits.Results, newHit(r.edition, v))
	}
	return reply(hits)
}

func newHit(e *edition.Edition, v review.Review) Hit {
	title := headline(v)
	if v.Text != "" {
		title += ": " + strings.Join(strings.Fields(cut(v, titleExcerpt).Text), " ")
	}
	return Hit{ID: v.ID, Title: title, URL: address(e, v)}
}

// bestMatches returns the reviews that contain the query as it is, and when
// there are none those that contain most of its words.
func (r *request) bestMatches(ctx context.Context, query string) ([]review.Review, error) {
	if utf8.RuneCountInString(query) <= review.MaxQueryLength {
		page, err := r.search(ctx, review.Query{Text: query, Limit: maxHits})
		if err != nil || len(page.Reviews) > 0 {
			return page.Reviews, err
		}
	}
	words := words(query)
	pages, err := r.searchAll(ctx, words)
	if err != nil {
		return nil, err
	}
	return rank(pages), nil
}

// words returns the words of a query that are worth looking for, folded.
func words(query string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(review.Fold(query), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		n := utf8.RuneCountInString(word)
		if n >= minWord && n <= review.MaxQueryLength && !slices.Contains(out, word) && len(out) < maxWords {
			out = append(out, word)
		}
	}
	return out
}

// searchAll searches for each word by itself, all at once.
func (r *request) searchAll(ctx context.Context, words []string) ([]review.SearchPage, error) {
	pages, errs := make([]review.SearchPage, len(words)), make([]error, len(words))
	var searches sync.WaitGroup
	for i, word := range words {
		searches.Go(func() { pages[i], errs[i] = r.search(ctx, review.Query{Text: word, Limit: review.MaxLimit}) })
	}
	searches.Wait()
	return pages, errors.Join(errs...)
}

// rank returns the reviews on the pages, best first: a review has more weight
// the more pages it is on, and the fewer others match there.
func rank(pages []review.SearchPage) []review.Review {
	weight := map[review.ID]float64{}
	var all []review.Review
	for _, page := range pages {
		for _, v := range page.Reviews {
			if weight[v.ID] == 0 {
				all = append(all, v)
			}
			weight[v.ID] += 1 / float64(page.Matched)
		}
	}
	slices.SortFunc(all, func(a, b review.Review) int {
		return cmp.Or(cmp.Compare(weight[b.ID], weight[a.ID]), review.Compare(a, b))
	})
	return all[:min(len(all), maxHits)]
}
