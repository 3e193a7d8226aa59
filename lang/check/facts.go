package check

import (
	"strings"

	"rulec/lang/source"
	"rulec/lang/syntax"
)

// A fact is the text of an expression that is known to be there: after
// `weapon != none`, after `self is readied` (written "self.readied"), after
// `fire in resistance` (written "resistance[fire]"). Facts hold in the rest of an
// `and`, in the arms of `?:` and `if`, behind a `require` and in what a `when`
// guards. Assignments do not revoke them: a rule that empties what it has just
// tested meets the machine's own check.

// know adds the facts that follow from e being true (or false).
func (s *scope) know(e syntax.Expr, truth bool) {
	if e == nil {
		return
	}
	switch e := e.(type) {
	case *syntax.Unary:
		if e.Op == "not" {
			s.know(e.X, !truth)
		}
	case *syntax.Binary:
		switch e.Op {
		case "and":
			if truth {
				s.know(e.X, true)
				s.know(e.Y, true)
			}
		case "or":
			if !truth {
				s.know(e.X, false)
				s.know(e.Y, false)
			}
		case "!=", "==":
			if (e.Op == "!=") == truth {
				if isNone(e.Y) {
					s.fact(key(e.X))
				} else if isNone(e.X) {
					s.fact(key(e.Y))
				}
			}
		case "in":
			if truth {
				s.fact(key(e.Y) + "[" + key(e.X) + "]")
			}
		}
	case *syntax.Is:
		if truth != e.Not {
			s.fact(key(e.X) + "." + key(e.Condition))
		}
	}
}

// fact keeps the text of something that is known to be there.
func (s *scope) fact(k string) {
	if s.facts == nil {
		s.facts = map[string]bool{}
	}
	s.facts[k] = true
}

// knows tells whether an expression is known to be there.
func (s *scope) knows(e syntax.Expr) bool {
	k := key(e)
	for at := s; at != nil; at = at.parent {
		if at.facts[k] {
			return true
		}
		if at.capture != nil && at.capture.outer.knows(e) {
			return true
		}
	}
	return false
}

// given opens a child scope in which e holds (or does not).
func (s *scope) given(e syntax.Expr, truth bool) *scope {
	n := s.child()
	n.know(e, truth)
	return n
}

func isNone(e syntax.Expr) bool {
	n, ok := e.(*syntax.Name)
	return ok && n.Name == "none"
}

// key is the text of an expression without white space.
func key(e syntax.Expr) string {
	if e == nil {
		return "?"
	}
	return strings.Join(strings.Fields(placeOf(e).Text()), "")
}

// placeOf is where a node stands; what could not be parsed stands nowhere.
func placeOf(n syntax.Node) source.Span {
	if n == nil {
		return source.Span{}
	}
	return n.At()
}
