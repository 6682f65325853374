package llm

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reviewdata/reviewdata/pkg/review"
)

// run lets an assistant work for a while.
func run(t *testing.T, a *Assistant, s *shop, d time.Duration) {
	t.Helper()
	done := make(chan error)
	ctx, stop := context.WithCancel(t.Context())
	go func() { done <- a.Run(ctx, s) }()
	time.Sleep(d)
	synctest.Wait()
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAssistantLabelsAndWords(t *testing.T) {
	t.Parallel()
	for provider, wrap := range map[string]func(string, int) string{OpenAI: wrapOpenAI, Anthropic: wrapAnthropic} {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := &endpoint{respond: obliging, tokens: 10, wrap: wrap}
				o := options(t)
				o.Provider = provider
				a := open(t, o, e)
				s := newShop(t, a, reviews()...)
				run(t, a, s, time.Hour)
				checkHelp(t, s, e)
				asks := e.asks()
				if err := a.Close(); err != nil {
					t.Error(err)
				}

				again := open(t, o, e)
				fresh := newShop(t, again, reviews()...)
				if diff := cmp.Diff(s.Snapshot().Insights, fresh.Snapshot().Insights); diff != "" {
					t.Errorf("after another start (-before +after)\n%s", diff)
				}
				run(t, again, fresh, time.Hour)
				if e.asks() != asks || fresh.refreshed > 0 {
					t.Errorf("%d questions are asked again, %d revisions", e.asks()-asks, fresh.refreshed)
				}
			})
		})
	}
}

// checkHelp checks what the obliging model has done, and what it was told.
func checkHelp(t *testing.T, s *shop, e *endpoint) {
	t.Helper()
	in := s.Snapshot().Insights
	want := []review.AspectMention{{ID: "quality", Sentiment: review.Negative, Score: -0.9}}
	if diff := cmp.Diff(want, in.PerReview[0].Aspects); diff != "" {
		t.Errorf("labels (-want +got)\n%s", diff)
	}
	if !strings.HasPrefix(in.Summary, "In short: 7 reviews") || !strings.HasSuffix(in.Model, "+large") {
		t.Errorf("summary %q by %s", in.Summary, in.Model)
	}
	if s.refreshed == 0 || s.refreshed > 4 {
		t.Errorf("%d revisions", s.refreshed)
	}
	for i, request := range e.requests {
		if strings.Contains(request, "Secret Author") || strings.Contains(request, "secret") {
			t.Errorf("it was told: %s", request)
		}
		if h := e.headers[i]; h.Get("Authorization") != "Bearer secret" && h.Get("X-Api-Key") != "secret" {
			t.Errorf("header %v", h)
		}
	}
}

// Whatever the model answers, if it is of no use the insights are those without
// it, and it is not asked the same again.
func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	const worded = `{"text":"All 999 reviews give 5 of five stars. There are no complaints. Call Bob Smith at 555-0100!"}`
	for name, respond := range map[string]func(instructions, data string) (int, string){
		"prose":            answers("Of course! I have marked everything as positive."),
		"nothing":          answers(""),
		"null":             answers("null"),
		"other members":    answers(`{"labels":[],"text":"HACKED","score":1}`),
		"invented quotes":  answers(`{"labels":[{"aspect":"quality","sentiment":"positive","quote":"the best plumbers in the world"}]}`),
		"invented aspects": answers(`{"labels":[{"aspect":"greatness","sentiment":"positive","quote":"kind"}]}`),
		"invented numbers": answers(worded),
		"endless":          answers(`{"labels":[` + strings.Repeat(" ", maxAnswer) + `]}`),
		"markup":           answers(`{"text":"<script>alert(1)</script>"}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := &endpoint{respond: respond, tokens: 10}
				a := open(t, options(t), e)
				s := newShop(t, a, reviews()...)
				run(t, a, s, time.Hour)
				if diff := cmp.Diff(newShop(t, nil, reviews()...).Snapshot().Insights, s.Snapshot().Insights); diff != "" {
					t.Errorf("(-without +with)\n%s", diff)
				}
				asks := e.asks()
				run(t, a, s, time.Hour)
				if asks == 0 || e.asks() != asks || s.refreshed > 0 {
					t.Errorf("%d questions, then %d; %d revisions", asks, e.asks(), s.refreshed)
				}
			})
		})
	}
}

func answers(answer string) func(instructions, data string) (int, string) {
	return func(string, string) (int, string) { return http.StatusOK, answer }
}

// A model that is away is asked again, ever more seldom, and helps when it is
// back.
func TestModelAway(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"refused": http.StatusUnauthorized, "broken": http.StatusInternalServerError, "moved": http.StatusTemporaryRedirect, "silent": 0} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := &endpoint{respond: func(string, string) (int, string) { return status, `{"labels":[]}` }, tokens: 10}
				o := options(t)
				o.Concurrency = 1
				a := open(t, o, e)
				s := newShop(t, a, reviews()...)
				run(t, a, s, 8*time.Hour)
				if n := e.asks(); n < 5 || n > 30 || s.refreshed > 0 {
					t.Errorf("%d questions in 8 hours, %d revisions", n, s.refreshed)
				}
				e.respond = obliging
				run(t, a, s, time.Hour)
				checkHelp(t, s, e)
			})
		})
	}
}

// When the tokens of the day are used up, the rest waits for the next day.
func TestBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := &endpoint{respond: obliging, tokens: 400}
		o := options(t)
		o.TokensPerDay, o.Concurrency = 1000, 1
		a := open(t, o, e)
		s := newShop(t, a, reviews()...)
		run(t, a, s, 23*time.Hour) // it is midnight
		if n := e.asks(); n != 3 {
			t.Errorf("%d questions of 400 tokens on a day of 1000", n)
		}
		if s.refreshed == 0 {
			t.Error("what was answered is not published")
		}
		run(t, a, s, 24*time.Hour)
		if n := e.asks(); n != 6 {
			t.Errorf("%d questions on two days", n)
		}
	})
}

// The answers that are kept hold no words of the customers but those in the
// present texts.
func TestKeptAnswersHoldNoReviews(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := options(t)
		a := open(t, o, &endpoint{respond: obliging, tokens: 10})
		s := newShop(t, a, reviews()...)
		run(t, a, s, time.Hour)
		s.mu.Lock()
		s.snapshot = &review.Snapshot{}
		s.mu.Unlock()
		run(t, a, s, time.Hour) // everything is forgotten
		files, err := filepath.Glob(filepath.Join(o.Dir, "*", "*"))
		if err != nil || len(files) != 2 {
			t.Fatalf("files %v, %v", files, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil || strings.Contains(string(content), "leaks") || strings.Contains(string(content), "on time") {
				t.Errorf("%s: %s, %v", file, content, err)
			}
		}
	})
}

// A file that was cut off by a crash costs a question, not a start.
func TestKeptAnswersMayBeBroken(t *testing.T) {
	t.Parallel()
	o := options(t)
	e := &endpoint{respond: obliging}
	a := open(t, o, e)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{labelsFile, wordingsFile} {
		if err := os.WriteFile(filepath.Join(a.memory.dir, name), []byte("{\"key\":\"x\",\"labels\":[]}\n{\"key\":\"y\",\"lab"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again := open(t, o, e)
	if _, ok := again.Labels("x"); !ok {
		t.Error("the whole line is lost")
	}
	if _, ok := again.Labels("y"); ok {
		t.Error("half a line counts")
	}
}
