package sim

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// An encounter is varied in its text, so that whatever stands there is read and
// checked like what a game master writes, and its faults are shown at their place.

// thingNames lists what a thing can be called in a key: the names and templates of
// the encounter's tables, in order.
func thingNames(scene *ir.Scene) []string {
	var out []string
	for _, e := range thingTables(scene.File) {
		for _, k := range []string{"name", "template"} {
			if n := textOf(e, k); n != "" && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// thingKey splits THING.KEY by the things there are: names may have dots in them.
func thingKey(key string, scene *ir.Scene) *change {
	var best *change
	for _, n := range thingNames(scene) {
		if rest, ok := strings.CutPrefix(key, n+"."); ok && (best == nil || len(n) > len(best.thing)) {
			best = &change{thing: n, path: strings.Split(rest, ".")}
		}
	}
	return best
}

// thingTables lists the tables of things of an encounter.
func thingTables(f *source.File) []*tomltree.Table {
	t := tomltree.Parse(f, &diag.Log{})
	if t == nil {
		return nil
	}
	var out []*tomltree.Table
	for _, k := range t.Keys {
		for _, item := range k.Value.Items {
			if item.Kind == tomltree.KindTable {
				out = append(out, item.Table)
			}
		}
	}
	return out
}

func textOf(t *tomltree.Table, key string) string {
	if k := t.Get(key); k != nil && k.Value.Kind == tomltree.KindString {
		return k.Value.Str
	}
	return ""
}

// edit is a stretch of a text and what takes its place.
type edit struct {
	from, to int
	text     string
}

// patch writes a value into the text of the encounter: into every table of the
// thing that is meant, by name or else by template.
func (c *change) patch(f *source.File, value string) *source.File {
	value = tomlValue(value)
	var edits []edit
	if c.thing == "" {
		t := tomltree.Parse(f, &diag.Log{})
		edits = append(edits, c.edit(f.Text, t, c.path, value, true))
	} else {
		tables := thingTables(f)
		for _, by := range []string{"name", "template"} {
			for _, t := range tables {
				if textOf(t, by) == c.thing {
					edits = append(edits, c.edit(f.Text, t, c.path, value, false))
				}
			}
			if len(edits) > 0 {
				break
			}
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	text := f.Text
	for _, e := range edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	return source.New(f.Name, text)
}

// edit finds where a key stands, or where it can be put.
func (c *change) edit(text string, t *tomltree.Table, path []string, value string, root bool) edit {
	at := t
	for i, name := range path {
		k := at.Get(name)
		if k == nil {
			return insert(text, t, at, path, i, value, root)
		}
		if i == len(path)-1 || k.Value.Kind != tomltree.KindTable {
			return edit{k.Value.Span.Start, k.Value.Span.End, value}
		}
		at = k.Value.Table
	}
	return edit{}
}

// insert puts a key into a table. Behind a header it has a line of its own, in
// braces it is the first; a table made by dotted keys is added to from where it
// began.
func insert(text string, top, at *tomltree.Table, path []string, from int, value string, root bool) edit {
	line := func(keys []string) string {
		out := make([]string, len(keys))
		for i, k := range keys {
			if out[i] = k; !bareKey.MatchString(k) {
				out[i] = strconv.Quote(k)
			}
		}
		return strings.Join(out, ".") + " = " + value
	}
	start := at.Span.Start
	switch {
	case strings.HasPrefix(text[start:], "{"):
		put := line(path[from:])
		if len(at.Keys) > 0 {
			put += ", "
		}
		return edit{start + 1, start + 1, put}
	case at != top && strings.HasPrefix(strings.TrimLeft(lineAt(text, start), " \t"), "["):
		return behindLine(text, start, line(path[from:]))
	case root:
		return edit{0, 0, line(path) + "\n"}
	case strings.HasPrefix(text[top.Span.Start:], "{"):
		return edit{top.Span.Start + 1, top.Span.Start + 1, line(path) + ", "}
	}
	return behindLine(text, top.Span.Start, line(path))
}

var (
	bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	rawToml = regexp.MustCompile(`^([-+]?[0-9][0-9_]*|true|false|["'\[{].*)$`)
)

// lineAt is the line that holds an offset.
func lineAt(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	end := strings.IndexByte(text[from:], '\n')
	if end < 0 {
		return text[from:]
	}
	return text[from : from+end]
}

func behindLine(text string, at int, put string) edit {
	end := strings.IndexByte(text[at:], '\n')
	if end < 0 {
		return edit{len(text), len(text), "\n" + put}
	}
	return edit{at + end + 1, at + end + 1, put + "\n"}
}

// tomlValue is a value as it stands in a file: what is no number, truth, list or
// table is a text, whose quotes a command line may leave out.
func tomlValue(v string) string {
	if rawToml.MatchString(v) {
		return v
	}
	return strconv.Quote(v)
}
