package conformance

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rulec/lang/ir"
	"rulec/lang/lint"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// The slips of rule files.

type kindOfSlip struct {
	name string
	how  []func(*maker) *slip
}

var kindsOfSlip = []kindOfSlip{
	{"misspelt key", []func(*maker) *slip{(*maker).tomlKey, (*maker).tomlKey, (*maker).keyword}},
	{"misspelt name", []func(*maker) *slip{(*maker).name, (*maker).name, (*maker).tomlName}},
	{"unit", []func(*maker) *slip{(*maker).unit, (*maker).tomlUnit}},
	{"duplicated id", []func(*maker) *slip{(*maker).twice, (*maker).tomlTwice}},
	{"wrong type", []func(*maker) *slip{(*maker).wrongType, (*maker).tomlType}},
	{"out of range", []func(*maker) *slip{(*maker).outOfRange, (*maker).tomlRange}},
	{"lost brace", []func(*maker) *slip{(*maker).brace, (*maker).brace, (*maker).tomlBrace}},
	{"swapped arguments", []func(*maker) *slip{(*maker).swap}},
	{"wrong kind", []func(*maker) *slip{(*maker).wrongKind, (*maker).wrongKind, (*maker).tomlKind}},
	{"missing field", []func(*maker) *slip{(*maker).lackingArgument, (*maker).tomlLacking}},
	{"wrong word or literal", []func(*maker) *slip{(*maker).outcome, (*maker).member, (*maker).dice}},
}

// maker makes a slip in one file.
type maker struct {
	w *workshop
	r *rand.Rand
	f *benchFile
}

// nodesOf lists the nodes of a rule file for which keep holds.
func nodesOf[T syntax.Node](m *maker, keep func(T) bool) []T {
	var out []T
	if m.f.tree == nil {
		return nil
	}
	for _, d := range m.f.tree.Decls {
		lint.Walk(d, func(n syntax.Node) {
			if x, ok := n.(T); ok && keep(x) {
				out = append(out, x)
			}
		})
	}
	return out
}

func pick[T any](m *maker, list []T) (T, bool) {
	var none T
	if len(list) == 0 {
		return none, false
	}
	return list[m.r.IntN(len(list))], true
}

// put replaces a piece of the file.
func (m *maker) put(at source.Span, text string) *slip {
	if !at.Valid() || at.End > len(m.f.text) {
		return nil
	}
	return &slip{what: fmt.Sprintf("%q for %q", text, at.Text()), text: m.f.text[:at.Start] + text + m.f.text[at.End:], line: at.Begin().Line}
}

// misspell drops, doubles or swaps letters, so that no known word comes out.
func (m *maker) misspell(s string) string {
	for range 20 {
		i := m.r.IntN(len(s))
		out := s
		switch m.r.IntN(4) {
		case 0:
			out = s[:i] + s[i+1:]
		case 1:
			out = s[:i] + s[i:i+1] + s[i:]
		case 2:
			if i > 0 {
				out = s[:i-1] + s[i:i+1] + s[i-1:i] + s[i+1:]
			}
		case 3:
			out = s[:i] + string(rune('a'+m.r.IntN(26))) + s[i+1:]
		}
		if out != s && !m.w.names[out] && len(out) > 1 && (out[0] == '_' || out[0] >= 'a') {
			return out
		}
	}
	return ""
}

// name misspells a name in a formula, a pattern or a type.
func (m *maker) name() *slip {
	var ids []syntax.Ident
	for _, n := range nodesOf(m, func(n *syntax.Name) bool { return len(n.Name) > 3 && n.Name != "true" && n.Name != "false" }) {
		ids = append(ids, syntax.Ident{Place: n.Place, Name: n.Name})
	}
	for _, n := range nodesOf(m, func(n *syntax.Select) bool { return len(n.Name.Name) > 3 }) {
		ids = append(ids, n.Name)
	}
	for _, n := range nodesOf(m, func(n *syntax.Part) bool { return len(n.Name.Name) > 3 }) {
		ids = append(ids, n.Name)
	}
	for _, n := range nodesOf(m, func(n *syntax.Type) bool { return len(n.Name.Name) > 3 }) {
		ids = append(ids, n.Name)
	}
	for _, n := range nodesOf(m, func(n *syntax.Arg) bool { return len(n.Label.Name) > 3 }) {
		ids = append(ids, n.Label)
	}
	id, ok := pick(m, ids)
	if !ok {
		return nil
	}
	return m.respelt(id.Span)
}

func (m *maker) respelt(at source.Span) *slip {
	if at.Text() == "" {
		return nil
	}
	wrong := m.misspell(at.Text())
	if wrong == "" {
		return nil
	}
	return m.put(at, wrong)
}

var leading = regexp.MustCompile(`(?m)^( *)([a-z_]+)\b( +[a-z_"(]|:)`)

// keyword misspells the word that a line of a rule file begins with.
func (m *maker) keyword() *slip {
	if m.f.tree == nil {
		return nil
	}
	var words = []string{"modify", "forbid", "until", "before", "after", "require", "cost", "stage", "apply", "remove", "tells", "condition", "event",
		"action", "value", "table", "resource", "record", "extend", "option", "rule", "includes", "offer", "roll", "cite", "enum", "bonus", "tactic"}
	var list []source.Span
	for _, hit := range leading.FindAllStringSubmatchIndex(m.f.text, -1) {
		if slices.Contains(words, m.f.text[hit[4]:hit[5]]) {
			list = append(list, source.Span{File: m.f.tree.Source, Start: hit[4], End: hit[5]})
		}
	}
	at, ok := pick(m, list)
	if !ok {
		return nil
	}
	return m.respelt(at)
}

// unit misspells, drops or confuses a unit.
func (m *maker) unit() *slip {
	n, ok := pick(m, nodesOf(m, func(n *syntax.Int) bool { return n.Unit.Name != "" }))
	if !ok {
		return nil
	}
	switch m.r.IntN(3) {
	case 0:
		if s := m.respelt(n.Unit.Span); s != nil {
			return s
		}
	case 1:
		other := "s"
		if n.Unit.Name == "s" || n.Unit.Name == "h" {
			other = m.w.packs[m.f.pack].Program.Spaces[0].Unit.Name
		}
		return m.put(n.Unit.Span, other)
	}
	return m.put(n.Span, strconv.FormatInt(n.Value, 10))
}

// twice writes a declaration of one line, or a member, a second time.
func (m *maker) twice() *slip {
	if m.f.tree == nil {
		return nil
	}
	if m.r.IntN(3) == 0 {
		e, ok := pick(m, nodesOf(m, func(e *syntax.Enum) bool { return len(e.Members) > 1 }))
		if !ok {
			return nil
		}
		x, _ := pick(m, e.Members)
		s := m.put(x.Span, x.Name+", "+x.Name)
		return s
	}
	var list []syntax.Decl
	for _, d := range m.f.tree.Decls {
		if h := d.Header(); h.Name.Name != "" && !h.Override && !strings.Contains(d.At().Text(), "\n") && h.Keyword.Name != "extend" && h.Keyword.Name != "space" {
			list = append(list, d)
		}
	}
	d, ok := pick(m, list)
	if !ok {
		return nil
	}
	s := m.put(source.Span{File: m.f.tree.Source, Start: d.At().End, End: d.At().End}, "\n"+d.At().Text())
	s.line = d.At().Begin().Line + 1
	s.also = []int{s.line - 1}
	s.what = "twice: " + d.At().Text()
	return s
}

// wrongType puts a text or a truth where a number belongs.
func (m *maker) wrongType() *slip {
	n, ok := pick(m, nodesOf(m, func(n *syntax.Int) bool { return n.Unit.Name == "" }))
	if !ok {
		return nil
	}
	return m.put(n.Span, []string{`"three"`, "true", "[]"}[m.r.IntN(3)])
}

// outOfRange puts a number beyond its bounds.
func (m *maker) outOfRange() *slip {
	var spots []source.Span
	var texts []string
	for _, o := range nodesOf(m, func(o *syntax.Option) bool { return o.Readings == nil && o.High != nil }) {
		spots, texts = append(spots, o.Default.At()), append(texts, "99999")
		for _, a := range o.Alternatives {
			spots, texts = append(spots, a.At()), append(texts, "99999")
		}
	}
	for _, f := range nodesOf(m, func(f *syntax.Field) bool { return f.Bounded && f.Default != nil && f.Low != nil }) {
		spots, texts = append(spots, f.Default.At()), append(texts, "-77")
	}
	for _, x := range nodesOf(m, func(x *syntax.Repeat) bool { return x.Upto != nil }) {
		spots, texts = append(spots, x.Upto.At()), append(texts, "0")
	}
	for _, x := range nodesOf(m, func(x *syntax.Dice) bool { return true }) {
		spots, texts = append(spots, x.Span), append(texts, "0d6")
	}
	i := 0
	if len(spots) > 0 {
		i = m.r.IntN(len(spots))
		return m.put(spots[i], texts[i])
	}
	return nil
}

// brace takes a bracket or a quote out of a line.
func (m *maker) brace() *slip {
	if m.f.tree == nil {
		return nil
	}
	var list []int
	comment, quoted := false, false
	for i := 0; i < len(m.f.text); i++ {
		switch c := m.f.text[i]; {
		case c == '\n':
			comment, quoted = false, false
		case comment:
		case c == '/' && !quoted && i+1 < len(m.f.text) && m.f.text[i+1] == '/':
			comment = true
		case c == '"':
			quoted = !quoted
			list = append(list, i)
		case !quoted && strings.IndexByte("{}()[]", c) >= 0:
			list = append(list, i)
		}
	}
	i, ok := pick(m, list)
	if !ok {
		return nil
	}
	s := m.put(source.Span{File: m.f.tree.Source, Start: i, End: i + 1}, "")
	s.also = partner(m.f.text, i)
	return s
}

// partner are the lines of a lost bracket at which it can be missed: of the bracket
// it belongs to, and of the line behind it.
func partner(text string, at int) []int {
	line := strings.Count(text[:at], "\n") + 1
	c := text[at]
	if c == '"' {
		return nil
	}
	const open, shut = "{([", "})]"
	step, mine, other := 1, open, shut
	if strings.IndexByte(shut, c) >= 0 {
		step, mine, other = -1, shut, open
	}
	k := strings.IndexByte(mine, c)
	depth := 0
	for i := at; i >= 0 && i < len(text); i += step {
		switch text[i] {
		case mine[k]:
			depth++
		case other[k]:
			if depth--; depth == 0 {
				return []int{strings.Count(text[:i], "\n") + 1}
			}
		}
	}
	return []int{line}
}

// calls lists the calls of declared values and events with what they take.
func (m *maker) calls(least int) (list []*syntax.Call, takes [][]*ir.Local) {
	prog := m.w.packs[m.f.pack].Program
	params := map[string][]*ir.Local{}
	for _, v := range prog.Values {
		if v.Owner == nil && v.Of == nil {
			params[v.Name] = v.Params
		}
	}
	for _, e := range prog.Events {
		if !e.Builtin {
			params[e.Name] = e.Params
		}
	}
	for _, c := range nodesOf(m, func(c *syntax.Call) bool { return len(c.Args) >= least }) {
		n, ok := c.Fn.(*syntax.Name)
		if !ok || params[n.Name] == nil || len(params[n.Name]) < len(c.Args) {
			continue
		}
		labelled := slices.ContainsFunc(c.Args, func(a *syntax.Arg) bool { return a.Label.Name != "" || a.Value == nil })
		if !labelled && c.Span.Begin().Line == c.Span.Finish().Line {
			list, takes = append(list, c), append(takes, params[n.Name])
		}
	}
	return list, takes
}

// swap lets two arguments of different types change places.
func (m *maker) swap() *slip {
	list, takes := m.calls(2)
	if len(list) == 0 {
		return nil
	}
	i := m.r.IntN(len(list))
	c, p := list[i], takes[i]
	k := m.r.IntN(len(c.Args) - 1)
	if p[k].Type.Fits(p[k+1].Type) || p[k+1].Type.Fits(p[k].Type) {
		return nil
	}
	a, b := c.Args[k].Span, c.Args[k+1].Span
	if a.Text() == b.Text() || a.Text() == "none" || b.Text() == "none" {
		return nil
	}
	return m.put(a.To(b), b.Text()+", "+a.Text())
}

// lackingArgument leaves out an argument that must be given.
func (m *maker) lackingArgument() *slip {
	list, takes := m.calls(1)
	if len(list) == 0 {
		return nil
	}
	i := m.r.IntN(len(list))
	c, p := list[i], takes[i]
	k := len(c.Args) - 1
	if p[k].HasDefault || p[k].From != nil {
		return nil
	}
	if n := c.Fn.(*syntax.Name); m.isAction(n.Name) {
		return nil // what is left open is for whoever acts to choose
	}
	at := c.Args[k].Span
	if k > 0 {
		at.Start = c.Args[k-1].Span.End
	}
	return m.put(at, "")
}

func (m *maker) isAction(name string) bool {
	for _, e := range m.w.packs[m.f.pack].Program.Events {
		if e.Name == name {
			return e.Action
		}
	}
	return false
}

// wrongKind names a thing of another kind.
func (m *maker) wrongKind() *slip {
	prog := m.w.packs[m.f.pack].Program
	condition := prog.Conditions[m.r.IntN(len(prog.Conditions))].Name
	value := ""
	for value == "" {
		if v := prog.Values[m.r.IntN(len(prog.Values))]; v.Owner == nil && v.Of == nil && v.Amount == nil {
			value = v.Name
		}
	}
	var spots []source.Span
	var texts []string
	add := func(e syntax.Expr, text string) {
		if c, ok := e.(*syntax.Call); ok {
			e = c.Fn
		}
		if n, ok := e.(*syntax.Name); ok {
			spots, texts = append(spots, n.Span), append(texts, text)
		}
	}
	for _, n := range nodesOf(m, func(*syntax.Apply) bool { return true }) {
		add(n.Condition, value)
	}
	for _, n := range nodesOf(m, func(*syntax.Do) bool { return true }) {
		add(n.What, condition)
	}
	for _, n := range nodesOf(m, func(*syntax.Is) bool { return true }) {
		add(n.Condition, value)
	}
	for _, n := range nodesOf(m, func(n *syntax.End) bool { return n.Event.Name != "" }) {
		spots, texts = append(spots, n.Event.Span), append(texts, condition)
	}
	for _, n := range nodesOf(m, func(n *syntax.Use) bool { return len(n.Prices) > 0 }) {
		spots, texts = append(spots, n.Prices[0].Resource.Span), append(texts, condition)
	}
	for _, n := range nodesOf(m, func(n *syntax.Condition) bool { return n.On.Name != "" }) {
		spots, texts = append(spots, n.On.Span), append(texts, value)
	}
	for _, n := range nodesOf(m, func(n *syntax.Handler) bool { return n.Pattern != nil && len(n.Pattern.Occasion.Parts) > 0 }) {
		spots, texts = append(spots, n.Pattern.Occasion.Parts[0].Name.Span), append(texts, condition)
	}
	if len(spots) == 0 {
		return nil
	}
	i := m.r.IntN(len(spots))
	return m.put(spots[i], texts[i])
}

// outcome names an outcome that the event does not have.
func (m *maker) outcome() *slip {
	n, ok := pick(m, nodesOf(m, func(n *syntax.End) bool { return n.Outcome.Name != "" && n.Outcome.Name != "none" }))
	if !ok {
		return nil
	}
	return m.put(n.Outcome.Span, m.misspell(n.Outcome.Name))
}

// member puts a word of the language, or nonsense, in place of a comparison.
func (m *maker) member() *slip {
	n, ok := pick(m, nodesOf(m, func(n *syntax.Binary) bool {
		return (n.Op == "==" || n.Op == ">=" || n.Op == "and") && n.X != nil && n.Y != nil && n.X.At().End < n.Y.At().Start
	}))
	if !ok {
		return nil
	}
	between := source.Span{File: n.Span.File, Start: n.X.At().End, End: n.Y.At().Start}
	at := strings.Index(between.Text(), n.Op)
	if at < 0 {
		return nil
	}
	wrong := map[string]string{"==": "=", ">=": "=>", "and": "adn"}[n.Op]
	return m.put(source.Span{File: n.Span.File, Start: between.Start + at, End: between.Start + at + len(n.Op)}, wrong)
}

// dice writes dice that mean nothing.
func (m *maker) dice() *slip {
	n, ok := pick(m, nodesOf(m, func(*syntax.Dice) bool { return true }))
	if !ok {
		return nil
	}
	return m.put(n.Span, []string{"2d", "d", "1d6d", "d6k"}[m.r.IntN(4)])
}
