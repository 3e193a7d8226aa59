package check

import (
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// scope is what names mean at a place.
type scope struct {
	parent *scope
	names  map[string]*ir.Local
	frame  *ir.Frame
	facts  map[string]bool // optional values known to be there, see facts.go

	// What the place speaks for.
	self     func(at source.Span) *ir.Expr // `self`, or nil
	selfName string                        // `self`; a rule's `for` has a name of its own
	event    *ir.Event                     // fields and values of this event are bare names
	running  func(at source.Span) *ir.Expr // that event's instance
	cond     *ir.Condition                 // parameters of this condition are bare names
	held     *ir.Local                     // its application
	clause   *ir.Clause                    // marked PerHeld when an application is spoken of
	body     *ir.Event                     // the event whose stage this statement is written in
	proof    *proofScope
	base     *ir.Type  // `base` may be said, in a `to`
	capture  *captures // a boundary that copies what crosses it
	grid     bool      // A1 is a square
}

// captures is the list of cells that a body takes along from where it is written.
type captures struct {
	outer *scope
	list  *[]ir.Capture
}

func (s *scope) child() *scope {
	n := *s
	n.parent, n.names, n.facts = s, nil, nil
	n.capture = nil
	return &n
}

// bind lets a name mean a cell. Most scopes bind nothing and know nothing, so that
// their maps are made when they are needed.
func (s *scope) bind(name string, l *ir.Local) {
	if s.names == nil {
		s.names = map[string]*ir.Local{}
	}
	s.names[name] = l
}

// local finds a cell by name, copying it over a capture boundary if need be.
func (s *scope) local(name string) *ir.Local {
	for at := s; at != nil; at = at.parent {
		if l := at.names[name]; l != nil {
			return l
		}
		if at.capture != nil {
			outer := at.capture.outer.local(name)
			if outer == nil {
				return nil
			}
			inner := at.frame.Add(name, outer.Type, outer.Span)
			*at.capture.list = append(*at.capture.list, ir.Capture{Outer: outer, Inner: inner})
			at.bind(name, inner)
			return inner
		}
	}
	return nil
}

// locals lists all local names, for suggestions.
func (s *scope) locals() []string {
	var out []string
	for at := s; at != nil; at = at.parent {
		for n := range at.names {
			out = append(out, n)
		}
		if at.capture != nil {
			out = append(out, at.capture.outer.locals()...)
		}
	}
	return out
}

// declare adds a local name; one that is taken already is a fault.
func (c *checker) declare(s *scope, id syntax.Ident, l *ir.Local) {
	if id.Name == "" {
		return
	}
	if old := s.local(id.Name); old != nil && old != l {
		d := c.log.Errorf(diag.Shadowing, id.Span, "%q is already the name of something here", id.Name).
			WithHelp("choose another name")
		if old.Span.Valid() {
			d.WithRelated(old.Span, "named here")
		}
	}
	s.bind(id.Name, l)
}

// fresh makes a cell in the scope's frame and names it.
func (c *checker) fresh(s *scope, id syntax.Ident, t *ir.Type) *ir.Local {
	l := c.add(s.frame, id.Name, t, id.Span)
	c.declare(s, id, l)
	return l
}

// cell reads a local of the running frame.
func cell(l *ir.Local, at source.Span) *ir.Expr {
	return &ir.Expr{Op: ir.LocalOp, Local: l, Type: l.Type, Span: at}
}

func cellOf(l *ir.Local) func(source.Span) *ir.Expr {
	return func(at source.Span) *ir.Expr { return cell(l, at) }
}

// frameExpr is the running frame itself, seen as an event.
func frameExpr(e *ir.Event) func(source.Span) *ir.Expr {
	t := &ir.Type{Kind: ir.EventKind, Event: e}
	return func(at source.Span) *ir.Expr { return &ir.Expr{Op: ir.FrameOp, Type: t, Span: at, Event: e} }
}

// newScope opens an empty scope over a frame.
func newScope(f *ir.Frame) *scope {
	return &scope{frame: f}
}

// withSelf lets `self` be a cell.
func (s *scope) withSelf(l *ir.Local) *scope {
	s.self, s.selfName = cellOf(l), "self"
	return s
}
