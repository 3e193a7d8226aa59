// Package conformance holds the ledgers of every rule of the sources, the proofs of
// their rows, and the laws of the house that can be tested on all packs at once.
package conformance_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/proof"
)

// The general words Go may use, reviewed one by one: the language's keywords and
// types, what its built-in events and records are made of, the native functions,
// the hooks of a space, the keys of data files. None of them belongs to a game.
var generalWords = strings.Fields(`
	act action actions actor advise after all alternatives and any apply as asks at best bearer before bool bonus
	by cause choose chosen cite condition copied corners cost count covers create cut deed destroy dice distance do
	done each edge else end entity enum event example except extend filter first floor ceil nearest footprint for
	forbid from gain gains gap given graph grid has heading held highest if imports in includes int is item last
	latest law length let list losses lose lowest map max may measure min modify moment most name neighbours none not
	nobody on once only option or order outcome override own pack pass path paths paths_away place plane play plural
	point possible price put rays record refill refuse remove removed repeat require replaces resource ring_steps roll
	rolls rounded rule seed self set shape sort sorted source space stage stands stands_in step steps stop straight
	sum suppose symmetric table tactic takes tally targets tells test text then times to together tries true false
	turn_place touched stretches stretch box disc unit until up upto use value values way ways ways_to wears when where while who why with within
	abs affordable at_place crossed creatures end base option count legend template glyph parent version extends
	languages sources entry ask_order authors licence description bestiary options thing everyone P down
	always never where done from when text shift kind tag run type here time fail nothing no one two three number least start text ends`)

var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range generalWords {
		m[w] = true
	}
	return m
}()

// declared lists every name the program declares, of every kind.
func declared(p *ir.Program) map[string]bool {
	out := map[string]bool{}
	add := func(names ...string) {
		for _, n := range names {
			if n != "" {
				out[n] = true
			}
		}
	}
	locals := func(l []*ir.Local) {
		for _, x := range l {
			if x.Span.Valid() { // Go's own have no place in a file
				add(x.Name)
			}
		}
	}
	for _, u := range p.Units {
		add(u.Name)
	}
	for _, d := range p.Dimensions {
		add(d.Name)
	}
	for _, e := range p.Enums {
		add(e.Name)
		add(e.Members...)
	}
	for _, r := range p.Records {
		if r.Span.Valid() {
			add(r.Name, r.Plural)
		}
		locals(r.Fields)
	}
	for _, v := range p.Values {
		add(v.Name)
		locals(v.Frame.Locals)
	}
	for _, b := range p.Bonuses {
		add(b.Name)
	}
	for _, r := range p.Resources {
		add(r.Name)
	}
	for _, e := range p.Events {
		if e.Builtin {
			continue
		}
		add(e.Name)
		locals(e.Frame.Locals)
		if e.Declared {
			add(e.Outcomes...)
		}
		for _, s := range e.Stages {
			add(s.Name)
		}
	}
	for _, m := range p.Moments {
		add(m.Name)
		locals(m.Frame.Locals)
	}
	for _, c := range p.Conditions {
		add(c.Name)
		locals(c.Params)
		if c.Partner != nil {
			add(c.Partner.Name)
		}
	}
	for _, m := range p.Measures {
		add(m.Name)
		locals(m.Frame.Locals)
	}
	for _, b := range p.Blocks {
		add(b.Name())
		for _, k := range b.Clauses {
			locals(k.Frame.Locals)
		}
	}
	for _, o := range p.Options {
		add(o.Name)
	}
	for _, t := range p.Tactics {
		add(t.Name)
	}
	locals(p.Attributes)
	for w := range out {
		if reserved[w] || len(w) == 1 { // a single letter is a local name, and drawn on maps
			delete(out, w)
		}
	}
	delete(out, "a choice")
	return out
}

var wordPattern = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// rename replaces the names in a piece of code; a unit may carry an s.
func rename(code string, names map[string]string, units map[string]bool) string {
	var out strings.Builder
	at := 0
	for _, m := range wordPattern.FindAllStringIndex(code, -1) {
		w := code[m[0]:m[1]]
		if m[0] > 0 && code[m[0]-1] >= '0' && code[m[0]-1] <= '9' {
			continue // the d6 of 2d6
		}
		n, ok := names[w]
		if m[0] > 1 && code[m[0]-1] == ' ' && code[m[0]-2] >= '0' && code[m[0]-2] <= '9' && !units[w] && units[strings.TrimSuffix(w, "s")] {
			ok = false // a unit behind a number, whatever else has its plural for a name
		}
		if !ok && len(w) > 1 && w[len(w)-1] == 's' && units[w[:len(w)-1]] {
			n, ok = names[w[:len(w)-1]]+"s", true
		}
		if !ok {
			continue
		}
		out.WriteString(code[at:m[0]])
		out.WriteString(n)
		at = m[1]
	}
	out.WriteString(code[at:])
	return out.String()
}

// renameRules renames a rule file: code, and formulas inside texts; comments and
// the rest of texts stay.
func renameRules(text string, names map[string]string, units map[string]bool) string {
	var out, code strings.Builder
	flush := func() {
		out.WriteString(rename(code.String(), names, units))
		code.Reset()
	}
	for i := 0; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], "//"):
			flush()
			j := strings.IndexByte(text[i:], '\n')
			if j < 0 {
				j = len(text) - i
			}
			out.WriteString(text[i : i+j])
			i += j
		case text[i] == '"':
			flush()
			j := i + 1
			for j < len(text) && text[j] != '"' && text[j] != '\n' {
				if text[j] == '\\' {
					j++
				}
				j++
			}
			out.WriteString(renameText(text[i:min(j+1, len(text))], names, units))
			i = min(j+1, len(text))
		default:
			code.WriteByte(text[i])
			i++
		}
	}
	flush()
	return out.String()
}

func renameText(s string, names map[string]string, units map[string]bool) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			out.WriteString(s[i : i+2])
			i++
			continue
		}
		if s[i] != '{' {
			out.WriteByte(s[i])
			continue
		}
		j := strings.IndexByte(s[i:], '}')
		if j < 0 {
			out.WriteString(s[i:])
			break
		}
		out.WriteString(rename(s[i:i+j], names, units))
		i += j - 1
	}
	return out.String()
}

// renameToml renames keys and what values name; what people read stays.
func renameToml(text string, names map[string]string, units map[string]bool) string {
	lines := strings.Split(text, "\n")
	inMap := false
	for i, l := range lines {
		trimmed := strings.TrimSpace(l)
		switch {
		case strings.Contains(l, `"""`):
			inMap = !inMap
		case inMap, strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "name "), strings.HasPrefix(trimmed, "bestiary "),
			strings.HasPrefix(trimmed, "sources "), strings.HasPrefix(trimmed, "languages "), strings.HasPrefix(trimmed, "pack "),
			strings.HasPrefix(trimmed, `"stdlib/`), strings.HasPrefix(trimmed, "imports "):
		default:
			lines[i] = rename(l, names, units)
		}
	}
	return strings.Join(lines, "\n")
}

// renamed copies stdlib, a pack and its proofs with every name changed.
func renamed(t *testing.T, name string, p *ir.Program, seed int64) string {
	t.Helper()
	rng := rand.New(rand.NewSource(seed))
	names, units := map[string]string{}, map[string]bool{}
	var list []string
	for n := range declared(p) {
		list = append(list, n)
	}
	sort.Strings(list)
	taken := map[string]bool{}
	for _, n := range list {
		for {
			w := "x"
			for range 4 + rng.Intn(5) {
				w += string(rune('a' + rng.Intn(25))) // no z, and no s at the end by the letter below
			}
			w += "z"
			if !taken[w] {
				taken[w], names[n] = true, w
				break
			}
		}
	}
	for _, u := range p.Units {
		units[u.Name] = true
	}
	dir := t.TempDir()
	copyTree := func(from, to string) {
		err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(from, path)
			out := string(text)
			switch filepath.Ext(path) {
			case ".rule":
				out = renameRules(out, names, units)
			case ".toml":
				out = renameToml(out, names, units)
			default:
				return nil
			}
			target := filepath.Join(to, rel)
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			return os.WriteFile(target, []byte(out), 0o644)
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	copyTree("../stdlib", filepath.Join(dir, "stdlib"))
	copyTree("../rules/"+name, filepath.Join(dir, "rules", name))
	copyTree(name, filepath.Join(dir, "conformance", name))
	return dir
}

func load(t *testing.T, root, name string) *pack.Pack {
	t.Helper()
	var log diag.Log
	l := &pack.Loader{Log: &log}
	if _, err := os.Stat(filepath.Join(root, "conformance", name)); err == nil {
		l.Extra = []string{filepath.Join(root, "conformance", name)}
	}
	p := l.ByDir(filepath.Join(root, "rules", name))
	if log.Errors() > 0 {
		for i, d := range log.Sorted() {
			if i < 10 {
				t.Error(d)
			}
		}
		t.FailNow()
	}
	return p
}

func digests(t *testing.T, root, name, scene string) []string {
	t.Helper()
	var log diag.Log
	s, p := data.LoadScene(filepath.Join(root, "rules", name, "encounters", scene), &pack.Loader{Log: &log}, &log)
	if log.Errors() > 0 {
		t.Fatal(log.Sorted()[0])
	}
	r := fight.Prepare(p.Program, s, nil, &log)
	if r == nil {
		t.Fatal(log.Sorted()[0])
	}
	var out []string
	for seed := range uint64(4) {
		rec := interp.NewRecorder()
		if res := r.Run(interp.NewMachine(r.Program), seed, 0, interp.First{}, rec); res.Fault != nil {
			t.Fatal(res.Fault)
		}
		out = append(out, rec.Digest())
	}
	return out
}

// Law 1: every name that stdlib and a pack declare can be renamed, and every proof
// and every run gives the same.
func TestRenamed(t *testing.T) {
	for _, name := range pack.Embedded() {
		t.Run(name, func(t *testing.T) {
			before := load(t, "..", name)
			dir := renamed(t, name, before.Program, 1)
			after := load(t, dir, name)
			a, b := proof.Run(before.Program, proof.Options{}), proof.Run(after.Program, proof.Options{})
			if len(a) != len(b) || len(a) == 0 {
				t.Fatalf("%d proofs before, %d after", len(a), len(b))
			}
			for i := range a {
				if a[i].Status != b[i].Status || a[i].Cases != b[i].Cases {
					t.Errorf("%q: %s before, %s after: %+v", a[i].Proof.Title, a[i].Status, b[i].Status, b[i].Failure)
				}
			}
			scenes, _ := filepath.Glob("../rules/" + name + "/encounters/*.toml")
			for _, s := range scenes {
				x, y := digests(t, "..", name, filepath.Base(s)), digests(t, dir, name, filepath.Base(s))
				if fmt.Sprint(x) != fmt.Sprint(y) {
					t.Errorf("%s: digests %v before, %v after", s, x, y)
				}
			}
		})
	}
}

// No string in Go, outside tests, is a name that some pack declares. The names of
// flags are the command line's, whatever a pack calls its events.
func TestNoGameWordInGo(t *testing.T) {
	names := map[string]string{}
	for _, name := range pack.Embedded() {
		for n := range declared(load(t, "..", name).Program) {
			names[n] = name
		}
	}
	identifier := regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	// `rulec test --cover` is of proofs and not from arrows; `rulec mutate --limit` is of mutants.
	flags := map[string]bool{"cover.go cover": true, "mutate.go limit": true}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "bench") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		tags := map[*ast.BasicLit]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				if n.Tag != nil {
					tags[n.Tag] = true
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "BoolVar" && len(n.Args) > 1 {
					if name, ok := n.Args[1].(*ast.BasicLit); ok {
						tags[name] = true
					}
				}
			case *ast.BasicLit:
				if n.Kind != token.STRING || tags[n] {
					return true
				}
				s, err := strconv.Unquote(n.Value)
				if err == nil && identifier.MatchString(s) && names[s] != "" && !flags[filepath.Base(path)+" "+s] {
					t.Errorf("%s: %q is a word of the pack %s", set.Position(n.Pos()), s, names[s])
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
