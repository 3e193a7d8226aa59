package tomltree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// plain turns a table into what BurntSushi would make of it. Dates are only told
// apart from other things, and every line end is "\n".
func plain(t *Table) map[string]any {
	m := map[string]any{}
	for _, k := range t.Keys {
		m[k.Name] = plainValue(k.Value)
	}
	return m
}

func plainValue(v *Value) any {
	switch v.Kind {
	case KindString:
		return strings.ReplaceAll(v.Str, "\r\n", "\n")
	case KindInt:
		return v.Int
	case KindBool:
		return v.Bool
	case KindFloat:
		return plainFloat(v.Str)
	case KindDatetime:
		return "a date"
	case KindTable:
		return plain(v.Table)
	}
	list := []any{}
	for _, item := range v.Items {
		list = append(list, plainValue(item))
	}
	return list
}

func plainFloat(s string) any {
	if strings.HasSuffix(s, "nan") {
		return "nan"
	}
	n, err := float(s)
	if err != nil {
		panic(err)
	}
	return n
}

// theirs brings BurntSushi's data into the same shape.
func theirs(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for k, x := range v {
			m[k] = theirs(x)
		}
		return m
	case []map[string]any:
		list := []any{}
		for _, x := range v {
			list = append(list, theirs(x))
		}
		return list
	case []any:
		list := []any{}
		for _, x := range v {
			list = append(list, theirs(x))
		}
		return list
	case float64:
		if math.IsNaN(v) {
			return "nan"
		}
	case time.Time:
		return "a date"
	case string:
		return strings.ReplaceAll(v, "\r\n", "\n")
	}
	return v
}

// sound checks every place in a table and what must hold of it.
func sound(t *Table, f *source.File) error {
	if err := inside(t.Span, f); err != nil {
		return err
	}
	for _, k := range t.Keys {
		if err := inside(k.Span, f); err != nil {
			return fmt.Errorf("key %q: %w", k.Name, err)
		}
		if text := k.Span.Text(); !strings.ContainsAny(text[:1], `"'`) && text != k.Name {
			return fmt.Errorf("key %q stands at %q", k.Name, text)
		}
		if err := soundValue(k.Value, f); err != nil {
			return fmt.Errorf("%q: %w", k.Name, err)
		}
	}
	return nil
}

func soundValue(v *Value, f *source.File) error {
	if err := inside(v.Span, f); err != nil {
		return err
	}
	switch v.Kind {
	case KindTable:
		return sound(v.Table, f)
	case KindArray:
		for _, item := range v.Items {
			if err := soundValue(item, f); err != nil {
				return err
			}
		}
	case KindString:
		for i, line := range v.Lines() {
			col := 0
			for _, r := range line {
				at := v.LineSpan(i, col, col+1)
				if at.Start < v.Span.Start || at.End > v.Span.End {
					return fmt.Errorf("line %d, character %d stands outside", i, col)
				}
				if text := at.Text(); text != string(r) && text[0] != '\\' && text != "\r\n" {
					return fmt.Errorf("line %d, character %d (%q) stands at %q", i, col, r, text)
				}
				if col++; col > 100 {
					break
				}
			}
		}
	}
	return nil
}

func inside(s source.Span, f *source.File) error {
	if s.File != f || s.Start < 0 || s.End < s.Start || s.End > len(f.Text) {
		return fmt.Errorf("span %d to %d is not in the file of %d bytes", s.Start, s.End, len(f.Text))
	}
	return nil
}

// differ reads a text in both ways and tells where they do not agree.
func differ(text string) error {
	log := &diag.Log{}
	f := source.New("fuzz.toml", text)
	tree := Parse(f, log)
	for _, d := range log.Sorted() {
		if err := inside(d.Span, f); err != nil {
			return fmt.Errorf("%v: %w", d, err)
		}
		for _, r := range d.Related {
			if err := inside(r.Span, f); err != nil {
				return fmt.Errorf("%v: %w", d, err)
			}
		}
		if d.Code == diag.TooLarge || d.Code == diag.NotText {
			if tree != nil {
				return fmt.Errorf("%v, and yet a tree", d)
			}
			return nil
		}
	}
	if (tree == nil) != (log.Errors() > 0) && tree == nil {
		return fmt.Errorf("no tree and no reason")
	}
	if strings.HasPrefix(f.Text, "\ufeff") {
		return nil // BurntSushi drops a second mark
	}
	p := read(f, &diag.Log{})
	if err := sound(p.root, f); err != nil {
		return err
	}
	data, err := decode(f.Text)
	switch {
	case p.faults > 0 && err == nil && strings.HasPrefix(log.Sorted()[0].Message, "no calendar"):
		return nil // they allow zones of 24 hours and 60 minutes
	case p.faults > 0 && err == nil:
		return fmt.Errorf("we refuse it: %v", log.Sorted()[0])
	case p.faults+p.repeats > 0:
		return nil // they let some names be given twice
	case err != nil:
		return fmt.Errorf("they refuse it: %v", err)
	case !reflect.DeepEqual(plain(p.root), theirs(data)):
		return fmt.Errorf("ours:   %#v\ntheirs: %#v", plain(p.root), theirs(data))
	}
	return nil
}

var seeds = []string{
	"", "a = 1", "a.b = 'x'\na.c = [1, 2.5, true,\n# c\n]\n", "[a]\nb = {c = 1, 'd.e' = \"\\u00e4\\x41\\e\"}\n[[a.l]]\nx=1\n[[a.l]]\n",
	"m = \"\"\"\r\nab\\\n   cd\"\"\"\"\"\nr = '''\n.#.\n\t'''", "d = 2020-01-02 03:04:05.6Z\nt = 07:32\nn = -0x\nf = -inf\ng = +nan\n",
	"\ufeffx = 0b1_0\ny = 1_000e-3", "x = [[[[", "a = {\n b = 1, # c\n}\n", "x = \"\\\\\"\ny=\"a\\", "[x.y]\n[x]\n[x]\n", "x = 00\ny = 2d6\n", "\x00", "\xff",
	"x = '''''''''", `x = """a\""""""`, "a . \"b\" . 'c' = 1", "[ a . b ]", "x = 1 # \x7f", "x = 1\r", "é = 1",
}

// FuzzAgree looks for a text that the two readers do not see alike.
func FuzzAgree(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := differ(text); err != nil {
			t.Fatalf("%q\n%v", text, err)
		}
	})
}

// TestSoup holds the two readers against each other over pieces of TOML thrown together.
func TestSoup(t *testing.T) {
	pieces := strings.Split(`a|b|.|.|"c"|'d'|=|=|=| |[|]|[[|]]|{|}|,|,|1|-2|0x1f|1.5|1e3|true|inf|"x"|'y'|"\n"|"\u00e9"|"\x41`+
		`|"""|'''|"|'|\|\t|#|# c|2020-01-02|07:30|T|Z|_|0|[a]|[a.b]|[[b]]|a = 1|b.c = 2|x = {|y = [|é`, "|")
	pieces = append(pieces, "\n", "\n", "\n", "\r\n", "\t", "\x01", "\r")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 15_000 {
		var b strings.Builder
		for range rng.IntN(24) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		if err := differ(b.String()); err != nil {
			t.Fatalf("%q\n%v", b.String(), err)
		}
	}
}

// TestSoundDocuments does the same over documents that are mostly good.
func TestSoundDocuments(t *testing.T) {
	values := []string{"1", "-0", "+1_000", "0b101", "1.5", "-nan", "6.02e23", "true", "''", `"a\tb\\"`, "'C:\\x'", "\"\"\"\n a\n  b\\\n   c\r\nd\"\"\"\"",
		"'''\n.#.\n#'#\n'''", "[]", "[1, [2, 'x'], ]", "[\n {a = 1}, # c\n {a = 2}\n]", "{}", "{ a.b = 1, a.c = {\n},\n}", "2020-02-29", "07:32:00.5", "2020-01-01 00:00:00-03:30"}
	heads := []string{"a", "b", "c", "a.b", `a."b c"`, "b . c", "'a'.d", "d-1._"}
	rng := rand.New(rand.NewPCG(3, 4))
	good := 0
	for range 8_000 {
		var b strings.Builder
		for range rng.IntN(8) {
			h := heads[rng.IntN(len(heads))]
			switch rng.IntN(5) {
			case 0:
				fmt.Fprintf(&b, "[%s]\n", h)
			case 1:
				fmt.Fprintf(&b, "[[ %s]] # c\r\n", h)
			default:
				fmt.Fprintf(&b, "%s = %s\n", h, values[rng.IntN(len(values))])
			}
		}
		if err := differ(b.String()); err != nil {
			t.Fatalf("%s\n%q\n%v", b.String(), b.String(), err)
		}
		if log := (&diag.Log{}); Parse(source.New("x", b.String()), log) != nil && log.Errors() == 0 {
			good++
		}
	}
	if good < 2_000 {
		t.Errorf("only %d good documents", good)
	}
}
