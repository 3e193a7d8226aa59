package check

import (
	"reflect"

	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// waiting is a body that waits for all shapes.
type waiting struct {
	at     source.Span // of what is read
	do     func()
	fields []any         // pointers to what it fills; none if it must always be done
	proof  *syntax.Proof // if it is one
}

// outcome is what a body came to.
type outcome struct {
	values     []reflect.Value // of the fields
	cells      []placed
	mods       []*ir.Modify
	blocks     []*ir.Block
	proofs     []*ir.Proof
	unended    []unended
	spaceCalls []spaceCall
	notes      []func(*checker)
	faulty     bool
	places     []*source.Span // all places in it, once somebody asked for them
}

// placed is a cell of a frame that belongs to a shape.
type placed struct {
	frame *ir.Frame
	cell  *ir.Local
}

// wait puts a body behind all shapes. fields are pointers to what it fills.
func (c *checker) wait(at source.Span, do func(), fields ...any) {
	c.later = append(c.later, waiting{at: at, do: do, fields: fields})
}

// defaults lists the defaults of parameters as fields, behind others.
func defaults(params []*ir.Local, fields ...any) []any {
	for _, l := range params {
		fields = append(fields, &l.Default)
	}
	return fields
}

// addBlock puts a block at the end of the program's list.
func (c *checker) addBlock(b *ir.Block) {
	b.Index = len(c.prog.Blocks)
	c.prog.Blocks = append(c.prog.Blocks, b)
}

// addMod lets a value know of a modifier.
func (c *checker) addMod(m *ir.Modify) {
	m.Target.Mods = append(m.Target.Mods, m)
	if c.doing != nil {
		c.doing.mods = append(c.doing.mods, m)
	}
}

// note keeps what a body did to the program beside what it filled.
func (c *checker) note(f func(*checker)) {
	if c.doing != nil {
		c.doing.notes = append(c.doing.notes, f)
	}
}

// work checks a body, or puts in its place what it came to.
func (c *checker) work(w waiting) {
	if c.memory == nil {
		w.do()
		return
	}
	o := c.remembered(w)
	if o != nil {
		c.put(w, o)
		c.memory.Kept++
	} else {
		o = c.observed(w)
		c.memory.Checked++
	}
	if w.proof != nil {
		c.proven[w.proof] = o
		return
	}
	if c.todo == len(c.memory.outcomes) {
		c.memory.outcomes = append(c.memory.outcomes, o)
	} else {
		c.memory.outcomes[c.todo] = o
	}
	c.todo++
}

// remembered is what a body came to last time, if that is what it would come to now.
func (c *checker) remembered(w waiting) *outcome {
	var o *outcome
	switch {
	case w.proof != nil:
		o = c.memory.proofs[w.proof]
	case len(w.fields) > 0 && c.todo < len(c.memory.outcomes):
		o = c.memory.outcomes[c.todo]
	}
	if o == nil || o.faulty || !w.at.Valid() || !c.change.Same(w.at) || !o.move(c.memory.known, c.change.Moved) {
		return nil
	}
	return o
}

// observed checks a body and sees what it does.
func (c *checker) observed(w waiting) *outcome {
	o := &outcome{}
	said, blocks, proofs := c.log.Said(), len(c.prog.Blocks), len(c.prog.Proofs)
	unended, calls := len(c.unended), len(c.spaceCalls)
	c.doing = o
	w.do()
	c.doing = nil
	o.faulty = c.log.Said() > said
	o.blocks, o.proofs = clone(c.prog.Blocks[blocks:]), clone(c.prog.Proofs[proofs:])
	o.unended, o.spaceCalls = clone(c.unended[unended:]), clone(c.spaceCalls[calls:])
	for _, f := range w.fields {
		v := reflect.ValueOf(f).Elem()
		kept := reflect.New(v.Type()).Elem()
		kept.Set(v)
		o.values = append(o.values, kept)
	}
	return o
}

func clone[T any](list []T) []T { return append([]T(nil), list...) }

// put does to the program what the check of a body did.
func (c *checker) put(w waiting, o *outcome) {
	for i, f := range w.fields {
		reflect.ValueOf(f).Elem().Set(o.values[i])
	}
	for _, p := range o.cells {
		p.cell.Index = len(p.frame.Locals)
		p.frame.Locals = append(p.frame.Locals, p.cell)
	}
	for _, m := range o.mods {
		m.Target.Mods = append(m.Target.Mods, m)
	}
	for _, b := range o.blocks {
		c.addBlock(b)
	}
	for _, p := range o.proofs {
		p.Index = len(c.prog.Proofs)
		c.prog.Proofs = append(c.prog.Proofs, p)
	}
	c.unended = append(c.unended, o.unended...)
	c.spaceCalls = append(c.spaceCalls, o.spaceCalls...)
	for _, f := range o.notes {
		f(c)
	}
}

// move takes all places in an outcome to where they stand now, or none.
func (o *outcome) move(known map[any]bool, to func(source.Span) (source.Span, bool)) bool {
	if o.places == nil {
		o.places = o.find(known)
	}
	for _, p := range o.places {
		if _, ok := to(*p); !ok {
			return false
		}
	}
	for _, p := range o.places {
		*p, _ = to(*p)
	}
	return true
}

// find lists the places in an outcome; what is known is a shape and has its own.
func (o *outcome) find(known map[any]bool) []*source.Span {
	w := source.Places(func(p any) bool {
		_, t := p.(*ir.Type)
		return t || known[p]
	})
	for _, v := range o.values {
		w.In(v)
	}
	for _, p := range o.cells {
		w.In(reflect.ValueOf(p.cell))
	}
	for _, list := range []any{o.mods, o.blocks, o.proofs} {
		w.In(reflect.ValueOf(list))
	}
	for i := range o.unended {
		w.Found = append(w.Found, &o.unended[i].at)
	}
	for i := range o.spaceCalls {
		w.Found = append(w.Found, &o.spaceCalls[i].at)
	}
	return w.Found
}
