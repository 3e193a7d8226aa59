package bench

import (
	"slices"

	"rulec/dice"
	"rulec/interp"
	"rulec/lang/ir"
)

// deaf is a listener that ignores everything.
type deaf struct{}

func (deaf) Started(*interp.Machine, int, *ir.Event)                          {}
func (deaf) Ended(*interp.Machine, int, *ir.Event, int)                       {}
func (deaf) Prevented(*interp.Machine, int, *ir.Event, []interp.Refusal)      {}
func (deaf) Rolled(*interp.Machine, int, dice.Pool, int64)                    {}
func (deaf) Assigned(*interp.Machine, int, *ir.Local, int64, int64, *ir.Stmt) {}
func (deaf) Applied(*interp.Machine, int, *ir.Condition, int64)               {}
func (deaf) Removed(*interp.Machine, int, *ir.Condition, int64)               {}
func (deaf) Chosen(*interp.Machine, *interp.Question, int)                    {}
func (deaf) EndedBy(*interp.Machine, int, *ir.Event, *ir.Stmt)                {}

// atEnd reads the measures when an event ends, while its fields still are there.
type atEnd struct {
	deaf
	of       *ir.Event
	measures []interp.MeasureValue
}

func (l *atEnd) Ended(m *interp.Machine, h int, e *ir.Event, _ int) {
	if e == l.of {
		l.measures = slices.Clone(m.Measures(h))
	}
}
