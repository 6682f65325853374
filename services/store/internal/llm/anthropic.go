package llm

import (
	"encoding/json"
	"net/http"

	"github.com/reviewdata/reviewdata/pkg/insights/assist"
)

// anthropic is the protocol of POST /messages. The answer is the input of a tool
// that the model has to use: that is how it takes a JSON Schema.
type anthropic struct{}

// answerTool is the name of that tool. It does nothing.
const answerTool = "answer"

type anthropicRequest struct {
	Model      string             `json:"model"`
	MaxTokens  int                `json:"max_tokens"`
	System     string             `json:"system"`
	Messages   []anthropicMessage `json:"messages"`
	Tools      []anthropicTool    `json:"tools"`
	ToolChoice anthropicChoice    `json:"tool_choice"`
}

type anthropicMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"input_schema"`
}

type anthropicChoice struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

func (anthropic) path() string { return "/messages" }

func (anthropic) authorize(h http.Header, key string) {
	h.Set("Anthropic-Version", "2023-06-01")
	if key != "" {
		h.Set("X-Api-Key", key)
	}
}

func (anthropic) request(model string, t assist.Task) any {
	return anthropicRequest{
		Model:      model,
		MaxTokens:  maxTokens,
		System:     t.Instructions,
		Messages:   []anthropicMessage{{"user", t.Data}},
		Tools:      []anthropicTool{{answerTool, "Takes the answer.", t.Schema}},
		ToolChoice: anthropicChoice{"tool", answerTool},
	}
}

func (anthropic) answer(body []byte) (answer []byte, tokens int, err error) {
	var read struct {
		Content []struct {
			Type  string          `json:"type"`
			Name  string          `json:"name"`
			Input json.RawMessage `json:"input"`
		} `json:"content"`
		Usage struct {
			InputTokens  int `json:"input_tokens"`
			OutputTokens int `json:"output_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return nil, maxTokens, unreadable(err)
	}
	tokens = read.Usage.InputTokens + read.Usage.OutputTokens
	for _, part := range read.Content {
		if part.Type == "tool_use" && part.Name == answerTool {
			return part.Input, tokens, nil
		}
	}
	return nil, tokens, unreadable(errNoAnswer)
}
