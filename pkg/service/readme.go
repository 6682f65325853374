package service

import (
	"errors"
	"fmt"
	"strings"
)

// tableHead begins the table of settings in a README.
const tableHead = "| flag | environment | default | meaning |"

// Table returns the settings as the Markdown table their README shows.
func (f *Flags) Table() string {
	rows := append([]string{tableHead, "|---|---|---|---|"}, f.rows()...)
	return strings.Join(rows, "\n") + "\n"
}

func (f *Flags) rows() []string {
	rows := make([]string, len(f.all))
	for i, s := range f.all {
		cells := []string{code("-" + s.name), code(s.env), code(s.preset), s.usage}
		for j := range cells {
			cells[j] = strings.ReplaceAll(cells[j], "|", `\|`)
		}
		rows[i] = "| " + strings.Join(cells, " | ") + " |"
	}
	return rows
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + text + "`"
}

// CheckREADME holds the table of settings in readme against f: the error names
// every row that is missing, and every row that says what is not so. The
// blanks that align the columns and the order of the rows do not matter.
func (f *Flags) CheckREADME(readme []byte) error {
	found, err := tableRows(string(readme))
	if err != nil {
		return err
	}
	var problems []error
	for _, row := range f.rows() {
		if key := normalRow(row); found[key] {
			delete(found, key)
		} else {
			problems = append(problems, fmt.Errorf("missing: %s", row))
		}
	}
	for row := range found {
		problems = append(problems, fmt.Errorf("not so:  %s", row))
	}
	return errors.Join(problems...)
}

// tableRows returns the normal forms of the rows of the settings table.
func tableRows(readme string) (map[string]bool, error) {
	rows, inside := map[string]bool{}, false
	for line := range strings.Lines(readme) {
		line = normalRow(line)
		switch {
		case line == normalRow(tableHead):
			inside = true
		case !strings.HasPrefix(line, "|"):
			inside = false
		case inside && strings.Trim(line, "|-: ") != "":
			rows[line] = true
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("no table of settings: want %q", tableHead)
	}
	return rows, nil
}

// normalRow reduces the blanks in a line to single ones.
func normalRow(line string) string { return strings.Join(strings.Fields(line), " ") }
