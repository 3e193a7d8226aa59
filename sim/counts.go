package sim

import (
	"rulec/dice"
	"rulec/interp"
	"rulec/lang/ir"
)

// Counter is something that may come in during a fight.
type Counter struct {
	Kind string `json:"kind"` // action, answer, event, condition, rule
	Name string `json:"name"`
}

// counting says which counter stands for what. Of an action there are two: taken
// by itself, and as an answer to something. A condition comes in when it is put
// on; a rule when one of its clauses changes a number or answers an event.
type counting struct {
	list      []Counter
	action    []int // by event, -1 where it is none
	reaction  []int
	event     []int
	condition []int
	rule      []int // by block
}

func newCounting(p *ir.Program) *counting {
	c := &counting{}
	put := func(kind, name string) int {
		c.list = append(c.list, Counter{kind, name})
		return len(c.list) - 1
	}
	c.action, c.reaction, c.event = none(len(p.Events)), none(len(p.Events)), none(len(p.Events))
	c.condition, c.rule = none(len(p.Conditions)), none(len(p.Blocks))
	for i, e := range p.Events {
		if e.Action {
			c.action[i] = put("action", e.Name)
		}
	}
	for i, e := range p.Events {
		for _, w := range e.Ways {
			if answers(w) && c.reaction[i] < 0 {
				c.reaction[i] = put("answer", e.Name)
			}
		}
	}
	for i, e := range p.Events {
		if !e.Action && !e.Builtin {
			c.event[i] = put("event", e.Name)
		}
	}
	for i, k := range p.Conditions {
		c.condition[i] = put("condition", k.Name)
	}
	for i, b := range p.Blocks {
		if b.Rule != nil {
			c.rule[i] = put("rule", b.Rule.Name)
		}
	}
	return c
}

func none(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// answers tells whether a way is taken in answer to something.
func answers(w *ir.Way) bool { return w != nil && (w.Trigger != nil || w.Cue != nil) }

// counter counts what comes in during one fight.
type counter struct {
	*counting
	times []uint32 // by counter
	came  []uint32 // by block
}

func (c *counting) counter() *counter {
	return &counter{c, make([]uint32, len(c.list)), make([]uint32, len(c.rule))}
}

// take adds the fight that ended to a tally, and begins anew.
func (c *counter) take(t *Tally, ended bool) {
	for i, n := range c.came {
		if k := c.rule[i]; k >= 0 {
			c.times[k] += n
		}
	}
	for i, n := range c.times {
		if n > 0 && ended {
			t.Counts[i].Times += uint64(n)
			t.Counts[i].Encounters++
		}
	}
	clear(c.came)
	clear(c.times)
}

func (c *counter) up(i int) {
	if i >= 0 {
		c.times[i]++
	}
}

// Started counts an event, an action or a reaction.
func (c *counter) Started(m *interp.Machine, h int, e *ir.Event) {
	switch {
	case !e.Action:
		c.up(c.event[e.Index])
	case answers(m.WayOf(h)):
		c.up(c.reaction[e.Index])
	default:
		c.up(c.action[e.Index])
	}
}

// Applied counts a condition.
func (c *counter) Applied(_ *interp.Machine, _ int, k *ir.Condition, _ int64) {
	c.up(c.condition[k.Index])
}

// The rest of what a machine tells is not counted.

func (*counter) Ended(*interp.Machine, int, *ir.Event, int)                       {}
func (*counter) Prevented(*interp.Machine, int, *ir.Event, []interp.Refusal)      {}
func (*counter) Rolled(*interp.Machine, int, dice.Pool, int64)                    {}
func (*counter) Assigned(*interp.Machine, int, *ir.Local, int64, int64, *ir.Stmt) {}
func (*counter) Removed(*interp.Machine, int, *ir.Condition, int64)               {}
func (*counter) Chosen(*interp.Machine, *interp.Question, int)                    {}
func (*counter) EndedBy(*interp.Machine, int, *ir.Event, *ir.Stmt)                {}
