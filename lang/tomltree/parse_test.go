package tomltree

import (
	"fmt"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
)

func parse(t *testing.T, text string) *Table {
	t.Helper()
	log := &diag.Log{}
	tree := Parse(source.New("t.toml", text), log)
	if tree == nil || log.Errors() > 0 {
		t.Fatalf("%v\n%s", log.Sorted(), text)
	}
	return tree
}

// listing writes a tree as lines `path @line:col text-of-key -> @line:col text-of-value`.
func listing(path string, t *Table, out *[]string) {
	for _, k := range t.Keys {
		listValue(path+k.Name, place(k.Span)+" -> ", k.Value, out)
	}
}

func listValue(path, key string, v *Value, out *[]string) {
	*out = append(*out, path+" "+key+place(v.Span))
	if v.Table != nil {
		listing(path+".", v.Table, out)
	}
	for i, item := range v.Items {
		listValue(fmt.Sprintf("%s[%d]", path, i), "", item, out)
	}
}

func place(s source.Span) string {
	return fmt.Sprintf("@%d:%d %s", s.Begin().Line, s.Begin().Column, strings.ReplaceAll(s.Text(), "\n", "~"))
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "a = 1\n  b-2 =  'é' # c\n", `
a @1:1 a -> @1:5 1
b-2 @2:3 b-2 -> @2:10 'é'`},
		{"dotted and quoted", "a . \"b c\".'d' = true\na.e = 0xF\n", `
a @1:1 a -> @1:1 a
a.b c @1:5 "b c" -> @1:5 "b c"
a.b c.d @1:11 'd' -> @1:17 true
a.e @2:3 e -> @2:7 0xF`},
		{"inline", "p = { x = 1, y.z = [ 2 ] }", `
p @1:1 p -> @1:5 { x = 1, y.z = [ 2 ] }
p.x @1:7 x -> @1:11 1
p.y @1:14 y -> @1:14 y
p.y.z @1:16 z -> @1:20 [ 2 ]
p.y.z[0] @1:22 2`},
		{"a list over several lines", "l = [\n  'a', # one\n\n  ['b',\n  ],\n]\n", `
l @1:1 l -> @1:5 [~  'a', # one~~  ['b',~  ],~]
l[0] @2:3 'a'
l[1] @4:3 ['b',~  ]
l[1][0] @4:4 'b'`},
		{"headers", "[a.b]\nx = 1\n[a]\ny = 2\n", `
a @3:2 a -> @3:1 [a]
a.b @1:4 b -> @1:1 [a.b]
a.b.x @2:1 x -> @2:5 1
a.y @4:1 y -> @4:5 2`},
		{"elements", "[[c]]\nn = 1\n[[c]]\nn = 2\n[c.d]\n[[ c ]]", `
c @1:3 c -> @1:1 [[c]]
c[0] @1:1 [[c]]
c[0].n @2:1 n -> @2:5 1
c[1] @3:1 [[c]]
c[1].n @4:1 n -> @4:5 2
c[1].d @5:4 d -> @5:1 [c.d]
c[2] @6:1 [[ c ]]`},
		{"dates and fractions", "d = 2020-01-01 10:00 # c\nf = 1.5\r\n", `
d @1:1 d -> @1:5 2020-01-01 10:00
f @2:1 f -> @2:5 1.5`},
	} {
		var lines []string
		listing("", parse(t, c.text), &lines)
		if got := strings.Join(lines, "\n"); got != strings.TrimSpace(c.want) {
			t.Errorf("%s:\n%s\nwant:%s", c.name, got, c.want)
		}
	}
}

func TestValues(t *testing.T) {
	tree := parse(t, "i = 1_000\nb = false\ns = \"a\\tb\\u00e9\"\nf = -1.50\nd = 07:30\nl = []\nt = {}\nx = 0b101\nm = '''\nab\r\n'''\n")
	for _, c := range []struct {
		name string
		kind Kind
		show string
	}{
		{"i", KindInt, "1000"}, {"b", KindBool, "false"}, {"s", KindString, "a\tbé"}, {"f", KindFloat, "-1.50"}, {"d", KindDatetime, "07:30"},
		{"l", KindArray, "0 items"}, {"t", KindTable, "0 keys"}, {"x", KindInt, "5"}, {"m", KindString, "ab\n"},
	} {
		v := tree.Get(c.name).Value
		show := v.Str
		switch v.Kind {
		case KindInt:
			show = fmt.Sprint(v.Int)
		case KindBool:
			show = fmt.Sprint(v.Bool)
		case KindArray:
			show = fmt.Sprint(len(v.Items), " items")
		case KindTable:
			show = fmt.Sprint(len(v.Table.Keys), " keys")
		}
		if v.Kind != c.kind || show != c.show {
			t.Errorf("%s: %v %q, want %v %q", c.name, v.Kind, show, c.kind, c.show)
		}
	}
}

func TestLineSpan(t *testing.T) {
	for _, c := range []struct {
		name, text        string
		line, from, to    int
		want              string
		wantLine, wantCol int
	}{
		{"second cell of the first line", "m = '''\n.b#\n#..\n'''", 0, 1, 2, "b", 2, 2},
		{"second line", "m = '''\n.b#\n#..\n'''", 1, 0, 1, "#", 3, 1},
		{"beyond the line", "m = '''\n.b#\n#..\n'''", 1, 2, 9, ".", 3, 3},
		{"right behind the line", "m = '''\n.b#\n#..\n'''", 1, 3, 4, "", 3, 4},
		{"runes, not bytes", "m = \"\"\"\nëë#\n\"\"\"", 0, 1, 3, "ë#", 2, 2},
		{"carriage returns", "m = '''\r\nab\r\ncd\r\n'''", 1, 1, 2, "d", 3, 2},
		{"an escape", "m = \"\"\"\na\\u0041b\"\"\"", 0, 1, 2, `\u0041`, 2, 2},
		{"behind an escape", "m = \"\"\"\na\\u0041b\"\"\"", 0, 2, 3, "b", 2, 8},
		{"a swallowed line end", "m = \"\"\"\na\\\n   b\"\"\"", 0, 1, 2, "b", 3, 4},
		{"quotes before the quotes", "m = '''a'''''", 0, 1, 3, "''", 1, 9},
		{"one line", "m = 'abc'", 0, 1, 2, "b", 1, 7},
		{"an escaped line end", `m = "ab\ncd"`, 1, 0, 2, "cd", 1, 10},
		{"an empty text", "m = ''", 0, 0, 1, "", 1, 6},
		{"no such line", "m = 'a'", 3, 0, 1, "'a'", 1, 5},
	} {
		v := parse(t, c.text).Get("m").Value
		got := v.LineSpan(c.line, c.from, c.to)
		if got.Text() != c.want || got.Begin().Line != c.wantLine || got.Begin().Column != c.wantCol {
			t.Errorf("%s: %q at %v", c.name, got.Text(), got.Begin())
		}
	}
	if got := parse(t, "m = '''\na\n\nb\n'''").Get("m").Value.Lines(); strings.Join(got, "|") != "a||b" {
		t.Errorf("lines: %q", got)
	}
}

func TestCaps(t *testing.T) {
	deep := func(n int) string { return "a = " + strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		name, text string
		code       diag.Code
	}{
		{"a small file", "a = 1", ""},
		{"a big one", "# " + strings.Repeat("x", MaxBytes), diag.TooLarge},
		{"as big as may be", "# " + strings.Repeat("x", MaxBytes-2), ""},
		{"deep", deep(MaxNesting), ""},
		{"too deep", deep(MaxNesting + 1), diag.TooLarge},
		{"far too deep", deep(400_000), diag.TooLarge},
		{"far too deep tables", "a = " + strings.Repeat("{a=", 300_000), diag.TooLarge},
		{"a deep key", strings.Repeat("a.", MaxNesting) + "a = 1", diag.TooLarge},
		{"a very deep key", strings.Repeat("a.", 500_000) + "a = 1", diag.TooLarge},
		{"a deep header", "[" + strings.Repeat("a.", 500_000) + "a]", diag.TooLarge},
		{"many values", "a = [" + strings.Repeat("1,", MaxValues-1) + "]", ""},
		{"too many values", "a = [" + strings.Repeat("1,", MaxValues) + "]", diag.TooLarge},
		{"too many keys", strings.Repeat("[[a]]\n", MaxValues+1), diag.TooLarge},
		{"no text", "a = '\xff'", diag.NotText},
		{"utf-16", "\xff\xfea\x00", diag.NotText},
		{"a zero", "a = 1\n\x00", diag.NotText},
		{"a replacement character", "a = '\ufffd'", ""},
	} {
		log := &diag.Log{}
		tree := Parse(source.New("t.toml", c.text), log)
		var code diag.Code
		if list := log.Sorted(); len(list) > 0 {
			code = list[0].Code
		}
		if code != c.code || (tree == nil) != (c.code != "") || log.Errors() > 1 {
			t.Errorf("%s: %v, want %q", c.name, log.Sorted(), c.code)
		}
	}
}
