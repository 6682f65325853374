package document

import "github.com/reviewdata/reviewdata/pkg/review"

// JSONFeedBody is the newest reviews as JSON Feed 1.1
// (https://www.jsonfeed.org/version/1.1/).
type JSONFeedBody struct {
	Version     string     `json:"version" jsonschema:"The URL of the version of the format."`
	Title       string     `json:"title"`
	HomePageURL URL        `json:"home_page_url"`
	FeedURL     URL        `json:"feed_url"`
	Description string     `json:"description"`
	Language    string     `json:"language" jsonschema:"Language of the titles; the reviews may be in others."`
	Hubs        []FeedHub  `json:"hubs" jsonschema:"Where to subscribe to changes."`
	Items       []FeedItem `json:"items" jsonschema:"The 50 newest reviews, newest first."`
}

// FeedHub is an endpoint that pushes the feed when it changes.
type FeedHub struct {
	Type string `json:"type" jsonschema:"The protocol the hub speaks."`
	URL  URL    `json:"url"`
}

// FeedItem is one review in the JSON Feed.
type FeedItem struct {
	ID            URL          `json:"id" jsonschema:"The same as the url; never used for another review."`
	URL           URL          `json:"url" jsonschema:"The review by itself."`
	Title         string       `json:"title"`
	ContentText   string       `json:"content_text" jsonschema:"What the customer wrote, or the stars in words."`
	DatePublished Instant      `json:"date_published" jsonschema:"The date of the review, at midnight UTC."`
	DateModified  Instant      `json:"date_modified" jsonschema:"When the review last changed here."`
	Authors       []FeedAuthor `json:"authors"`
	Tags          []string     `json:"tags" jsonschema:"Labels of the services, then names of the technicians that the review mentions."`
	Review        FeedReview   `json:"_review" jsonschema:"What JSON Feed has no members for."`
}

// FeedAuthor is the author of a review. JSON Feed has no null, so an unknown
// avatar is left out.
type FeedAuthor struct {
	Name   string `json:"name"`
	Avatar *URL   `json:"avatar,omitempty" jsonschema:"Picture of the author."`
}

// FeedReview holds the members of a review that are no members of a feed item.
type FeedReview struct {
	Rating      Rating      `json:"rating" jsonschema:"Stars, 1 to 5."`
	Source      string      `json:"source" jsonschema:"Platform the review was written on, such as google."`
	SourceURL   *URL        `json:"source_url" jsonschema:"The review on that platform."`
	Verified    bool        `json:"verified" jsonschema:"Always true: only verified reviews are published."`
	Technicians []string    `json:"technicians" jsonschema:"Names of the technicians the review mentions."`
	Services    []string    `json:"services" jsonschema:"Ids of the services the review mentions."`
	OwnerReply  *OwnerReply `json:"owner_reply" jsonschema:"Answer of the business."`
}

// JSONFeed renders the newest reviews as JSON Feed.
func JSONFeed(s *review.Snapshot) Document {
	return ofSnapshot(s, TypeJSON, encode(JSONFeedBody{
		Version:     "https://jsonfeed.org/version/1.1",
		Title:       feedTitle(s),
		HomePageURL: URL(s.BaseURL + "/"),
		FeedURL:     URL(s.BaseURL + PathJSONFeed),
		Description: feedDescription(s),
		Language:    feedLanguage,
		Hubs:        []FeedHub{{Type: "WebSub", URL: URL(s.BaseURL + PathHub)}},
		Items:       convert(newest(s), func(r review.Review) FeedItem { return newFeedItem(s, r) }),
	}))
}

func newFeedItem(s *review.Snapshot, r review.Review) FeedItem {
	return FeedItem{
		ID:            URL(entryURL(s, r)),
		URL:           URL(entryURL(s, r)),
		Title:         entryTitle(r),
		ContentText:   entryText(r),
		DatePublished: published(r),
		DateModified:  instant(r.UpdatedAt),
		Authors:       []FeedAuthor{{Name: r.Author, Avatar: optional[URL](r.AuthorAvatarURL)}},
		Tags:          convert(categories(s, r), func(c category) string { return c.label }),
		Review:        newFeedReview(r),
	}
}

func newFeedReview(r review.Review) FeedReview {
	return FeedReview{
		Rating:      Rating(r.Rating),
		Source:      r.Source,
		SourceURL:   optional[URL](r.SourceURL),
		Verified:    true,
		Technicians: list(r.Technicians),
		Services:    list(r.Services),
		OwnerReply:  newOwnerReply(r.OwnerReply),
	}
}
