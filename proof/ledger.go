package proof

import (
	"os"
	"path/filepath"
	"sort"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// debugPanics lets a panic of the machine through, for those who debug it.
var debugPanics = os.Getenv("RULEC_PANIC") != ""

// Row is one rule of a source, as the ledger lists it.
type Row struct {
	ID      string
	Section string
	Says    string
	Excuse  string // why it cannot be proven, or ""
	Span    source.Span
	Covered []string // titles of the proofs that pass and cover it
}

// Ledger is the list of rows of one pack.
type Ledger struct {
	Pack string
	Rows []*Row
}

// FindLedger looks for ledger/NAME.toml around a path of proofs.
func FindLedger(name, from string) string {
	abs, err := filepath.Abs(from)
	if err != nil {
		return ""
	}
	for d := abs; ; d = filepath.Dir(d) {
		for _, try := range []string{filepath.Join(d, "ledger", name+".toml"), filepath.Join(d, "conformance", "ledger", name+".toml")} {
			if _, err := os.Stat(try); err == nil {
				return try
			}
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}

// ReadLedger reads a ledger file: [[rule]] tables with id, section, says, and
// excuse where a row cannot be proven.
func ReadLedger(name string, f *source.File, log *diag.Log) *Ledger {
	t := tomltree.Parse(f, log)
	if t == nil {
		return nil
	}
	out := &Ledger{Pack: name}
	seen := map[string]source.Span{}
	list := t.Need(log, "rule", tomltree.KindArray)
	if list == nil {
		return nil
	}
	for _, v := range list.Each(log, "a rule", tomltree.KindTable) {
		r := &Row{Span: v.Span}
		str := func(key string, to *string) {
			if s := v.Table.Want(log, key, tomltree.KindString); s != nil {
				*to = s.Str
			}
		}
		if id := v.Table.Need(log, "id", tomltree.KindString); id != nil {
			r.ID = id.Str
			if first, ok := seen[r.ID]; ok {
				log.Errorf(diag.DuplicateEntry, id.Span, "row %q stands twice", r.ID).WithRelated(first, "first here")
			}
			seen[r.ID] = id.Span
		}
		var ignore string
		str("section", &r.Section)
		str("says", &r.Says)
		str("excuse", &r.Excuse)
		for _, k := range []string{"kind", "checkable", "gap", "example", "derived", "note", "corrected"} {
			if key := v.Table.Get(k); key != nil {
				_ = ignore
			}
		}
		out.Rows = append(out.Rows, r)
	}
	t.Unread(log)
	return out
}

// Count sums a ledger up against results.
func (l *Ledger) Count(results []*Result, log *diag.Log) (covered, excused int, missing []string) {
	byID := map[string]*Row{}
	prefix := ""
	for _, r := range l.Rows {
		byID[r.ID] = r
		prefix, _, _ = strings.Cut(r.ID, "-")
		r.Covered = nil
	}
	for _, res := range results {
		for _, c := range res.Proof.Covers {
			row := byID[c.ID]
			if row == nil {
				if p, _, _ := strings.Cut(c.ID, "-"); p == prefix && log != nil {
					var ids []string
					for id := range byID {
						ids = append(ids, id)
					}
					d := log.Errorf(diag.UnknownRow, c.Span, "the ledger has no row %q", c.ID)
					if s := diag.Suggest(c.ID, ids); s != "" {
						d.WithHelp("did you mean %s?", s)
					}
				}
				continue
			}
			if res.Status == Pass {
				row.Covered = append(row.Covered, res.Proof.Title)
			}
		}
	}
	for _, r := range l.Rows {
		switch {
		case len(r.Covered) > 0:
			covered++
		case r.Excuse != "":
			excused++
		default:
			missing = append(missing, r.ID)
		}
	}
	sort.Strings(missing)
	return covered, excused, missing
}
