package document

import "github.com/reviewdata/reviewdata/pkg/review"

// ErrorBody says why a request has no other answer. It is also a problem
// details object (RFC 9457 §3) of the type about:blank.
type ErrorBody struct {
	Status int     `json:"status" jsonschema:"The HTTP status code."`
	Title  string  `json:"title" jsonschema:"The kind of problem."`
	Detail *string `json:"detail" jsonschema:"What to change; null where the issues say it."`
	Issues []Issue `json:"issues" jsonschema:"Every problem with the parameters of the request."`
}

// Issue is one problem with one parameter of a request.
type Issue struct {
	Path     []string    `json:"path" jsonschema:"Where: the name of the parameter."`
	Code     review.Code `json:"code" jsonschema:"The kind of problem, for programs."`
	Message  string      `json:"message" jsonschema:"What to change, for people."`
	Received *string     `json:"received" jsonschema:"The offending value, shortened; null when there is none."`
}

// Error renders the body of an answer that reports an error. The detail is
// null when empty.
func Error(status int, title, detail string, issues review.Issues) []byte {
	return encode(ErrorBody{
		Status: status,
		Title:  title,
		Detail: optional[string](detail),
		Issues: convert(issues, newIssue),
	})
}

func newIssue(i review.Issue) Issue {
	return Issue{Path: list(i.Path), Code: i.Code, Message: i.Message, Received: optional[string](i.Received)}
}
