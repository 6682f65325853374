package service

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// journal collects what happens in which order.
type journal struct {
	mu    sync.Mutex
	lines []string
}

func (tr *journal) add(line string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.lines = append(tr.lines, line)
}

// loop runs until it is asked to stop, takes its time, and returns err.
func (tr *journal) loop(name string, takes time.Duration, err error) Component {
	return Component{Name: name, Run: func(ctx context.Context) error {
		<-ctx.Done()
		time.Sleep(takes)
		tr.add(name)
		return err
	}}
}

// fails ends by itself after a while.
func fails(name string, after time.Duration, err error) Component {
	return Component{Name: name, Run: func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(after):
			return err
		}
	}}
}

func TestRunStopsInReverseOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var tr journal
		ready := NewReadiness(slog.New(slog.DiscardHandler))
		last := Component{Name: "http", Run: func(ctx context.Context) error {
			if failing := ready.Failing(ctx); len(failing) > 0 {
				t.Errorf("not ready while running: %v", failing)
			}
			<-ctx.Done()
			if failing := ready.Failing(ctx); !slices.Equal(failing, []string{"stopping"}) {
				t.Errorf("readiness when the first component is asked to stop = %v", failing)
			}
			tr.add("http")
			return ctx.Err()
		}}
		begin := time.Now()
		err := Run(ctx, ready, Drain{Limit: 10 * time.Second}, tr.loop("ops", 0, nil), tr.loop("follow", time.Second, context.Canceled), last)
		if err != nil {
			t.Errorf("Run = %v", err)
		}
		if diff := cmp.Diff([]string{"http", "follow", "ops"}, tr.lines); diff != "" {
			t.Errorf("order of the stop (-want +got):\n%s", diff)
		}
		if took := time.Since(begin); took != time.Minute+time.Second {
			t.Errorf("took %s", took)
		}
	})
}

func TestRunErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	tests := []struct {
		name       string
		components func(*journal) []Component
		want       string
		took       time.Duration
	}{
		{
			name: "the first error stops all and comes first",
			components: func(tr *journal) []Component {
				return []Component{tr.loop("ops", 0, nil), tr.loop("a", 0, errors.New("late")), fails("b", time.Second, broken)}
			},
			want: "b: broken\na: late",
			took: time.Second,
		},
		{
			name: "ending without an error is one",
			components: func(tr *journal) []Component {
				return []Component{tr.loop("ops", 0, nil), fails("b", time.Second, nil)}
			},
			want: "b: ended without being asked to",
			took: time.Second,
		},
		{
			name: "a context error of its own is no clean stop",
			components: func(*journal) []Component {
				return []Component{fails("b", time.Second, context.Canceled)}
			},
			want: "b: context canceled",
			took: time.Second,
		},
		{
			name: "those that ignore the end are named",
			components: func(tr *journal) []Component {
				return []Component{
					tr.loop("slow", 20*time.Second, nil), tr.loop("ops", 0, nil),
					tr.loop("deaf", time.Minute, nil), fails("b", time.Second, broken),
				}
			},
			want: "b: broken\nslow: still running 11s after it was told to stop\ndeaf: still running 11s after it was told to stop",
			took: 12 * time.Second,
		},
		{
			name: "the last call is still in time",
			components: func(tr *journal) []Component {
				return []Component{tr.loop("a", 0, nil), tr.loop("b", 10500*time.Millisecond, nil), fails("c", 0, broken)}
			},
			want: "c: broken",
			took: 10500 * time.Millisecond,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				err := Run(t.Context(), nil, Drain{Limit: 10 * time.Second}, tt.components(new(journal))...)
				if took := time.Since(begin); took != tt.took {
					t.Errorf("took %s, want %s", took, tt.took)
				}
				if err == nil || err.Error() != tt.want {
					t.Errorf("Run = %v, want %s", err, tt.want)
				}
				if strings.Contains(tt.want, "broken") && !errors.Is(err, broken) {
					t.Error("the error of the component cannot be found with errors.Is")
				}
				time.Sleep(time.Hour) // lets those that were left behind end
			})
		})
	}
}

func TestDraining(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var first, second time.Duration
		measure := func(name string, d *time.Duration, takes time.Duration) Component {
			return Component{Name: name, Run: func(ctx context.Context) error {
				ctx, cancel := context.WithCancel(ctx) // a child must do as well
				defer cancel()
				<-ctx.Done()
				drain, cancel := Draining(ctx)
				defer cancel()
				if drain.Err() != nil {
					t.Errorf("%s has no time to drain", name)
				}
				deadline, _ := drain.Deadline()
				*d = time.Until(deadline)
				time.Sleep(takes)
				return nil
			}}
		}
		if err := Run(ctx, nil, Drain{Limit: 10 * time.Second}, measure("b", &second, 0), measure("a", &first, 4*time.Second)); err != nil {
			t.Errorf("Run = %v", err)
		}
		if first != 10*time.Second || second != 6*time.Second {
			t.Errorf("times to drain = %s, %s, want 10s, then what is left: 6s", first, second)
		}
		drain, stop := Draining(ctx)
		defer stop()
		if deadline, ok := drain.Deadline(); !ok || time.Until(deadline) != defaultDrain {
			t.Errorf("outside of Run the deadline is %v, %v", deadline, ok)
		}
	})
}
