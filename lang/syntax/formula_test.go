package syntax

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// readOne parses a formula that must be right.
func readOne(t *testing.T, text string) Expr {
	t.Helper()
	var log diag.Log
	e := ParseFormula(source.New("formula", text), &log)
	if e == nil || log.Errors() > 0 {
		t.Fatalf("%s: %v", text, log.Sorted())
	}
	return e
}

func TestFormulaTrees(t *testing.T) {
	cases := []struct{ text, tree string }{
		{`1`, `(Int 1)`},
		{`007`, `(Int 7)`},
		{`self`, `(Name self)`},
		{`true`, `(Bool Value:true)`},
		{`"a \"b\" {c}"`, `(String Value:a "b" {c})`},
		{`2d6 + d%`, `(Binary + (Dice 2d6) (Dice d%))`},
		{`4d6kh3`, `(Dice 4d6kh3)`},
		{`d20_roll.d6`, ``},
		{`6 squares`, `(Int 6 squares)`},
		{`30ft`, `(Int 30 ft)`},
		{`6 in a`, `(Binary in (Int 6) (Name a))`},
		{`2 * 6 squares - 1 m`, `(Binary - (Binary * (Int 2) (Int 6 squares)) (Int 1 m))`},
		{`-a.b`, `(Unary - (Select (Name a) b))`},
		{`-2 * a`, `(Binary * (Unary - (Int 2)) (Name a))`},
		{`a - -b`, `(Binary - (Name a) (Unary - (Name b)))`},
		{`a % b`, `(Binary % (Name a) (Name b))`},
		{`1..6`, `(Binary .. (Int 1) (Int 6))`},
		{`a in 1..b + 1`, `(Binary in (Name a) (Binary .. (Int 1) (Binary + (Name b) (Int 1))))`},
		{`a not in b`, `(Binary not in (Name a) (Name b))`},
		{`not (a in b)`, `(Unary not (Binary in (Name a) (Name b)))`},
		{`not a or b and c`, `(Binary or (Unary not (Name a)) (Binary and (Name b) (Name c)))`},
		{`(not a) == b`, `(Binary == (Unary not (Name a)) (Name b))`},
		{`a == not b`, `(Binary == (Name a) (Unary not (Name b)))`},
		{`a is prone`, `(Is X:(Name a) Condition:(Name prone))`},
		{`a is not prone and b`, `(Binary and (Is X:(Name a) Not:true Condition:(Name prone)) (Name b))`},
		{`a is held by b.c`, `(Is X:(Name a) Condition:(Name held) Partner:(Select (Name b) c))`},
		{`a is held(2) with b or c`, `(Binary or (Is X:(Name a) Condition:(Call (Name held) [(Arg Value:(Int 2))]) Partner:(Name b) With:true) (Name c))`},
		{`a.lost is d6 + 3`, `(Is X:(Select (Name a) lost) Condition:(Binary + (Dice d6) (Int 3)))`},
		{`(a is held by b ? [] : c)`, `(Cond If:(Is X:(Name a) Condition:(Name held) Partner:(Name b)) Then:(ListLit) Else:(Name c))`},
		{`a ? b : c ? d : e`, `(Cond If:(Name a) Then:(Name b) Else:(Cond If:(Name c) Then:(Name d) Else:(Name e)))`},
		{`a[b].c(d)[1]`, `(Index X:(Call (Select (Index X:(Name a) I:(Name b)) c) [(Arg Value:(Name d))]) I:(Int 1))`},
		{`f(a, b: c, d: 1)`, `(Call (Name f) [(Arg Value:(Name a)) (Arg Label:b Value:(Name c)) (Arg Label:d Value:(Int 1))])`},
		{`f()`, `(Call (Name f))`},
		{`{}`, `(MapLit)`},
		{`{ fire: 5, cold: { extra: d6 } }`, `(MapLit Entries:[(Arg Label:fire Value:(Int 5)) (Arg Label:cold Value:(MapLit Entries:[(Arg Label:extra Value:(Dice d6))]))])`},
		{`[a, [b]]`, `(ListLit Items:[(Name a) (ListLit Items:[(Name b)])])`},
		{`any(c in creatures, c.hp > 0)`, `(Bind Fn:any Var:c In:(Name creatures) Body:(Binary > (Select (Name c) hp) (Int 0)))`},
		{`count(c in creatures)`, `(Call (Name count) [(Arg Value:(Binary in (Name c) (Name creatures)))])`},
		{`min(a, b)`, `(Call (Name min) [(Arg Value:(Name a)) (Arg Value:(Name b))])`},
		{`first(map(x in l, sort(y in x, -y)))`, `(Call (Name first) [(Arg Value:(Bind Fn:map Var:x In:(Name l) Body:(Bind Fn:sort Var:y In:(Name x) Body:(Unary - (Name y)))))])`},
		{`last(x in l, sum(y in l, max(z in y, z)) > 1)`, `(Bind Fn:last Var:x In:(Name l) Body:(Binary > (Bind Fn:sum Var:y In:(Name l) Body:(Bind Fn:max Var:z In:(Name y) Body:(Name z))) (Int 1)))`},
		{`l.any(c in d, e)`, `(Call (Select (Name l) any) [(Arg Value:(Binary in (Name c) (Name d))) (Arg Value:(Name e))])`},
		{`a.in.when.by`, `(Select (Select (Select (Name a) in) when) by)`},
		{`nil == let_it or len(keys, now)`, `(Binary or (Binary == (Name nil) (Name let_it)) (Call (Name len) [(Arg Value:(Name keys)) (Arg Value:(Name now))]))`},
		{`contains + matches`, `(Binary + (Name contains) (Name matches))`},
		{"a // first\n + b // second", `(Binary + (Name a) (Name b))`},
		{`floor(a / 2)`, `(Call (Name floor) [(Arg Value:(Binary / (Name a) (Int 2)))])`},
		{`P(x) == 3/8`, `(Binary == (Call (Name P) [(Arg Value:(Name x))]) (Binary / (Int 3) (Int 8)))`},
		{`at == A1`, `(Binary == (Name at) (Name A1))`},
	}
	for _, c := range cases {
		if c.tree == "" {
			continue
		}
		if got := dump(readOne(t, c.text)); got != c.tree {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.tree)
		}
	}
}

// each calls a function for a node and all below it, in order, and tells in which node it stands.
func each(n Node, visit func(n, in Node)) { eachValue(reflect.ValueOf(n), n, visit) }

var nodeType = reflect.TypeOf((*Node)(nil)).Elem()

func eachValue(v reflect.Value, in Node, visit func(n, in Node)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if _, ok := v.Interface().(*source.File); ok {
			return
		}
		if v.Kind() == reflect.Pointer && v.Type().Implements(nodeType) {
			n := v.Interface().(Node)
			visit(n, in)
			in = n
		}
		eachValue(v.Elem(), in, visit)
	case reflect.Slice:
		for i := range v.Len() {
			eachValue(v.Index(i), in, visit)
		}
	case reflect.Struct:
		if id, ok := v.Interface().(Ident); ok {
			if id.Name != "" {
				visit(id, in)
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				eachValue(v.Field(i), in, visit)
			}
		}
	}
}

func TestFormulaSpans(t *testing.T) {
	cases := []struct {
		text  string
		parts []string
	}{
		{`(a + b) * "ä" + c`, []string{`Binary|(a + b) * "ä" + c`, `Binary|(a + b) * "ä"`, `Binary|a + b`, `Name|a`, `Name|b`, `String|"ä"`, `Name|c`}},
		{`((a)).b`, []string{`Select|((a)).b`, `Name|a`, `Ident|b`}},
		{`f("é", k: (6 squares))[ 1 ]`, []string{`Index|f("é", k: (6 squares))[ 1 ]`, `Call|f("é", k: (6 squares))`, `Name|f`, `Arg|"é"`, `String|"é"`, `Arg|k: (6 squares)`, `Ident|k`, `Int|6 squares`, `Ident|squares`, `Int|1`}},
		{`x is not held(1) by (y)`, []string{`Is|x is not held(1) by (y)`, `Name|x`, `Call|held(1)`, `Name|held`, `Arg|1`, `Int|1`, `Name|y`}},
		{`not ( a not in b )`, []string{`Unary|not ( a not in b )`, `Binary|a not in b`, `Name|a`, `Name|b`}},
		{`any(c in (d), c)`, []string{`Bind|any(c in (d), c)`, `Ident|any`, `Ident|c`, `Name|d`, `Name|c`}},
		{`(a) ? { k: 2d6 } : [ ]`, []string{`Cond|(a) ? { k: 2d6 } : [ ]`, `Name|a`, `MapLit|{ k: 2d6 }`, `Arg|k: 2d6`, `Ident|k`, `Dice|2d6`, `ListLit|[ ]`}},
		{`-(1 .. 3)`, []string{`Unary|-(1 .. 3)`, `Binary|1 .. 3`, `Int|1`, `Int|3`}},
	}
	for _, c := range cases {
		var got []string
		each(readOne(t, c.text), func(n, _ Node) {
			kind := strings.TrimPrefix(fmt.Sprintf("%T", n), "*syntax.")
			got = append(got, strings.TrimPrefix(kind, "syntax.")+"|"+n.At().Text())
		})
		if !reflect.DeepEqual(got, c.parts) {
			t.Errorf("%s\n got %q\nwant %q", c.text, got, c.parts)
		}
	}
}

func TestFormulaAlone(t *testing.T) {
	faulty := map[string]string{
		"":                     "E0106",
		"  \n":                 "E0106",
		"// nothing":           "E0106",
		"a, b":                 "E0106",
		"a = b":                "E0106",
		"a when b":             "E0106",
		"a b":                  "E0106",
		"a )":                  "E0112",
		"( a":                  "E0112",
		"f(a":                  "E0112",
		"a is b by c by d":     "E0106",
		"a; b":                 "E0107",
		"a | b":                "E0107",
		"{ 3 }":                "E0106",
		`"abc`:                 "E0102",
		"\xff":                 "E0105",
		"18446744073709551616": "E0110",
	}
	for text, code := range faulty {
		var log diag.Log
		e := ParseFormula(source.New("formula", text), &log)
		got := log.Sorted()
		if e != nil || len(got) == 0 || string(got[0].Code) != code {
			t.Errorf("%q: %v, %v, want %s", text, e, got, code)
		}
	}
	if e := readOne(t, "a\n+ b"); dump(e) != "(Binary + (Name a) (Name b))" {
		t.Error(dump(e))
	}
}

func TestPieces(t *testing.T) {
	file := source.New("p.rule", `rule ä { forbid a "ü {foe} is \{near\} {w.x[1]}{ {k: 1} }, {2 +} \"now\"" }`)
	var log diag.Log
	f := Parse(file, &log)
	if log.Errors() != 1 { // the name is not one
		t.Fatal(log.Sorted())
	}
	log = diag.Log{}
	text := f.Decls[0].(*Rule).Clauses[0].(*Forbid).Reason
	if text.Value != `ü {foe} is {near} {w.x[1]}{ {k: 1} }, {2 +} "now"` {
		t.Error(text.Value)
	}
	var got []string
	for _, p := range Pieces(text, &log) {
		if p.Expr != nil {
			got = append(got, p.Span.Text()+"="+dump(p.Expr)+"@"+p.Expr.At().Text())
		} else {
			got = append(got, p.Span.Text()+"="+p.Text)
		}
	}
	want := []string{`ü =ü `, `{foe}=(Name foe)@foe`, ` is \{near\} = is {near} `,
		`{w.x[1]}=(Index X:(Select (Name w) x) I:(Int 1))@w.x[1]`, `{ {k: 1} }=(MapLit Entries:[(Arg Label:k Value:(Int 1))])@{k: 1}`,
		`, =, `, ` \"now\"= "now"`}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if l := log.Sorted(); len(l) != 1 || l[0].Code != diag.BadFormula || l[0].Span.Text() != "+" {
		t.Error(l)
	}
	for _, bad := range []string{`"a {b"`, `"a {}"`, `"{a b}"`} {
		log = diag.Log{}
		s := source.New("t", bad)
		Pieces(&Text{Place: Place{source.Span{File: s, Start: 0, End: len(bad)}}}, &log)
		if log.Errors() != 1 {
			t.Errorf("%s: %v", bad, log.Sorted())
		}
	}
}
