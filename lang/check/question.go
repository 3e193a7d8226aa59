package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// Variable is a name that a question from outside may use.
type Variable struct {
	Name   string
	Record *ir.Record // an entity, or
	Type   *ir.Type   // anything else
}

// Question is a formula from a command line over some variables.
type Question struct {
	Frame *ir.Frame
	Vars  []*ir.Local // in the order of the variables
	Expr  *ir.Expr
}

// Question checks a formula in which variables stand for what the caller knows.
// It returns nil after a fault.
func (e *Env) Question(text string, vars []Variable, want *ir.Type, log *diag.Log) *Question {
	e.mu.Lock()
	defer e.mu.Unlock()
	f := source.New("formula", text)
	x := syntax.ParseFormula(f, log)
	if x == nil {
		return nil
	}
	q := &Question{Frame: &ir.Frame{}}
	s := newScope(q.Frame)
	for _, v := range vars {
		t := v.Type
		if v.Record != nil {
			t = e.c.recordType(v.Record)
		}
		l := q.Frame.Add(v.Name, t, source.Span{})
		s.bind(v.Name, l)
		q.Vars = append(q.Vars, l)
	}
	before := log.Errors()
	saved := e.c.log
	e.c.log = log
	q.Expr = e.c.expect(s, x, want)
	e.c.log = saved
	if log.Errors() > before {
		return nil
	}
	return q
}
