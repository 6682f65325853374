package takeout

import "strings"

const (
	translatedMark = "(Translated by Google)"
	originalMark   = "(Original)"
)

// Original returns what the customer wrote, without the translation that
// Google puts before it, or after it:
//
//	(Translated by Google) Excellent service.
//
//	(Original)
//	Servicio excelente.
func Original(text string) string {
	if strings.HasPrefix(text, translatedMark) {
		if _, original, ok := strings.Cut(text, "\n"+originalMark); ok {
			return strings.TrimSpace(original)
		}
		return text
	}
	if original, _, ok := strings.Cut(text, "\n\n"+translatedMark); ok {
		return strings.TrimSpace(original)
	}
	return text
}
