package format

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// generator writes random programs that parse: every form of the language, spaced,
// broken into lines and commented at random. The names mean nothing.
type generator struct {
	r     *rand.Rand
	out   strings.Builder
	depth int  // of blocks
	flat  bool // in a block on one line: no line ends, no comments
}

func (g *generator) one(list ...string) string { return list[g.r.IntN(len(list))] }
func (g *generator) chance(n int) bool         { return g.r.IntN(n) == 0 }
func (g *generator) name() string              { return g.one("a", "bb", "who", "target", "turn_place", "x") }
func (g *generator) text() string {
	return g.one(`"a"`, `"{who} is out of reach"`, `"\{ // \" x"`, `""`)
}

// blanks stand between two tokens that need one.
func (g *generator) blanks() string { return g.one(" ", " ", "  ", "\t", "      ") }

// join writes parts with blanks between, and leaves empty ones out.
func (g *generator) join(parts ...string) string {
	var out strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteString(g.blanks())
		}
		out.WriteString(p)
	}
	return out.String()
}

// soft is a place where a line may end within a formula: behind an operator or comma.
func (g *generator) soft() string {
	if g.flat || !g.chance(6) {
		return g.one("", " ", "   ")
	}
	return g.one("\n  ", "\n\n ", "  // goes on\n   ", "\n  // between\n \t")
}

func (g *generator) maybe(n int, part string) string {
	if g.chance(n) {
		return part
	}
	return ""
}

// list writes up to four parts with commas between.
func (g *generator) list(part func() string) string {
	out := part()
	for range g.r.IntN(4) {
		out += g.one("", " ") + "," + g.soft() + part()
	}
	return out
}

// formula writes a formula of at most this depth.
func (g *generator) formula(depth int) string {
	if depth == 0 {
		return g.one("a", "self.hp", "12", "3 ft", "d20", "2d6", "true", "none", `"text"`, "x.y.z", "kind")
	}
	sub := func() string { return g.formula(depth - 1) }
	switch g.r.IntN(12) {
	case 0:
		return sub() + " " + g.one("+", "-", "*", "==", "!=", "<=", ">", "and", "or") + " " + g.soft() + g.grouped(depth)
	case 1:
		return g.grouped(depth) + " ? " + g.soft() + sub() + " : " + g.soft() + sub()
	case 2:
		return "(" + g.soft() + sub() + g.one("", " ") + ")"
	case 3:
		return g.name() + "(" + g.list(sub) + ")"
	case 4:
		return "[" + g.maybe(1, g.list(sub)) + "]"
	case 5:
		return "{ fire: " + sub() + g.maybe(2, " ,"+g.soft()+"cold: "+sub()) + "}"
	case 6:
		return g.one("any", "filter", "sum", "max") + "(p in " + g.name() + "," + g.soft() + sub() + ")"
	case 7:
		return "-" + g.one("a", "5", "x.y", "(a + 1)")
	case 8:
		return "not (" + sub() + ")"
	case 9:
		return g.name() + " is" + g.maybe(2, " not") + " prone" + g.maybe(3, " by "+g.name())
	case 10:
		return g.name() + " in " + g.one("1..3", "-a..b", "[a, b]", "kind")
	}
	return g.name() + "[" + sub() + "]" + g.one("", ".hp")
}

// grouped is a formula that binds as closely as a name.
func (g *generator) grouped(depth int) string {
	if g.chance(2) {
		return g.formula(0)
	}
	return "(" + g.formula(depth-1) + ")"
}

func (g *generator) any() string { return g.formula(g.r.IntN(4)) }

func (g *generator) typ() string {
	return g.one("int", "bool", "creature", "list of sense", "map of kind to int", "set of place", "list of item up to 4") + g.one("", "", "?")
}

func (g *generator) params() string {
	return "(" + g.maybe(2, g.list(func() string {
		return g.one("weapon", "who: "+g.typ(), "sum n: int", "way: path from "+g.name(), "k: int = "+g.any())
	})) + ")"
}

func (g *generator) occasion() string {
	return g.name() + g.maybe(2, "("+g.list(func() string { return g.one("who: ", "") + g.formula(1) })+")") +
		g.maybe(3, "."+g.name()) + g.maybe(4, " as it")
}

func (g *generator) pattern() string { return g.join(g.one("before", "after"), g.occasion()) }

// block writes items between braces, on one line or several.
func (g *generator) block(item func() string) string {
	g.depth++
	was := g.flat
	defer func() { g.depth--; g.flat = was }()
	g.flat = g.flat || g.chance(2)
	n := g.r.IntN(4)
	if g.depth > 4 {
		n = 0
	}
	var out strings.Builder
	out.WriteString("{" + g.one(" ", "", "  "))
	for i := range n {
		if g.flat {
			if i > 0 {
				out.WriteString(g.one(";", " ; ", ";; "))
			}
			out.WriteString(item())
			continue
		}
		if i > 0 || g.chance(4) {
			out.WriteString(g.one("\n", "\n", "  // behind\n", "\n\n\n", "\n // above\n", "\n\n/// doc\n", ";\n") + "  ")
		} else {
			out.WriteString("\n ")
		}
		out.WriteString(item())
	}
	if !g.flat {
		out.WriteString(g.one("\n", " // last\n", "\n\n", "\n  // end\n", " "))
	}
	out.WriteString(g.one("", " ") + "}")
	return out.String()
}

func (g *generator) when() string { return g.maybe(3, "when"+g.blanks()+g.any()) }

func (g *generator) statement() string {
	f := g.any
	switch g.r.IntN(11) {
	case 0:
		return g.join("let", g.name(), "=", f())
	case 1:
		return g.join("roll", g.name(), "=", "2d6")
	case 2:
		s := g.join("if", g.formula(1), g.block(g.statement))
		if g.chance(2) {
			s += g.one(" ", "   ") + g.join("else if", g.formula(1), g.block(g.statement))
		}
		if g.chance(2) {
			s += g.maybe(2, g.soft()) + " " + g.join("else", g.block(g.statement))
		}
		return s
	case 3:
		return g.join("for c in", g.formula(0), g.maybe(3, "where "+f()), g.maybe(3, "sorted by -"+g.name()), g.block(g.statement))
	case 4:
		return g.join("repeat", g.maybe(2, "3 times"), "upto", "20", g.block(g.statement))
	case 5:
		return g.join("do", g.name()+"("+g.list(func() string { return g.formula(1) })+")", g.maybe(3, "as it"), g.maybe(2, g.block(g.arm)))
	case 6:
		return g.join("apply", "prone", g.maybe(3, "by self"), "to", g.name(), g.maybe(3, "until "+g.pattern()))
	case 7:
		return g.join("end", "strike", g.maybe(2, "as hit"), g.maybe(2, g.text()))
	case 8:
		return g.join(g.one("", "may"), "choose spot by who from", g.formula(1), g.text(), g.maybe(3, g.block(g.arm)))
	case 9:
		return g.join("once after", g.one("2 h", g.name()), g.block(g.statement))
	}
	return g.join("self."+g.name(), g.one("=", "+=", "-="), f())
}

func (g *generator) clause() string {
	switch g.r.IntN(7) {
	case 0:
		return g.join("modify", g.occasion()+".bonus", g.one("by", "to", "at least", "at   most"), g.any(), g.maybe(3, "as cover"), g.when(), g.maybe(2, g.text()))
	case 1:
		return g.join("forbid", g.list(g.occasion), g.when(), g.maybe(2, g.text()))
	case 2:
		return g.join("until", g.one("removed", g.pattern()+" "+g.when()))
	case 3:
		return g.join("while", g.any())
	case 4:
		return g.join("includes", g.list(g.name))
	case 5:
		return g.join(g.pattern(), g.when(), g.block(g.statement))
	}
	return g.source()
}

func (g *generator) arm() string {
	if g.chance(2) {
		return g.join("on", "hit", g.block(g.statement))
	}
	for {
		if c := g.clause(); !strings.HasPrefix(c, "cite") && !strings.HasPrefix(c, "own") && !strings.HasPrefix(c, "gap") {
			return c
		}
	}
}

func (g *generator) source() string {
	if g.chance(3) {
		return g.join("cite", g.text()+","+g.soft()+g.text())
	}
	return g.join(g.one("cite", "own", "gap"), g.text())
}

func (g *generator) member() string {
	switch g.r.IntN(8) {
	case 0, 1:
		return g.name() + ":" + g.blanks() + g.join(g.typ(), g.maybe(2, "= "+g.formula(1)), g.maybe(4, "in "+g.one("0..", "1..5", "..9", "-3..3")))
	case 2:
		return g.join("value", g.name()+g.one("", g.params())+":", g.typ(), "=", g.soft()+g.any(), g.maybe(4, g.source()))
	case 3:
		return g.join(g.one("require", "advise"), g.any(), g.text())
	case 4:
		return g.join("stage", g.name(), g.maybe(4, g.one("before", "after")+" roll"), g.block(g.statement))
	case 5:
		return g.join("tells", g.text(), g.when())
	case 6:
		return g.source()
	}
	return g.statement()
}

func (g *generator) way() string {
	switch g.r.IntN(5) {
	case 0:
		return g.join("use", g.one("for standard", "for move 2 and minor", "in   place of strike", "at self.cue", "for reaction "+g.pattern()), g.when())
	case 1:
		return g.join("cost", "focus", g.maybe(2, g.one("2", "(1 + 2)")), g.when())
	case 2:
		return g.join("tags:", g.formula(1))
	case 3:
		return g.join("require", g.any(), g.text())
	}
	return g.one(g.source(), g.statement())
}

func (g *generator) proofLine() string {
	switch g.r.IntN(8) {
	case 0:
		return "covers A-AOO-01, B-1"
	case 1:
		return g.join("given", g.name()+":", "creature", "{ side: foes, hp:  "+g.formula(1)+"}", g.when())
	case 2:
		return g.join("given", g.name()+":", "item", "{"+g.soft()+"}")
	case 3:
		return g.join("when", g.one("do strike(a)", "a does strike(b)", "rolls attack 1   2,d 3"))
	case 4:
		return g.join("then", g.one("1 times", "never", ""), g.name(), g.one("", "."+g.name()+" == 1/6"))
	case 5:
		return g.join("then", "refuse a does", "strike(b)", g.maybe(2, g.text()))
	case 6:
		return "map " + g.text() + "\n     " + g.text()
	}
	return g.join("for", g.name(), "in", g.formula(1))
}

func (g *generator) declaration() string {
	printed := g.maybe(2, g.text())
	switch g.r.IntN(14) {
	case 0:
		return g.join("unit", g.one("ft: length", "yard = 3 ft", "square = 5 ft , rounded down"), g.maybe(2, g.source()))
	case 1:
		return g.join("enum", g.name(), g.block(func() string { return g.list(g.name) }), g.maybe(2, g.source()))
	case 2:
		return g.join("record", g.name(), g.maybe(2, "is entity plural things"), g.block(g.member))
	case 3:
		return g.join("extend", g.name(), g.block(g.member))
	case 4:
		return g.join(g.maybe(4, "override"), "value", g.name()+g.maybe(3, ".b")+g.params()+":", g.typ(), "=", g.soft()+g.any(), g.maybe(2, g.source()), g.maybe(4, "\n  "+g.source()))
	case 5:
		return g.join("table", g.name()+g.params(), printed, ":", "int", g.block(func() string {
			return g.join(g.one("else", g.list(func() string { return g.formula(0) }), "[a,b]"), "->", g.formula(1))
		}))
	case 6:
		return g.join("bonus", g.name(), g.block(func() string { return g.one("gains sum", "losses   highest", "at  most 4", "within cover") }))
	case 7:
		return g.join("resource", g.name(), "on creature =", g.formula(1), g.maybe(2, "refill "+g.pattern()), g.maybe(3, "stands for a, b"))
	case 8:
		return g.join("event", g.name()+g.params(), printed, g.maybe(2, "-> hit | miss"), g.block(g.member))
	case 9:
		return g.join("action", g.name()+g.params(), printed, g.block(g.way))
	case 10:
		return g.join("condition", g.name()+g.maybe(2, g.params()), printed, "on creature", g.maybe(3, "by foe: creature?"), g.maybe(3, "= "+g.formula(1)), g.block(g.clause))
	case 11:
		return g.join("rule", g.name(), printed, g.maybe(3, "for c: creature"), g.maybe(3, "while a == b"), g.block(g.clause))
	case 12:
		return g.join("tactic", g.name(), printed, "on creature", g.block(func() string {
			return g.join("do", g.name(), g.when(), g.maybe(2, "best by "+g.any()))
		}))
	}
	return g.join(g.one("example", "law"), g.text(), g.block(g.proofLine))
}

func (g *generator) program() string {
	g.out.Reset()
	for range 1 + g.r.IntN(4) {
		g.out.WriteString(g.one("", "\n", "/// doc\n", "// note\n\n", "\n\n\n", "  // indented\n"))
		g.out.WriteString(g.declaration())
		g.out.WriteString(g.one("\n", "\n", " // behind\n", "\r\n", "\n\n"))
	}
	return g.out.String()
}

// programs is how many; the default is quick.
var programs = flag.Int("programs", 1000, "how many random programs are laid out")

// TestRandomPrograms: the layout of a program means the same, stays as it is, and
// does not depend on the blanks that were there.
func TestRandomPrograms(t *testing.T) {
	g := &generator{r: rand.New(rand.NewPCG(8, 3))}
	read := 0
	for n := range *programs {
		text := g.program()
		var log diag.Log
		if syntax.Parse(source.New("p.rule", text), &log); log.Errors() > 0 {
			continue
		}
		read++
		out, faults := Source("p.rule", []byte(text))
		if len(faults) > 0 {
			t.Fatalf("program %d: %v\n%s\n--- written as\n%s", n, faults[0], text, rejected(text))
		}
		if again := mustSource(t, "p.rule", string(out)); again != string(out) {
			t.Fatalf("program %d changes when laid out again\n%s\n--- of\n%s", n, firstDifference(string(out), again), text)
		}
		other, faults := Source("p.rule", []byte(respace(g.r, text)))
		if len(faults) > 0 && faults[0].Code == diag.TooLarge { // the blanks filled its lines
			continue
		}
		if len(faults) > 0 || string(other) != string(out) {
			t.Fatalf("program %d is laid out in two ways: %v\n%s\n--- of\n%s", n, faults, firstDifference(string(out), string(other)), text)
		}
	}
	if read < *programs/2 {
		t.Errorf("only %d of %d programs can be read", read, *programs)
	}
}
