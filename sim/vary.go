package sim

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rulec/fight"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
)

// Sweep is one thing of an encounter or its rules that takes several values.
type Sweep struct {
	Key    string
	Values []string
}

// maxValues is how many values a sweep may have: each is a machine of its own for
// every worker.
const maxValues = 32

// ParseSweep reads KEY=V1,V2,... Commas in brackets and quotes do not separate.
func ParseSweep(text string) (*Sweep, error) {
	key, list, ok := strings.Cut(text, "=")
	key = strings.TrimSpace(key)
	if !ok || key == "" {
		return nil, fmt.Errorf("--vary %q: write KEY=V1,V2, as in blade.count=2,3", text)
	}
	s := &Sweep{Key: key}
	for _, v := range splitValues(list) {
		if v = strings.TrimSpace(v); v == "" {
			return nil, fmt.Errorf("--vary %s: there is an empty value in %q", key, list)
		}
		if slices.Contains(s.Values, v) {
			return nil, fmt.Errorf("--vary %s: %s stands there twice", key, v)
		}
		s.Values = append(s.Values, v)
	}
	switch n := len(s.Values); {
	case n < 2:
		return nil, fmt.Errorf("--vary %s: one value is nothing to compare; write two or more, with commas between", key)
	case n > maxValues:
		return nil, fmt.Errorf("--vary %s: %d values are too many, at most %d can be compared", key, n, maxValues)
	}
	return s, nil
}

func splitValues(list string) []string {
	var out []string
	depth, quoted, from := 0, rune(0), 0
	for i, c := range list {
		switch {
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '"' || c == '\'':
			quoted = c
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			out = append(out, list[from:i])
			from = i + 1
		}
	}
	return append(out, list[from:])
}

// Cases makes the encounter of a file ready once for each value. options reads the
// settings of the command line for a program. Faults of the variants go into the
// log; the error is of the key.
func (s *Sweep) Cases(file string, options func(*ir.Program) (map[*ir.Option]int64, error), log *diag.Log) ([]Case, error) {
	st, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if st.Size() > pack.MaxFile {
		return nil, fmt.Errorf("cannot use %s: %w", file, pack.ErrTooLarge)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	// Once as it is: the key is looked up in what is there.
	name := pack.Shown(file)
	plain, p := s.read(source.New(name, string(text)), filepath.Dir(file), nil, log)
	if plain == nil {
		return nil, nil
	}
	change, err := s.find(p.Program, plain)
	if err != nil {
		return nil, err
	}
	var out []Case
	for _, v := range s.Values {
		f, constant := plain.File, (func(*pack.Pack))(nil)
		if change.value != nil {
			constant = func(p *pack.Pack) { change.replace(p, s.Key, v, log) }
		} else {
			f = change.patch(plain.File, v)
		}
		scene, p := s.read(f, filepath.Dir(file), constant, log)
		if scene == nil {
			continue
		}
		set, err := options(p.Program)
		if err != nil {
			return nil, err
		}
		if change.option != "" {
			for o := range set {
				if o.Name == change.option {
					return nil, fmt.Errorf("--option %s fixes what --vary changes: leave out one of the two", o.Name)
				}
			}
		}
		if r := fight.Prepare(p.Program, scene, set, log); r != nil {
			out = append(out, Case{Value: v, Pack: p, Ready: r})
		}
	}
	if log.Errors() > 0 {
		return nil, nil
	}
	return out, nil
}

// read reads an encounter with a pack of its own, which changed may change first.
func (s *Sweep) read(f *source.File, dir string, changed func(*pack.Pack), log *diag.Log) (*ir.Scene, *pack.Pack) {
	return data.Read(f, dir, func(name string, at source.Span) *pack.Pack {
		p := (&pack.Loader{Log: log}).ByName(name, dir, at)
		if p != nil && p.Program != nil && changed != nil {
			changed(p)
		}
		return p
	}, log)
}

// change is what a key stands for: a value of the rules, or a place in the text of
// the encounter.
type change struct {
	value  *ir.Value
	option string
	thing  string   // "" for a key of the file itself
	path   []string // of keys below the thing or the file
}

// find looks a key up: an option, a value of the rules, a key of a thing, a key of
// the file, in this order.
func (s *Sweep) find(p *ir.Program, scene *ir.Scene) (*change, error) {
	path := strings.Split(s.Key, ".")
	if slices.Contains(path, "") {
		return nil, fmt.Errorf("--vary %s: a name is missing beside a dot", s.Key)
	}
	option := path[0]
	if path[0] == "options" && len(path) == 2 {
		option = path[1]
	}
	for _, o := range p.Options {
		if o.Name == option && (len(path) == 1 || path[0] == "options") {
			return &change{option: o.Name, path: []string{"options", o.Name}}, nil
		}
	}
	for _, v := range p.Values {
		if v.Of != nil || valueKey(v) != s.Key {
			continue
		}
		if len(v.Params) > 0 {
			return nil, fmt.Errorf("--vary %s: this value depends on what it is asked for; only values without parameters can be varied", s.Key)
		}
		return &change{value: v}, nil
	}
	if c := thingKey(s.Key, scene); c != nil {
		return c, nil
	}
	switch path[0] {
	case "pack", "name", "seed":
		return nil, fmt.Errorf("--vary %s: the values are compared on the same dice and rules, so this cannot vary", s.Key)
	case "bestiary", "map", "legend", "spare":
		return &change{path: path}, nil
	}
	return nil, fmt.Errorf("--vary %s: %s", s.Key, s.unknown(p, scene))
}

func valueKey(v *ir.Value) string {
	if v.Owner != nil {
		return v.Owner.Name + "." + v.Name
	}
	return v.Name
}

// unknown says what a key could have been.
func (s *Sweep) unknown(p *ir.Program, scene *ir.Scene) string {
	var names []string
	for _, o := range p.Options {
		names = append(names, o.Name)
	}
	for _, v := range p.Values {
		if v.Of == nil && len(v.Params) == 0 {
			names = append(names, valueKey(v))
		}
	}
	var things []string
	for _, t := range thingNames(scene) {
		things = append(things, t)
		if _, rest, ok := strings.Cut(s.Key, "."); ok {
			names = append(names, t+"."+rest)
		}
	}
	if m := diag.Suggest(s.Key, names); m != "" {
		return fmt.Sprintf("nothing is called so; did you mean %q?", m)
	}
	if len(things) > 12 {
		things = append(things[:12], "...")
	}
	return "this is no option and no value of the pack, and no key of a thing of the encounter (THING.KEY; its things are " +
		strings.Join(things, ", ") + ")"
}

// replace gives a value of the rules a constant body.
func (c *change) replace(p *pack.Pack, key, text string, log *diag.Log) {
	for _, v := range p.Program.Values {
		if v.Of != nil || valueKey(v) != key {
			continue
		}
		at := source.Span{File: source.New("--vary "+key, text), End: len(text)}
		before := log.Errors()
		x := p.Env.Formula(text, at, v.Type, log)
		if x == nil {
			return
		}
		x.Walk(func(e *ir.Expr) {
			switch e.Op {
			case ir.Const, ir.TextConst, ir.DiceConst, ir.ListOp, ir.MapOp, ir.NegOp, ir.AbsentOp, ir.CondValue:
			default:
				if log.Errors() == before {
					log.Errorf(diag.WrongValue, at, "a value to compare is fixed, and this one is worked out from something")
				}
			}
		})
		v.Body, v.Table = x, nil
	}
}
