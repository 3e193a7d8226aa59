package lint

import (
	"rulec/lang/ir"
	"rulec/lang/source"
)

var overAtOnceRule = &Rule{
	Code: "L0119", Name: "over_at_once", Group: Faults, Level: Error,
	Title: "an encounter that is over before it begins",
	run:   overAtOnce,
}

func overAtOnce(c *Context) {
	loop := firstLoop(c.Program.Entry)
	if loop == nil {
		return
	}
	for _, s := range c.Scenes {
		v, ok := setup{scene: s}.of(loop.While)
		if !ok || v.n != 0 {
			continue
		}
		at := source.Span{File: s.File}
		if len(s.Things) > 0 {
			at = s.Things[0].Span
		}
		c.report(at, "the encounter is over before it begins: `%s` does not hold for what stands in it", squeeze(loop.While.Span.Text())).
			related(loop.While.Span, "what %q goes on by", c.Program.Entry.Name).help("look who is in it, and on which side")
	}
}

// firstLoop is the loop by which the event that a fight is goes on: the first of its
// stages that has a condition.
func firstLoop(e *ir.Event) *ir.Stmt {
	if e == nil {
		return nil
	}
	for _, st := range e.Stages {
		for _, s := range st.Body {
			if s != nil && s.Kind == ir.RepeatStmt && s.While != nil {
				return s
			}
		}
	}
	return nil
}
