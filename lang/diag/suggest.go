package diag

import (
	"sort"
	"strings"
)

// Suggest finds the name somebody probably meant: the same letters in another
// case, else the nearest by edit distance (at most a third of the length, at
// least one), first in the alphabet among equals. It returns "" if none is near.
func Suggest(wrong string, names []string) string {
	sorted := append([]string(nil), names...)
	sort.Strings(sorted)
	best, bestDistance := "", max(1, len(wrong)/3)+1
	for _, n := range sorted {
		if n == wrong {
			continue
		}
		if strings.EqualFold(n, wrong) {
			return n
		}
		if d := editDistance(wrong, n, bestDistance); d < bestDistance {
			best, bestDistance = n, d
		}
	}
	return best
}

// editDistance is the optimal string alignment distance (insert, delete,
// replace, swap neighbours), cut off at limit.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return min(last[len(b)], limit)
}
