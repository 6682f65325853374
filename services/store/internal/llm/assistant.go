package llm

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/reviewdata/reviewdata/pkg/insights"
	"github.com/reviewdata/reviewdata/pkg/insights/analysis"
	"github.com/reviewdata/reviewdata/pkg/insights/assist"
	"github.com/reviewdata/reviewdata/pkg/insights/prose"
	"github.com/reviewdata/reviewdata/pkg/review"
)

// Assistant asks a language model and remembers what it answered.
type Assistant struct {
	options Options
	logger  *slog.Logger
	client  *client
	memory  *memory
	budget  budget

	business *review.Business   // that analyser was made for
	analyser *analysis.Analyser // of Run
}

var _ insights.Assistant = (*Assistant)(nil)

// Open returns an assistant with the answers that were kept. The options must
// have been checked; now is the clock.
func Open(o Options, now func() time.Time, logger *slog.Logger) (*Assistant, error) {
	m, err := openMemory(o.Dir, o.Provider+"\n"+o.Model)
	if err != nil {
		return nil, err
	}
	return &Assistant{options: o, logger: logger, client: newClient(o), memory: m, budget: budget{limit: o.TokensPerDay, now: now}}, nil
}

// Close lets go of the kept answers.
func (a *Assistant) Close() error { return a.memory.close() }

// Name is the name of the model.
func (a *Assistant) Name() string { return a.options.Model }

// Labels returns the labels of a task, if there are any yet.
func (a *Assistant) Labels(key string) ([]assist.Label, bool) {
	l, ok := a.memory.label(key)
	return l.Labels, ok && !l.Refused
}

// Wording returns the wording of a task, if there is one yet.
func (a *Assistant) Wording(key string) (string, bool) {
	w, ok := a.memory.wording(key)
	return w.Text, ok && !w.Refused
}

// Source is where the reviews are.
type Source interface {
	// Snapshot returns the present snapshot.
	Snapshot() *review.Snapshot
	// NextChange returns a channel that is closed with the next one.
	NextChange() <-chan struct{}
	// Refresh derives the insights anew and publishes them as a revision.
	Refresh(ctx context.Context) error
}

const (
	batch      = 200              // reviews to label between two revisions
	firstPause = 30 * time.Second // after a model that did not answer
	longest    = 30 * time.Minute
)

// Run asks for what is missing, whenever the reviews change, until ctx ends. It
// never fails: without answers the insights stay as they are.
func (a *Assistant) Run(ctx context.Context, s Source) error {
	pause := firstPause
	for ctx.Err() == nil {
		changed := s.NextChange()
		more, err := a.round(ctx, s)
		switch {
		case err != nil && ctx.Err() == nil:
			a.logger.WarnContext(ctx, "no help with the insights", slog.Any("error", err), slog.Duration("pause", pause))
			sleep(ctx, pause)
			pause = min(2*pause, longest)
		case more:
			pause = firstPause
		default:
			pause = firstPause
			select {
			case <-ctx.Done():
			case <-changed:
			}
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

var errBudget = errors.New("the tokens of the day are used up")

// round labels a batch of reviews or, when all are labelled, words the texts. It
// reports whether there may be more to do.
func (a *Assistant) round(ctx context.Context, s Source) (more bool, err error) {
	snapshot := s.Snapshot()
	questions, err := a.unlabelled(snapshot)
	if err != nil {
		return false, err
	}
	if len(questions) == 0 {
		questions = a.unworded(snapshot)
	}
	taken, err := a.askAll(ctx, questions)
	if taken > 0 {
		err = errors.Join(err, s.Refresh(ctx))
	}
	return len(questions) > 0 && err == nil, err
}

// question is a task and what to do with its answer: take reports whether it
// was of use.
type question struct {
	task assist.Task
	take func(answer []byte, refused error) (bool, error)
}

// unlabelled returns the questions about the newest reviews that have no answer
// yet.
func (a *Assistant) unlabelled(s *review.Snapshot) ([]question, error) {
	if err := a.prepare(s.Business); err != nil {
		return nil, err
	}
	analyser := a.analyser
	var out []question
	for _, r := range s.Reviews {
		if len(out) == batch || r.Text == "" {
			continue
		}
		task := assist.Labels(analyser.Taxonomy(), r.Text, r.Rating)
		if _, known := a.memory.label(task.Key()); known {
			continue
		}
		local := analyser.Analyse(r)
		if !local.Assessed {
			continue
		}
		out = append(out, question{task, func(answer []byte, refused error) (bool, error) {
			found, err := assist.ReadLabels(analyser.Taxonomy(), r.Text, local, answer)
			err = errors.Join(refused, err)
			return err == nil, a.memory.keepLabels(labels{Key: task.Key(), Labels: found, Refused: err != nil})
		}})
	}
	return out, nil
}

// prepare makes the analyser for a profile, unless it has it.
func (a *Assistant) prepare(b *review.Business) error {
	if a.analyser != nil && a.business == b {
		return nil
	}
	made, err := analysis.New(b)
	if err == nil {
		a.analyser, a.business = made, b
	}
	return err
}

// unworded returns the questions about the texts that have no answer yet, and
// forgets the answers about others.
func (a *Assistant) unworded(s *review.Snapshot) []question {
	var out []question
	var mu sync.Mutex
	present := map[string]wording{}
	for _, draft := range drafts(s) {
		key := draft.Key()
		if known, ok := a.memory.wording(key); ok {
			present[key] = known
			continue
		}
		out = append(out, question{draft.Task(), func(answer []byte, refused error) (bool, error) {
			text, err := draft.Read(answer)
			err = errors.Join(refused, err)
			mu.Lock()
			defer mu.Unlock()
			present[key] = wording{Text: text, Refused: err != nil}
			return err == nil, a.memory.keepWordings(maps.Clone(present))
		}})
	}
	if err := a.memory.keepWordings(maps.Clone(present)); err != nil {
		a.logger.Warn("answers are not kept", slog.Any("error", err))
	}
	return out
}

// drafts returns the texts of a snapshot as they are without help.
func drafts(s *review.Snapshot) []assist.Draft {
	in := s.Insights
	var stars [review.MaxRating + 1]int
	for _, r := range s.Reviews {
		stars[r.Rating]++
	}
	text := prose.Write(&in, stars, s.Business.Employs)
	if text.Summary == "" {
		return nil
	}
	in.FAQ, in.Summary, in.SummaryFacts, in.Facts = text.FAQ, text.Summary, text.SummaryFacts, text.Facts
	return assist.Wordings(&in)
}

// askAll asks questions, a few at a time, until one is not answered or the
// budget is spent. It returns how many answers were of use.
func (a *Assistant) askAll(ctx context.Context, questions []question) (int, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var taken, next atomic.Int64
	var workers sync.WaitGroup
	for range min(a.options.Concurrency, len(questions)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(questions)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				used, err := a.answer(ctx, questions[i])
				if used {
					taken.Add(1)
				}
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	return int(taken.Load()), context.Cause(ctx)
}

// answer asks one question. What is refused is remembered and no error.
func (a *Assistant) answer(ctx context.Context, q question) (bool, error) {
	if !a.budget.left() {
		return false, errBudget
	}
	answer, tokens, err := a.client.ask(ctx, q.task)
	if err != nil && !errors.Is(err, assist.ErrRefused) {
		return false, err
	}
	a.budget.spend(tokens)
	used, keep := q.take(answer, err)
	if !used {
		a.logger.InfoContext(ctx, "an answer was refused", slog.String("model", a.options.Model))
	}
	return used, keep
}
