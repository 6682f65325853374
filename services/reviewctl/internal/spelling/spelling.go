// Package spelling finds the name that somebody probably meant.
package spelling

// maxDistance is how many edits apart a name may be to be suggested.
const maxDistance = 2

// Nearest returns the one of known that is fewest edits away from word, and
// whether any is near enough to suggest.
func Nearest(word string, known []string) (string, bool) {
	best, least := "", maxDistance+1
	for _, name := range known {
		if d := distance(word, name); d < least {
			best, least = name, d
		}
	}
	return best, least <= maxDistance && least < len(word)
}

// distance counts the bytes to insert, delete or replace to turn a into b
// (the Levenshtein distance), computed row by row. Beyond maxDistance it is
// only known to be too far.
func distance(a, b string) int {
	if max(len(a)-len(b), len(b)-len(a)) > maxDistance {
		return maxDistance + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
