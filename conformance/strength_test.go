package conformance_test

import (
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// cut is one clause that is taken out of a rule file.
type cut struct {
	file string
	decl string
	span source.Span
}

// cuts lists the clauses, stages, ways, costs and requirements of a file's
// declarations: of all, or of those that are named.
func cuts(f *syntax.File, names ...string) []cut {
	var out []cut
	wanted := map[string]bool{}
	for _, n := range names {
		wanted[n] = true
	}
	for _, d := range f.Decls {
		h := d.Header()
		if len(names) > 0 && !wanted[h.Name.Name] {
			continue
		}
		add := func(s source.Span) { out = append(out, cut{f.Source.Name, h.Name.Name, s}) }
		statements := func(b *syntax.Block) {
			if b != nil && len(b.Stmts) > 1 {
				for _, s := range b.Stmts {
					if _, ok := s.(*syntax.Let); !ok { // without it the rest does not check
						add(s.At())
					}
				}
			}
		}
		stages := func(members []syntax.Member) {
			for _, m := range members {
				switch m := m.(type) {
				case *syntax.Stage:
					if m.Body != nil && len(m.Body.Stmts) > 0 {
						add(m.Span)
						statements(m.Body)
					}
				case *syntax.LooseStmt:
					add(m.Span)
				}
			}
		}
		switch d := d.(type) {
		case *syntax.Extend:
			stages(d.Members)
		case *syntax.Rule:
			for _, k := range d.Clauses {
				add(k.At())
				if h, ok := k.(*syntax.Handler); ok {
					statements(h.Body)
				}
			}
		case *syntax.Condition:
			for _, k := range d.Clauses {
				if u, ok := k.(*syntax.Until); ok && u.Removed {
					continue // it says that nothing ends the condition: without it the file does not check
				}
				add(k.At())
			}
		case *syntax.Event:
			stages(d.Members)
		case *syntax.Action:
			for _, m := range d.Members {
				switch m.(type) {
				case *syntax.Require, *syntax.Use, *syntax.Cost:
					add(m.At())
				}
			}
		}
	}
	return out
}

// notices tells whether the checker or a proof notices a cut. Proofs that speak of
// the declaration come first, and the first that fails is enough.
func notices(t *testing.T, dir string, c cut, text string) bool {
	t.Helper()
	target := filepath.Join(dir, "rules", "battlemap", filepath.Base(c.file))
	changed := text[:c.span.Start] + strings.Repeat(" ", 0) + text[c.span.End:]
	if err := os.WriteFile(target, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.WriteFile(target, []byte(text), 0o644) }()
	var log diag.Log
	p := (&pack.Loader{Log: &log, Extra: []string{filepath.Join(dir, "conformance", "battlemap")}}).ByDir(filepath.Join(dir, "rules", "battlemap"))
	if log.Errors() > 0 {
		return true
	}
	proofs := append([]*ir.Proof(nil), p.Program.Proofs...)
	near := func(x *ir.Proof) int {
		n := 0
		if !strings.Contains(x.Whole.Text(), c.decl) {
			n = 2
		}
		if filepath.Base(x.Span.File.Name) != filepath.Base(c.file) {
			n++
		}
		return n
	}
	sort.SliceStable(proofs, func(i, j int) bool { return near(proofs[i]) < near(proofs[j]) })
	for _, x := range proofs {
		v, f := interp.NewProver(p.Program, x, nil, nil)
		if f == nil {
			v.Budget = 50_000 // more states than any sound proof of the pack has
			f = v.Run()
		}
		if f != nil {
			return true
		}
	}
	return false
}

// Whatever clause of the damage order, of dying, of flanking and of opportunity
// attacks is taken out, something fails.
func TestEveryClauseIsProven(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	base := load(t, "..", "battlemap")
	var list []cut
	texts := map[string]string{}
	for _, f := range base.Trees {
		texts[f.Source.Name] = f.Source.Text
		switch filepath.Base(f.Source.Name) {
		case "damage.rule":
			list = append(list, cuts(f, "damage", "suffer")...)
		case "dying.rule":
			list = append(list, cuts(f)...)
		case "threat.rule":
			list = append(list, cuts(f)...)
		}
	}
	if len(list) < 40 {
		t.Fatalf("only %d clauses", len(list))
	}
	work := make(chan cut)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var unnoticed []string
	for range runtime.GOMAXPROCS(0) {
		dir := t.TempDir()
		for _, sub := range []string{"stdlib", "rules/battlemap", "conformance/battlemap"} {
			if err := os.CopyFS(filepath.Join(dir, filepath.FromSlash(sub)), os.DirFS(filepath.Join("..", filepath.FromSlash(sub)))); err != nil {
				t.Fatal(err)
			}
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			for c := range work {
				if !notices(t, dir, c, texts[c.file]) {
					mu.Lock()
					unnoticed = append(unnoticed, c.file+": "+c.decl+": "+oneLine(c.span.Text()))
					mu.Unlock()
				}
			}
		}()
	}
	for _, c := range list {
		work <- c
	}
	close(work)
	wg.Wait()
	sort.Strings(unnoticed)
	for _, u := range unnoticed {
		t.Error("no proof notices that this is gone: ", u)
	}
	t.Logf("%d clauses taken out", len(list))
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 100 {
		s = s[:100] + "..."
	}
	return s
}

// For each option some proof differs between its readings.
func TestEveryOptionMatters(t *testing.T) {
	for _, name := range pack.Embedded() {
		t.Run(name, func(t *testing.T) {
			p := load(t, "..", name).Program
			for _, o := range p.Options {
				if !differs(p, o) {
					t.Errorf("%s: no proof tells the readings of %q apart", o.Span.File.Name, o.Name)
				}
			}
		})
	}
}

// differs runs proofs that fix an option under its other readings, and those that
// fix none under the alternatives.
func differs(p *ir.Program, o *ir.Option) bool {
	var readings []int64
	if o.Enum != nil {
		for i := range o.Enum.Members {
			readings = append(readings, int64(i))
		}
	} else {
		readings = append([]int64{o.Default, o.Low, o.High}, o.Alternatives...)
	}
	fails := func(x *ir.Proof, set map[*ir.Option]int64) bool {
		v, f := interp.NewProver(p, x, set, nil)
		if f == nil {
			f = v.Run()
		}
		return f != nil
	}
	var free []*ir.Proof
	for _, x := range p.Proofs {
		at := -1
		for i, f := range x.Options {
			if f.Option == o {
				at = i
			}
		}
		if at < 0 {
			free = append(free, x)
			continue
		}
		for _, r := range readings {
			if was, _ := x.Options[at].Value.Constant(); was == r {
				continue
			}
			y := *x
			y.Options = append([]ir.OptionFact(nil), x.Options...)
			y.Options[at].Value = &ir.Expr{Op: ir.Const, Int: r, Type: x.Options[at].Value.Type, Span: x.Options[at].Span}
			if fails(&y, nil) {
				return true
			}
		}
	}
	// Proofs that fix nothing rest on the reading taken; a few that are near tell.
	near := 0
	for _, x := range free {
		if near > 40 {
			break
		}
		if !strings.Contains(x.Whole.Text(), o.Name) && !shareCite(x, o) {
			continue
		}
		near++
		for _, r := range readings {
			if r != o.Default && fails(x, map[*ir.Option]int64{o: r}) {
				return true
			}
		}
	}
	return false
}

// shareCite guesses from file names whether a proof is about an option's subject.
func shareCite(x *ir.Proof, o *ir.Option) bool {
	for _, w := range strings.Split(o.Name, "_") {
		if len(w) > 3 && strings.Contains(strings.ToLower(x.Title), w) {
			return true
		}
	}
	return false
}
