// Package complete proposes values for the arguments of prompts and the
// variables of resource templates: the names of services, technicians and
// aspects.
package complete

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/reviewdata/reviewdata/pkg/review"
	"github.com/reviewdata/reviewdata/services/mcp/internal/call"
	"github.com/reviewdata/reviewdata/services/mcp/internal/edition"
	"github.com/reviewdata/reviewdata/services/mcp/internal/prompt"
	"github.com/reviewdata/reviewdata/services/mcp/internal/resource"
	"github.com/reviewdata/reviewdata/services/mcp/internal/tool"
)

// maxValues is how many values the protocol allows (MCP 2025-06-18,
// Completion).
const maxValues = 100

// Completer proposes values.
type Completer struct {
	Current func() *edition.Edition // nil while there is none
}

var (
	_ server.PromptCompletionProvider   = Completer{}
	_ server.ResourceCompletionProvider = Completer{}
)

// CompletePromptArgument proposes values for an argument of a prompt.
func (c Completer) CompletePromptArgument(ctx context.Context, name string, a mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	if !prompt.HasArgument(name, a.Name) {
		return nil, call.From(ctx).Refuse(call.Problem{Text: "No prompt has this argument; prompts/list names those there are."})
	}
	switch a.Name {
	case prompt.ArgumentService:
		return c.propose(tool.ServiceNames, a.Value), nil
	case prompt.ArgumentTechnician:
		return c.propose(tool.TechnicianNames, a.Value), nil
	default:
		return &mcp.Completion{}, nil
	}
}

// CompleteResourceArgument proposes values for a variable of a template.
func (c Completer) CompleteResourceArgument(ctx context.Context, uri string, a mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	switch uri {
	case resource.TemplateService:
		return c.propose(tool.ServiceNames, a.Value), nil
	case resource.TemplateTechnician:
		return c.propose(tool.TechnicianNames, a.Value), nil
	case resource.TemplateAspect:
		return c.propose(tool.AspectNames, a.Value), nil
	case resource.TemplateReview:
		return &mcp.Completion{}, nil
	default:
		return nil, call.From(ctx).Refuse(call.Problem{Text: "There is no such template; resources/templates/list names those there are."})
	}
}

// propose returns the names that contain a value, those that begin with it
// first.
func (c Completer) propose(names func(*edition.Edition) []string, value string) *mcp.Completion {
	e := c.Current()
	if e == nil {
		return &mcp.Completion{}
	}
	var begin, contain []string
	folded := review.Fold(value)
	for _, name := range names(e) {
		switch at := strings.Index(review.Fold(name), folded); {
		case at == 0:
			begin = append(begin, name)
		case at > 0:
			contain = append(contain, name)
		}
	}
	found := append(begin, contain...)
	return &mcp.Completion{Values: found[:min(len(found), maxValues)], Total: len(found), HasMore: len(found) > maxValues}
}
