package tomltree

import (
	"fmt"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// faults lists what Parse says, one `line:column code message` a line, help behind a bar.
func faults(text string) (string, *Table) {
	log := &diag.Log{}
	tree := Parse(source.New("t.toml", text), log)
	return shown(log), tree
}

func shown(log *diag.Log) string {
	var lines []string
	for _, d := range log.Sorted() {
		at := d.Span.Begin()
		s := fmt.Sprintf("%d:%d %s %s", at.Line, at.Column, d.Code, d.Message)
		if d.Help != "" {
			s += " | " + d.Help
		}
		for _, r := range d.Related {
			s += fmt.Sprintf(" | %d:%d %s", r.Span.Begin().Line, r.Span.Begin().Column, r.Message)
		}
		lines = append(lines, s)
	}
	return strings.Join(lines, "\n")
}

func TestSyntaxFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"hp 5", `1:4 E0501 after the key "hp" comes "=", not "5" | write hp = and the value`},
		{"hp: 5", `1:3 E0501 after the key "hp" comes "=", not ":" | write hp = and the value`},
		{"hp\nmp = 1", `1:3 E0501 after the key "hp" comes "=", not the end of the line | write hp = and the value`},
		{"hp =", `1:5 E0501 "hp" has no value: the end of the file comes instead`},
		{"hp = # five\n", `1:6 E0501 "hp" has no value: "#" comes instead`},
		{"= 5", `1:1 E0501 a key should stand here, not "="`},
		{"größe = 1", `1:1 E0501 a key with other letters than a to z needs quotes | write "größe"`},
		{"a. = 1", `1:4 E0501 a key should stand here, not "="`},
		{`"""a""" = 1`, `1:1 E0501 a key cannot be a text of several lines | write it in single quote marks`},
		{"name = Ox", `1:8 E0501 "Ox" is no value | if it is a text, write it in quotes: "Ox"`},
		{"dice = 2d6", `1:8 E0501 dice are a text and need quotes | write "2d6"`},
		{"a = True", `1:5 E0501 true is written in small letters | write true`},
		{"a = 007", `1:5 E0501 a number does not begin with 0 | write 7`},
		{"a = -01", `1:5 E0501 a number does not begin with 0 | write -1`},
		{"a = 5.", `1:5 E0501 a fraction has digits on both sides of its point`},
		{"a = .5", `1:5 E0501 a fraction has digits on both sides of its point`},
		{"a = 1__0", `1:5 E0501 "1__0" is no number | if it is a text, write it in quotes: "1__0"`},
		{"a = 9223372036854775808", `1:5 E0501 the number "9223372036854775808" is too large`},
		{"a = 1e999", `1:5 E0501 the number "1e999" is too large`},
		{"a = 2021-02-29", `1:5 E0501 no calendar or clock has "2021-02-29"`},
		{"a = $x", `1:5 E0501 "$x" cannot begin a value`},
		{"a = 1 2", `1:7 E0501 "2" stands where the line should end | begin a new line for the next key`},
		{"a = 'x\nb = 1", `1:5 E0501 this text has no closing quote on its line | close it with '; a text of several lines stands between three quotes`},
		{`a = "x`, `1:5 E0501 this text has no closing quote on its line | close it with "; a text of several lines stands between three quotes`},
		{"b = 1\na = '''x\ny\n", `2:5 E0501 this text is never closed | close it with '''`},
		{"a = '''x''''''", `1:9 E0501 6 quotes in a row: the text ends after three`},
		{`a = "C:\dir"`, `1:8 E0501 a backslash cannot stand before "dir" | write \\ for a backslash, or put the text in single quotes`},
		{`a = "\u12"`, `1:6 E0501 \u wants the 4 hexadecimal digits of a character`},
		{`a = "\ud800"`, `1:6 E0501 \u wants the 4 hexadecimal digits of a character`},
		{"a = '\x1b'", `1:6 E0501 a control character, 0x1b, cannot stand in a TOML file | in a text in double quotes write it as \u001b`},
		{"a = [1, 2", `1:5 E0501 this list is never closed | close it with ]`},
		{"a = [1 2]", `1:8 E0501 the list goes on with a comma or ends with ], but "2" stands here`},
		{"a = [1,, 2]", `1:8 E0501 this place of the list has no value: "," comes instead`},
		{"a = { b = 1", `1:5 E0501 this table is never closed | close it with }`},
		{"a = { b = 1 c = 2 }", `1:13 E0501 the table goes on with a comma or ends with }, but "c" stands here`},
		{"[a", `1:3 E0501 a header that begins with [ ends with ], but the end of the file stands here`},
		{"[[a]\n", `1:5 E0501 a header that begins with [[ ends with ]], but the end of the line stands here`},
		{"[]", `1:1 E0501 a header needs a name between its brackets`},
		{"[a] b = 1", `1:5 E0501 "b" stands where the line should end | begin a new line for the next key`},
		// All of them, not the first; and nothing that merely follows from another.
		{"a = \nb = 1\n[c\nb = 2\n[c]\nd = x\n", `1:5 E0501 "a" has no value: the end of the line comes instead
3:3 E0501 a header that begins with [ ends with ], but the end of the line stands here
6:5 E0501 "x" is no value | if it is a text, write it in quotes: "x"`},
		{"a = [\n  1,\n  2\nb = [\n x\n]\nc = 'x\n", `3:3 E0501 the list goes on with a comma or ends with ], but "b" stands here
5:2 E0501 "x" is no value | if it is a text, write it in quotes: "x"
7:5 E0501 this text has no closing quote on its line | close it with '; a text of several lines stands between three quotes`},
		{"a = { b = 1\nc = 2\n", `1:11 E0501 the table goes on with a comma or ends with }, but "c" stands here`},
		{"a = [1, 2\n\n[[b]]\n", `1:9 E0501 the list goes on with a comma or ends with ], but "[" stands here`},
		{"rows = [\n [1, 2]\n [3, 4]\n]\n[a]\nb = x", `3:2 E0501 the list goes on with a comma or ends with ], but "[" stands here
6:5 E0501 "x" is no value | if it is a text, write it in quotes: "x"`},
	} {
		got, tree := faults(c.text)
		if got != c.want || tree != nil {
			t.Errorf("%q\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestGivenTwice(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a = 1\na = 2", `2:1 E0501 "a" is given twice (first in line 1) | 1:1 first given here`},
		{"a = 1\n'a' = 2", `2:1 E0501 "a" is given twice (first in line 1) | 1:1 first given here`},
		{"x = { b = 1, b = 2 }", `1:14 E0501 "b" is given twice (first in line 1) | 1:7 first given here`},
		{"[a]\n[b]\n[a]", `3:2 E0501 "a" is given twice (first in line 1) | 1:2 first given here`},
		{"[a]\nb.c = 1\n[a.b]", `3:4 E0501 "b" is given twice (first in line 2) | 2:1 first given here`},
		{"[a.b]\n[a]\nb.c = 1", `3:1 E0501 "b" has a header of its own and takes no keys from elsewhere (first in line 1) | 1:4 first given here`},
		{"a = 1\na.b = 2", `2:1 E0501 "a" is a whole number already and cannot hold keys (first in line 1) | 1:1 first given here`},
		{"a = 'x'\n[a.b]", `2:2 E0501 "a" is a text already and cannot hold keys (first in line 1) | 1:1 first given here`},
		{"a = {}\na.b = 2", `2:1 E0501 "a" is complete in its braces and takes no more keys (first in line 1) | 1:1 first given here`},
		{"a = []\n[[a]]", `2:3 E0501 "a" is complete in its brackets and takes no more elements (first in line 1) | 1:1 first given here`},
		{"[[a]]\n[a]", `2:2 E0501 "a" is a list: its elements are headed [[a]] (first in line 1) | 1:3 first given here`},
		{"[a]\n[[a]]", `2:3 E0501 "a" is a table already and cannot be a list as well (first in line 1) | 1:2 first given here`},
		{"[[a]]\nb = 1\nb = 2\n[[a]]\nb = 3", `3:1 E0501 "b" is given twice (first in line 2) | 2:1 first given here`},
		// The keys below a header that is refused are not blamed as well.
		{"[a]\nx = 1\n[a]\nx = 2\n", `3:2 E0501 "a" is given twice (first in line 1) | 1:2 first given here`},
	} {
		got, tree := faults(c.text)
		if got != c.want || tree == nil {
			t.Errorf("%q\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
	_, tree := faults("a = 1\na = 2\nb = 3")
	if tree.Get("a").Value.Int != 1 || tree.Get("b").Value.Int != 3 {
		t.Error("the first of each name should stay")
	}
}

func TestFaultsAreBounded(t *testing.T) {
	got, _ := faults(strings.Repeat("x\n", 1000))
	if n := strings.Count(got, "\n") + 1; n != maxFaults {
		t.Errorf("%d faults", n)
	}
}

func TestWant(t *testing.T) {
	log := &diag.Log{}
	f := source.New("t.toml", `hp = "12"
name = 5
tags = "big"
list = ["a", 1, "b"]
fast = "true"
half = 1.5
[[creature]]
nmae = "Ox"
pos.x = 1
[extra]
deep = 1
`)
	tree := Parse(f, log)
	tree.Want(log, "hp", KindInt)
	tree.Want(log, "name", KindString)
	tree.Want(log, "tags", KindArray)
	tree.Want(log, "fast", KindBool)
	tree.Want(log, "half", KindInt, KindString)
	tree.Want(log, "absent", KindInt)
	tree.Need(log, "needed", KindInt)
	texts := tree.Want(log, "list", KindArray).Each(log, `an entry of "list"`, KindString)
	if len(texts) != 2 || texts[1].Str != "b" {
		t.Errorf("list: %v", texts)
	}
	for _, c := range tree.Want(log, "creature", KindArray).Items {
		c.Table.Need(log, "name", KindString)
		c.Table.Want(log, "pos", KindTable).Table.Need(log, "y", KindInt)
	}
	tree.Unread(log, "extras")
	want := `1:1 E0504 the file has no "needed", which must be a whole number
1:6 E0503 "hp" wants a whole number, not a text | take away the quotes: 12
2:8 E0503 "name" wants a text, not a whole number | put it in quotes: "5"
3:8 E0503 "tags" wants a list, not a text | a list of one stands in brackets: ["big"]
4:14 E0503 an entry of "list" wants a text, not a whole number | put it in quotes: "1"
5:8 E0503 "fast" wants true or false, not a text | take away the quotes: true
6:8 E0503 "half" wants a whole number or a text, not a number with a fraction | rules count in whole numbers
7:1 E0504 [[creature]] has no "name", which must be a text
8:1 E0502 nothing reads the key "nmae" | did you mean "name"?
9:1 E0504 this table has no "y", which must be a whole number
9:5 E0502 nothing reads the key "x" | did you mean "y"?
10:2 E0502 nothing reads the key "extra" | did you mean "extras"?`
	if got := shown(log); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var none *Table
	if none.Get("a") != nil || none.Has("a") || none.Need(log, "a", KindInt) != nil {
		t.Error("a nil table holds nothing")
	}
}
