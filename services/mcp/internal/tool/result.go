package tool

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/visible"
)

// maxResult bounds the JSON of a result that can grow, in bytes: about what
// the strictest of the usual clients lets through, which count 25,000 tokens.
const maxResult = 60_000

// newResult answers with a body, as structured content and as text. Further
// texts are hints to the model.
func newResult(body []byte, hints ...string) *mcp.CallToolResult {
	body = bytes.TrimSuffix(body, []byte("\n"))
	content := []mcp.Content{mcp.NewTextContent(visible.JSON(body))}
	for _, hint := range hints {
		content = append(content, mcp.NewTextContent(hint))
	}
	return &mcp.CallToolResult{Content: content, RawStructuredContent: body}
}

// newFailure answers that a call has no result, and why.
func newFailure(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(text)}, IsError: true}
}

// maxExplained is how many problems of a call are worth writing: a short call
// can have thousands.
const maxExplained = 20

// explain writes the problems of a call, one a line.
func explain(issues review.Issues) string {
	var b strings.Builder
	b.WriteString("Invalid arguments; nothing was looked up.")
	for i, issue := range issues {
		if i == maxExplained {
			fmt.Fprintf(&b, "\n- and %d more", len(issues)-i)
			break
		}
		b.WriteString("\n- " + issue.Message)
		if issue.Received != "" {
			fmt.Fprintf(&b, ", got %q", issue.Received)
		}
	}
	return b.String()
}
