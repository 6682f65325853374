package jsonld

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// mediaType is the type of a script with JSON-LD.
const mediaType = "application/ld+json"

// IsHTML reports whether a text is a page.
func IsHTML(text []byte) bool {
	start := bytes.ToLower(bytes.TrimSpace(text[:min(len(text), 1<<10)]))
	for _, mark := range []string{"<!doctype html", "<html", "<head", "<script", "<!--"} {
		if bytes.HasPrefix(start, []byte(mark)) {
			return true
		}
	}
	return false
}

// scripts returns the JSON values in the scripts of a page. A script that is
// not JSON counts only if it may have held reviews.
func scripts(page []byte) ([]any, error) {
	var out []any
	z := html.NewTokenizer(bytes.NewReader(page))
	for number := 0; ; {
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return nil, err
			}
			return out, nil
		case html.StartTagToken:
			if !isData(z.Token()) || z.Next() != html.TextToken {
				continue
			}
			number++
			text := z.Text()
			found, err := values(text)
			if err != nil && bytes.Contains(text, []byte("Review")) {
				return nil, fmt.Errorf("script %d with JSON-LD: %w", number, err)
			}
			out = append(out, found...)
		default:
		}
	}
}

// isData reports whether a tag opens a script with JSON-LD.
func isData(tag html.Token) bool {
	if tag.DataAtom != atom.Script {
		return false
	}
	for _, a := range tag.Attr {
		if a.Key == "type" {
			t, _, err := mime.ParseMediaType(a.Val)
			return err == nil && strings.EqualFold(t, mediaType)
		}
	}
	return false
}
