package service

import (
	"errors"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"time"
)

// A value is the target of one setting, with its text form.
type value[T any] struct {
	target *T
	parse  func(string) (T, error)
	format func(T) string
	isBool bool
}

// Set parses text into the target, which is untouched when text is wrong.
func (v *value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.target = parsed
	return nil
}

// String returns the text form of the target; the flag package also calls it
// on the zero value.
func (v *value[T]) String() string {
	if v.target == nil {
		return ""
	}
	return v.format(*v.target)
}

// IsBoolFlag tells the flag package that -name alone means -name=true.
func (v *value[T]) IsBoolFlag() bool { return v.isBool }

func asIs(s string) string { return s }

func parseString(text string) (string, error) { return text, nil }

func parseInt(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, errors.New("want a whole number")
	}
	return n, nil
}

func parseBool(text string) (bool, error) {
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, errors.New("want true or false")
	}
	return b, nil
}

func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, errors.New("want a duration such as 1m30s")
	}
	return d, nil
}

// formatDuration leaves out the zero units that time.Duration prints: 24h, not
// 24h0m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func parseFloat(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, errors.New("want a number")
	}
	return x, nil
}

func formatFloat(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// parseList splits at commas; blanks around items and empty items are dropped.
func parseList(text string) ([]string, error) {
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items, nil
}

func formatList(items []string) string { return strings.Join(items, ",") }

func parseLevel(text string) (slog.Level, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(text)); err != nil {
		return 0, errors.New("want debug, info, warn or error")
	}
	return level, nil
}

func formatLevel(level slog.Level) string { return strings.ToLower(level.String()) }
