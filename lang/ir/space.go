package ir

// SpaceOf is the space in force when options are as given; a missing one has its
// default. It is nil for a pack without one.
func (p *Program) SpaceOf(options map[*Option]int64) *Space {
	var out *Space
	for _, s := range p.Spaces {
		if s.When != nil {
			if n, ok := s.When.fixed(options); !ok || n == 0 {
				continue
			}
		}
		out = s
	}
	return out
}

// fixed works out what options and literals decide.
func (e *Expr) fixed(options map[*Option]int64) (int64, bool) {
	truth := func(b bool) (int64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	var x, y int64
	ok := true
	if len(e.Args) > 0 {
		x, ok = e.Args[0].fixed(options)
	}
	if len(e.Args) > 1 && ok {
		y, ok = e.Args[1].fixed(options)
	}
	if !ok {
		return 0, false
	}
	switch e.Op {
	case Const:
		return e.Int, true
	case OptionOp:
		if n, ok := options[e.Option]; ok {
			return n, true
		}
		return e.Option.Default, true
	case EqOp:
		return truth(x == y)
	case NeOp:
		return truth(x != y)
	case NotOp:
		return truth(x == 0)
	case AndOp:
		return truth(x != 0 && y != 0)
	case OrOp:
		return truth(x != 0 || y != 0)
	}
	return 0, false
}

// NextTo is the field that lists the neighbours of a place: its list of places of
// its own kind that holds on both sides.
func (r *Record) NextTo() *Local {
	for _, f := range r.Fields {
		if f.Type.Mutual && f.Type.Kind == List && f.Type.Elem.Kind == RecordKind && f.Type.Elem.Record == r {
			return f
		}
	}
	return nil
}
