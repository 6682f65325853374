package webtest

import (
	"errors"
	"fmt"
	"strings"
)

// A block is one clause: a subtest.
type block struct {
	name  string
	line  int
	steps []*step
}

// A step is one request with what its answer must be.
type step struct {
	line           int
	method, target string
	header         []field
	body           []string
	actions        []action
}

// A field is one header line of a request.
type field struct{ name, value string }

// An action is an expectation or a set line, ready to run.
type action struct {
	line int
	text string
	run  func(*answer, variables) error
}

// errors of a script's structure.
var (
	errNoClause   = errors.New("a block must begin with a # line that names its clause")
	errNoRequest  = errors.New("a request line must come first, such as GET /reviews.json")
	errNothing    = errors.New("the request above expects nothing")
	errTooLate    = errors.New("header and body lines come right after the request line")
	errNoBlock    = errors.New("no block")
	errNoHeader   = errors.New("want > Name: value")
	errNoTarget   = errors.New("want a method and a target, such as GET /reviews.json")
	errNotALine   = errors.New("neither a request nor an expectation")
	errUnexpected = errors.New("does not take a value")
)

// parse reads a script; the error names the line.
func parse(text string) ([]block, error) {
	var p parser
	number := 0
	for line := range strings.Lines(text) {
		number++
		if err := p.line(number, strings.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("%d: %w", number, err)
		}
	}
	if err := p.endBlock(); err != nil {
		return nil, fmt.Errorf("%d: %w", number, err)
	}
	if len(p.blocks) == 0 {
		return nil, fmt.Errorf("%d: %w", number, errNoBlock)
	}
	return p.blocks, nil
}

// A parser holds what has been read.
type parser struct {
	blocks []block
	open   *block // being read
}

func (p *parser) line(number int, line string) error {
	switch {
	case line == "":
		return p.endBlock()
	case line[0] == '#':
		p.comment(number, strings.TrimSpace(line[1:]))
		return nil
	case p.open == nil:
		return errNoClause
	case line[0] == '>' || line[0] == '|':
		return p.detail(line[0], line[1:])
	}
	word, rest, _ := strings.Cut(line, " ")
	if isMethod(word) {
		return p.request(number, word, strings.TrimSpace(rest))
	}
	return p.action(number, line)
}

// comment names the block while it has no steps.
func (p *parser) comment(number int, text string) {
	if p.open == nil {
		p.open = &block{line: number}
	}
	if len(p.open.steps) == 0 {
		p.open.name = strings.TrimSpace(p.open.name + " " + text)
	}
}

// isMethod tells a request line from an expectation by its capitals.
func isMethod(word string) bool {
	return strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func (p *parser) request(number int, method, target string) error {
	if target == "" || strings.ContainsAny(target, " \t") {
		return errNoTarget
	}
	if err := p.endStep(); err != nil {
		return err
	}
	p.open.steps = append(p.open.steps, &step{line: number, method: method, target: target})
	return nil
}

// step returns the step being read, or nil.
func (p *parser) step() *step {
	if p.open == nil || len(p.open.steps) == 0 {
		return nil
	}
	return p.open.steps[len(p.open.steps)-1]
}

func (p *parser) detail(mark byte, text string) error {
	s := p.step()
	switch {
	case s == nil:
		return errNoRequest
	case len(s.actions) > 0:
		return errTooLate
	case mark == '|':
		s.body = append(s.body, strings.TrimPrefix(text, " "))
		return nil
	}
	name, value, found := strings.Cut(text, ":")
	if name = strings.TrimSpace(name); !found || name == "" {
		return errNoHeader
	}
	s.header = append(s.header, field{name: name, value: strings.TrimSpace(value)})
	return nil
}

func (p *parser) action(number int, line string) error {
	s := p.step()
	if s == nil {
		return errNoRequest
	}
	run, err := compile(line)
	if err != nil {
		return err
	}
	s.actions = append(s.actions, action{line: number, text: line, run: run})
	return nil
}

func (p *parser) endStep() error {
	if s := p.step(); s != nil && len(s.actions) == 0 {
		return errNothing
	}
	return nil
}

// endBlock closes the block being read. Comments alone are no block: they may
// stand between blocks, for what concerns more than one.
func (p *parser) endBlock() error {
	if err := p.endStep(); err != nil {
		return err
	}
	if p.step() != nil {
		p.blocks = append(p.blocks, *p.open)
	}
	p.open = nil
	return nil
}
