package conformance

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/lint"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

var (
	faultCount = flag.Int("faults", 132, "how many one-line faults TestFaults makes; 440 is its full measure")
	faultSeed  = flag.Uint64("faultseed", 1, "the seed they are made from")
	faultList  = flag.Bool("faultlist", false, "list the faults that slip through")
)

// mostCaught is the share of faults that must be found on their line.
const mostCaught = 0.95

// A slip of one line in a rule, bestiary, encounter or pack file is found by check
// or lint before anything runs, on the line it is on. The slips are made by seed, as
// many of each kind, over all packs.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds of checking")
	}
	w := newWorkshop(t)
	r := rand.New(rand.NewPCG(*faultSeed, 7))
	var list []*slip
	for i := 0; len(list) < *faultCount; i++ {
		if i > 100**faultCount {
			t.Fatal("slips cannot be made")
		}
		if s := w.make(r, kindsOfSlip[len(list)%len(kindsOfSlip)]); s != nil {
			list = append(list, s)
		}
	}
	w.judge(t, list)
	made, caught, elsewhere := map[string]int{}, map[string]int{}, map[string]int{}
	total := 0
	for _, s := range list {
		made[s.kind]++
		switch {
		case s.found:
			caught[s.kind]++
			total++
		case s.said != "":
			elsewhere[s.kind]++
		}
		if !s.found && *faultList {
			t.Logf("%s, %s:%d: %s\n%s", s.kind, s.file.name, s.line, s.what, s.said)
		}
	}
	for _, k := range kindsOfSlip {
		t.Logf("%-22s %3d made, %3d found on their line, %d elsewhere", k.name, made[k.name], caught[k.name], elsewhere[k.name])
	}
	t.Logf("seed %d: %d of %d", *faultSeed, total, len(list))
	if float64(total) < mostCaught*float64(len(list)) {
		t.Errorf("%d of %d slips found on their line; see them with -faultlist", total, len(list))
	}
}

// benchFile is a file of a pack that slips are made in.
type benchFile struct {
	pack, name string // below the pack's folder
	text       string
	tree       *syntax.File // of a rule file
}

// slip is one line changed.
type slip struct {
	kind, what string
	file       *benchFile
	text       string // of the whole file, changed
	line       int    // where it is
	also       []int  // other lines that may be named: the other of two, the head of what lacks something
	about      string // a name that the fault may tell instead: of a template that others use
	found      bool
	said       string
}

// workshop has the packs, whole and checked.
type workshop struct {
	root  string
	files []*benchFile
	packs map[string]*pack.Pack
	names map[string]bool // every word of every file
	known map[string]bool // what the linter says of the packs as they are, without their proofs
}

var slipPacks = []string{"areas", "battlemap", "maneuvers"}

func newWorkshop(t *testing.T) *workshop {
	w := &workshop{root: t.TempDir(), packs: map[string]*pack.Pack{}, names: map[string]bool{}, known: map[string]bool{}}
	if err := os.CopyFS(filepath.Join(w.root, "stdlib"), os.DirFS("../stdlib")); err != nil {
		t.Fatal(err)
	}
	for _, name := range slipPacks {
		dir := filepath.Join(w.root, "rules", name)
		if err := os.CopyFS(dir, os.DirFS("../rules/"+name)); err != nil {
			t.Fatal(err)
		}
		log := &diag.Log{}
		p := (&pack.Loader{Log: log}).ByDir(dir)
		if log.Errors() > 0 {
			t.Fatal(log.Sorted())
		}
		w.packs[name] = p
		in := lint.Input{Pack: p, Sound: true, Own: true, Files: p.Files, Scenes: data.CheckPack(p, log)}
		for _, f := range lint.Run(in, log) {
			w.known[fingerprint(f.Diagnostic)] = true
		}
		trees := map[string]*syntax.File{}
		for _, x := range p.Trees {
			trees[filepath.Base(x.Source.Name)] = x
		}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(dir, path)
			f := &benchFile{pack: name, name: filepath.ToSlash(rel), text: string(text)}
			if strings.HasSuffix(path, ".rule") {
				f.tree = trees[filepath.Base(path)]
			}
			for _, word := range word.FindAllString(f.text, -1) {
				w.names[word] = true
			}
			w.files = append(w.files, f)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

var word = regexp.MustCompile(`[a-z_][a-z0-9_]*`)

// make makes one slip of a kind in some file, or nil where that file has no place
// for it.
func (w *workshop) make(r *rand.Rand, k kindOfSlip) *slip {
	how := k.how[r.IntN(len(k.how))]
	f := w.files[r.IntN(len(w.files))]
	s := how(&maker{w, r, f})
	if s == nil || s.text == f.text {
		return nil
	}
	s.kind, s.file = k.name, f
	if s.line == 0 {
		s.line = firstDifference(f.text, s.text)
	}
	return s
}

func firstDifference(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return strings.Count(a[:i], "\n") + 1
}

// judge checks every slip. Several of one pack are checked together, in files of
// their own, since a checker reports all that is wrong; what was not found so is
// checked once more alone, with all rules of the linter.
func (w *workshop) judge(t *testing.T, list []*slip) {
	var batches [][]*slip
	for _, name := range slipPacks {
		var open []*slip
		for _, s := range list {
			if s.file.pack == name {
				open = append(open, s)
			}
		}
		for len(open) > 0 {
			var batch, rest []*slip
			taken := map[*benchFile]bool{}
			for _, s := range open {
				if taken[s.file] || s.file.name == "pack.toml" && len(batch) > 0 || taken[nil] {
					rest = append(rest, s)
					continue
				}
				taken[s.file] = true
				if s.file.name == "pack.toml" {
					taken[nil] = true
				}
				batch = append(batch, s)
			}
			batches, open = append(batches, batch), rest
		}
	}
	w.inParallel(t, batches, false)
	var alone [][]*slip
	for _, s := range list {
		if !s.found {
			alone = append(alone, []*slip{s})
		}
	}
	w.inParallel(t, alone, true)
}

func (w *workshop) inParallel(t *testing.T, batches [][]*slip, linted bool) {
	var all sync.WaitGroup
	work := make(chan []*slip)
	for range 2 {
		root := t.TempDir()
		if err := os.CopyFS(root, os.DirFS(w.root)); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for b := range work {
				w.check(t, root, b, linted)
			}
		})
	}
	for _, b := range batches {
		work <- b
	}
	close(work)
	all.Wait()
}

// check writes the changed files, checks the pack and puts the files back.
func (w *workshop) check(t *testing.T, root string, batch []*slip, linted bool) {
	dir := filepath.Join(root, "rules", batch[0].file.pack)
	put := func(f *benchFile, text string) {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(f.name)), []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
	for _, s := range batch {
		put(s.file, s.text)
		defer put(s.file, s.file.text)
	}
	log := &diag.Log{}
	p := (&pack.Loader{Log: log}).ByDir(dir)
	var found []*diag.Diagnostic
	if p != nil {
		var scenes []*ir.Scene
		if p.Program != nil {
			scenes = data.CheckPack(p, log)
		}
		if linted && p.Program != nil {
			in := lint.Input{Pack: p, Sound: log.Errors() == 0, Own: true, Files: p.Files, Scenes: scenes}
			for _, f := range lint.Run(in, log) {
				if !w.known[fingerprint(f.Diagnostic)] {
					found = append(found, f.Diagnostic)
				}
			}
		}
	}
	found = append(found, log.Sorted()...)
	for _, s := range batch {
		s.said = ""
		for _, d := range found {
			in := d.Span.File != nil && strings.HasSuffix(filepath.ToSlash(d.Span.File.Name), "/"+s.file.name)
			line := d.Span.Begin().Line
			if in && (line == s.line || slices.Contains(s.also, line)) || s.about != "" && strings.Contains(d.Message, s.about) {
				s.found = true
			}
			if len(s.said) < 600 {
				s.said += "    " + d.Error() + "\n"
			}
		}
	}
}

// fingerprint knows a finding wherever its line is.
func fingerprint(d *diag.Diagnostic) string {
	return fmt.Sprint(d.Code, filepath.Base(d.Span.File.Name), strings.TrimSpace(d.Span.File.Line(d.Span.Begin().Line)), d.Message)
}

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

// ---- Data files ---------------------------------------------------------------

var (
	tomlLine  = regexp.MustCompile(`(?m)^([a-z_]+)(\s*= *)(.*?)( *#.*)?$`)
	inlineKey = regexp.MustCompile(`[{,] *([a-z_]+) =`)
	header    = regexp.MustCompile(`(?m)^\[\[?([a-z_]+)(?:\.([a-z_0-9]+))?\]\]?`)
	textValue = regexp.MustCompile(`"([a-z_0-9]+)"`)
	quantity  = regexp.MustCompile(`"(-?\d+) (squares?|ft|cm|m)"`)
)

func (m *maker) toml() bool { return m.f.tree == nil }

// at replaces a piece of a data file by its offsets.
func (m *maker) at(from, to int, text string) *slip {
	return &slip{what: fmt.Sprintf("%q for %q", text, m.f.text[from:to]), text: m.f.text[:from] + text + m.f.text[to:],
		line: strings.Count(m.f.text[:from], "\n") + 1}
}

// hits lists where a pattern's first group stands.
func (m *maker) hits(re *regexp.Regexp, keep func(groups []string) bool) [][]int {
	var out [][]int
	if !m.toml() {
		return nil
	}
	for _, h := range re.FindAllStringSubmatchIndex(m.f.text, -1) {
		var groups []string
		for i := 0; i < len(h); i += 2 {
			if h[i] < 0 {
				groups = append(groups, "")
				continue
			}
			groups = append(groups, m.f.text[h[i]:h[i+1]])
		}
		if keep(groups) {
			out = append(out, h)
		}
	}
	return out
}

func all([]string) bool { return true }

// tomlKey misspells a key or a header.
func (m *maker) tomlKey() *slip {
	list := m.hits(tomlLine, all)
	list = append(list, m.hits(inlineKey, all)...)
	list = append(list, m.hits(header, func(g []string) bool { return g[1] != "" })...)
	h, ok := pick(m, list)
	if !ok {
		return nil
	}
	wrong := m.misspell(m.f.text[h[2]:h[3]])
	if wrong == "" {
		return nil
	}
	return m.at(h[2], h[3], wrong)
}

// tomlName misspells a name that stands as a text.
func (m *maker) tomlName() *slip {
	list := m.hits(textValue, func(g []string) bool { return len(g[1]) > 3 })
	h, ok := pick(m, list)
	if !ok {
		return nil
	}
	line := lineOf(m.f.text, h[0])
	if regexp.MustCompile(`^(name|called|glyph|languages|sources|version|description) *=`).MatchString(line) {
		return nil // a name of its own
	}
	wrong := m.misspell(m.f.text[h[2]:h[3]])
	if wrong == "" {
		return nil
	}
	return m.at(h[2], h[3], wrong)
}

func lineOf(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	to := strings.IndexByte(text[at:], '\n')
	if to < 0 {
		return text[from:]
	}
	return text[from : at+to]
}

// tomlUnit misspells, drops or confuses a unit.
func (m *maker) tomlUnit() *slip {
	h, ok := pick(m, m.hits(quantity, all))
	if !ok {
		return nil
	}
	switch m.r.IntN(4) {
	case 0:
		return m.at(h[4], h[5], "s")
	case 1:
		return m.at(h[3], h[5], "")
	case 2:
		return m.at(h[0], h[1], m.f.text[h[2]:h[3]])
	}
	wrong := m.misspell(m.f.text[h[4]:h[5]])
	if wrong == "" {
		return nil
	}
	return m.at(h[4], h[5], wrong)
}

// tomlTwice gives a key, a template or a name a second time.
func (m *maker) tomlTwice() *slip {
	switch m.r.IntN(2) {
	case 0:
		h, ok := pick(m, m.hits(tomlLine, func(g []string) bool {
			return !strings.Contains(g[3], `"""`) && !strings.HasSuffix(g[3], "[") && !strings.HasSuffix(g[3], ",")
		}))
		if !ok {
			return nil
		}
		s := m.at(h[0], h[0], m.f.text[h[0]:h[1]]+"\n")
		s.also = []int{s.line + 1}
		return s
	default:
		list := m.hits(header, func(g []string) bool { return g[2] != "" })
		if len(list) < 2 {
			return nil
		}
		i := 1 + m.r.IntN(len(list)-1)
		a, b := list[i-1], list[i]
		if m.f.text[a[2]:a[3]] != m.f.text[b[2]:b[3]] {
			return nil
		}
		s := m.at(b[4], b[5], m.f.text[a[4]:a[5]])
		s.also = []int{strings.Count(m.f.text[:a[0]], "\n") + 1}
		return s
	}
}

// tomlType gives a value of another type.
func (m *maker) tomlType() *slip {
	h, ok := pick(m, m.hits(tomlLine, func(g []string) bool {
		v := g[3]
		return v != "" && (v[0] == '"' && !strings.HasPrefix(v, `"""`) && g[1] != "dice" && g[1] != "at" || v[0] >= '0' && v[0] <= '9' && g[1] != "dice" || v == "true" || v == "false")
	}))
	if !ok {
		return nil
	}
	v := m.f.text[h[6]:h[7]]
	other := `"much"`
	switch {
	case v[0] == '"':
		other = []string{"17", "true", "[1]"}[m.r.IntN(3)]
	case v == "true" || v == "false":
		other = `"` + v + `"`
	}
	return m.at(h[6], h[7], other)
}

// tomlRange puts a number beyond its bounds.
func (m *maker) tomlRange() *slip {
	prog := m.w.packs[m.f.pack].Program
	bounded := map[string]string{"count": "0", "seed": "-3"}
	for _, o := range prog.Options {
		if o.Enum == nil {
			bounded[o.Name] = strconv.FormatInt(o.High+1, 10)
		}
	}
	for _, rec := range prog.Records {
		for _, f := range rec.Fields {
			if f.Type.Kind == ir.Int && f.Low != nil {
				bounded[f.Name] = strconv.FormatInt(*f.Low-1, 10)
			}
		}
	}
	list := m.hits(tomlLine, func(g []string) bool { return bounded[g[1]] != "" && g[3] != "" && g[3][0] >= '0' && g[3][0] <= '9' })
	places := m.hits(regexp.MustCompile(`(?m)^(at) *= *"([A-Z]+\d+)"`), all)
	h, ok := pick(m, append(list, places...))
	if !ok {
		return nil
	}
	if m.f.text[h[2]:h[3]] == "at" {
		return m.at(h[4], h[5], "ZZ99")
	}
	return m.at(h[6], h[7], bounded[m.f.text[h[2]:h[3]]])
}

// tomlBrace takes a bracket or a quote out.
func (m *maker) tomlBrace() *slip {
	h, ok := pick(m, m.hits(tomlLine, func(g []string) bool {
		return !strings.Contains(g[3], `"""`) && strings.ContainsAny(g[3], `"[]{}`)
	}))
	if !ok {
		return nil
	}
	var list []int
	for i := h[6]; i < h[7]; i++ {
		if strings.IndexByte(`"[]{}`, m.f.text[i]) >= 0 {
			list = append(list, i)
		}
	}
	i, _ := pick(m, list)
	s := m.at(i, i+1, "")
	s.also = partner(m.f.text, i)
	return s
}

// tomlKind names a template of another record, or a condition for a tactic.
func (m *maker) tomlKind() *slip {
	prog := m.w.packs[m.f.pack].Program
	h, ok := pick(m, m.hits(regexp.MustCompile(`(?m)^(template|tactic|parent|wears|wields|gear|body_weapon|size|side|form|type|pack) *= *\[?"([^"]+)"`), all))
	if !ok {
		return nil
	}
	return m.at(h[4], h[5], prog.Conditions[m.r.IntN(len(prog.Conditions))].Name+"_x"[:2*m.r.IntN(2)])
}

// tomlLacking leaves out a key that must be there.
func (m *maker) tomlLacking() *slip {
	if !m.toml() {
		return nil
	}
	prog := m.w.packs[m.f.pack].Program
	needed := map[string]bool{"pack": true, "template": true, "version": true}
	for _, rec := range prog.Records {
		for _, f := range rec.Fields {
			k := f.Type.Kind
			if !f.HasDefault && f.Default == nil && !f.Type.Opt && f.Resource == nil && k != ir.List && k != ir.Set && k != ir.Map && rec.Defaults[f] == nil && k != ir.RecordKind {
				needed[f.Name] = true
			}
		}
	}
	list := m.hits(tomlLine, func(g []string) bool { return needed[g[1]] && !strings.Contains(g[3], `"""`) })
	h, ok := pick(m, list)
	if !ok {
		return nil
	}
	end := min(h[1]+1, len(m.f.text))
	s := m.at(h[0], end, "")
	head := m.hits(header, all)
	for _, x := range head {
		if x[0] < h[0] {
			s.also = []int{strings.Count(m.f.text[:x[0]], "\n") + 1}
			if x[4] >= 0 {
				s.about = m.f.text[x[4]:x[5]]
			}
		}
	}
	if s.also == nil {
		s.also = []int{1} // of the whole file
	}
	// Only what somebody uses must be complete.
	if s.about != "" && !m.usedTemplate(s.about) {
		return nil
	}
	return s
}

func (m *maker) usedTemplate(name string) bool {
	for _, f := range m.w.files {
		if f.pack == m.f.pack && strings.Contains(f.name, "encounters/") && strings.Contains(f.text, `template = "`+name+`"`) {
			return true
		}
	}
	return false
}
