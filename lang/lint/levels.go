package lint

import (
	"sort"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/tomltree"
)

// Level tells how what a rule finds counts.
type Level uint8

// The levels.
const (
	Off Level = iota
	Warning
	Error
)

var levelNames = []string{"off", "warning", "error"}

func (l Level) String() string { return levelNames[l] }

// LevelsOf gives the level of every rule in a pack: its own, unless `[lint]` in
// pack.toml says another. What is wrong there goes into the log.
func LevelsOf(p *pack.Pack, log *diag.Log) map[*Rule]Level {
	out := map[*Rule]Level{}
	var names []string
	for _, r := range rules {
		out[r] = r.Level
		names = append(names, r.Name)
	}
	if p == nil || p.Levels == nil {
		return out
	}
	sort.Strings(names)
	for _, k := range p.Levels.Keys {
		r := ByName(k.Name)
		if r == nil {
			d := log.Errorf(diag.UnknownRule, k.Span, "no rule of the linter is called %q", k.Name)
			if s := diag.Suggest(k.Name, names); s != "" {
				d.WithLabel("did you mean %q?", s).WithHelp("write %q", s)
			} else {
				d.WithHelp("`rulec lint --rules` lists them")
			}
			continue
		}
		if !k.Value.Want(log, "the level of "+k.Name, tomltree.KindString) {
			continue
		}
		l, ok := levelOf(k.Value.Str)
		if !ok {
			d := log.Errorf(diag.WrongValue, k.Value.Span, "%q is no level", k.Value.Str).WithHelp(`the levels are "error", "warning" and "off"`)
			if s := diag.Suggest(k.Value.Str, levelNames); s != "" {
				d.WithLabel("did you mean %q?", s)
			}
			continue
		}
		out[r] = l
	}
	return out
}

func levelOf(name string) (Level, bool) {
	for i, n := range levelNames {
		if n == name {
			return Level(i), true
		}
	}
	return Off, false
}
