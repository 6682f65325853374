package llm

import (
	"encoding/json"
	"net/http"

	"github.com/reviewdata/reviewdata/pkg/insights/assist"
)

// openAI is the protocol of POST /chat/completions with a JSON Schema for the
// answer, which many servers besides OpenAI's speak.
type openAI struct{}

type openAIMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type openAIRequest struct {
	Model               string          `json:"model"`
	MaxCompletionTokens int             `json:"max_completion_tokens"`
	Messages            []openAIMessage `json:"messages"`
	ResponseFormat      openAIFormat    `json:"response_format"`
}

type openAIFormat struct {
	Type       string       `json:"type"`
	JSONSchema openAISchema `json:"json_schema"`
}

type openAISchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

func (openAI) path() string { return "/chat/completions" }

func (openAI) authorize(h http.Header, key string) {
	if key != "" {
		h.Set("Authorization", "Bearer "+key)
	}
}

func (openAI) request(model string, t assist.Task) any {
	return openAIRequest{
		Model:               model,
		MaxCompletionTokens: maxTokens,
		Messages:            []openAIMessage{{"system", t.Instructions}, {"user", t.Data}},
		ResponseFormat:      openAIFormat{"json_schema", openAISchema{"answer", true, t.Schema}},
	}
}

func (openAI) answer(body []byte) (answer []byte, tokens int, err error) {
	var read struct {
		Choices []struct {
			Message openAIMessage `json:"message"`
		} `json:"choices"`
		Usage struct {
			TotalTokens int `json:"total_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return nil, maxTokens, unreadable(err)
	}
	if len(read.Choices) == 0 {
		return nil, read.Usage.TotalTokens, unreadable(errNoAnswer)
	}
	return []byte(read.Choices[0].Message.Content), read.Usage.TotalTokens, nil
}
