package interp

import (
	"fmt"
	"slices"

	"rulec/dice"
	"rulec/lang/ir"
	"rulec/lang/source"
)

// Program is a checked program made ready to run, with its options fixed. It does
// not change any more and may be shared by any number of machines.
type Program struct {
	ir      *ir.Program
	lay     *layout
	options []int64

	code    []instr
	events  []*event
	values  map[*ir.Value]*value
	conds   []*condition
	windows []*Window
	sites   []*site
	tactics map[*ir.Tactic]*tactic

	records  map[*ir.Record]*recordInit
	measures []*measure

	pools   []dice.Pool
	poolIDs map[string]int64
	texts   []string
	textIDs map[string]int64

	stepLength     int64 // base units of the space's unit
	hooks          hooks
	resources      []resource
	askOrder       *value
	space          string
	geo            geometry
	condConsts     []int64 // where the value of each condition without arguments lies
	low            []int64 // the words below everything else, with constants
	loseHeard      bool
	gainHeard      bool
	whiles         bool
	monitors       []*monitor
	sayings        map[*ir.Expr]numFn
	recordRequires []recordRequire
	haltPC         int
	windowPC       int
	shaded         bool // to be explored, see shade.go
	shades         map[*ir.Local]bool
	leanFrom       int // where the second copies of lean events lie
	leanTo         int
	stepCode       map[*ir.Step]int  // code of a proof's `do` lines
	givenCode      map[*ir.Given]int // and of the facts it states
	Faults         []*Fault          // of linking
	supposed       map[*ir.Value]*ir.Expr
	weights        map[*ir.Value]int // of values put in where they are asked
	keep           keeping
	ways           waysKept
	answerers      map[*ir.Way]*answerers
	kept           int // formulas that are kept
	groups         int // of classes that are read together
	aliveGroup     int
	cover          *Coverage // what is noted, or nil
	keptAll        []*kept
	native         *Native      // code that was generated, or nil
	simple         []simpleDice // of pools, for it
}

// hooks are the values the space asks, or nil.
type hooks struct{ edge, pass, cut, cost, stop *value }

// emptyList is where the list without items lies.
const emptyList = 8

// Link compiles a program. room is the number of entities there may be; proof,
// if not nil, is listened for.
func Link(p *ir.Program, opts map[*ir.Option]int64, room int, proof *ir.Proof, with ...LinkOption) *Program {
	out := &Program{ir: p, values: map[*ir.Value]*value{}, tactics: map[*ir.Tactic]*tactic{},
		records: map[*ir.Record]*recordInit{}, poolIDs: map[string]int64{}, textIDs: map[string]int64{},
		stepCode: map[*ir.Step]int{}, givenCode: map[*ir.Given]int{}, stepLength: 1}
	out.options = make([]int64, len(p.Options))
	for i, o := range p.Options {
		out.options[i] = o.Default
		if v, ok := opts[o]; ok {
			out.options[i] = v
		}
	}
	for _, w := range with {
		w(out)
	}
	out.low = make([]int64, 16)
	out.pool("0")
	out.text("")
	c := &compiler{p: out, proof: proof}
	if proof != nil {
		c.suppose(proof)
	}
	out.lay = newLayout(p, room)
	if proof != nil {
		out.lay.frame(proof.Frame, 0)
	}
	c.link()
	return out
}

// IR is the checked program behind it.
func (p *Program) IR() *ir.Program { return p.ir }

// Option is the reading, or the number, that is in force for option i.
func (p *Program) Option(i int) int64 { return p.options[i] }

// compiler holds what linking needs and running does not.
type compiler struct {
	p      *Program
	proof  *ir.Proof
	event  *event // whose stage is being compiled
	listen *listening
	regs   map[*ir.Local]uint8 // cells that lie in registers
	depth  int                 // registers in use
	leave  []int               // in lean code, jumps to its end
	stays  *bool               // whether bases stay as wide as they are, once that is known
	late   *Machine            // for which a formula is lowered once it runs, or nil: it keeps the constants
}

// lateCompiler lowers formulas for a machine that runs. The program is shared, and
// the machine has made texts and dice of its own behind the program's.
func lateCompiler(m *Machine) *compiler {
	return &compiler{p: m.p, listen: &listening{}, late: m}
}

// text and pool number a constant.
func (c *compiler) text(s string) int64 {
	if c.late != nil {
		return c.late.intern(s)
	}
	return c.p.text(s)
}

func (c *compiler) pool(s string) int64 {
	if c.late == nil {
		return c.p.pool(s)
	}
	if id, ok := c.late.poolIDs[s]; ok {
		return id
	}
	pool, err := parsePool(s)
	if err != nil {
		c.late.fail("E0109", "%s", err)
	}
	return c.late.internPool(pool)
}

func (c *compiler) bug(at source.Span, format string, args ...any) {
	c.p.Faults = append(c.p.Faults, &Fault{Code: "E0901", Message: fmt.Sprintf(format, args...), Span: at})
}

// off is where a cell lies. A cell of a frame that has not been laid out yet is
// a cell of a clause.
func (c *compiler) off(l *ir.Local) int {
	off, ok := c.p.lay.off[l]
	if !ok {
		c.bug(l.Span, "no place for %q", l.Name)
	}
	return off
}

func (p *Program) text(s string) int64 {
	if id, ok := p.textIDs[s]; ok {
		return id
	}
	id := int64(len(p.texts))
	p.texts = append(p.texts, s)
	p.textIDs[s] = id
	return id
}

func (p *Program) pool(s string) int64 {
	if id, ok := p.poolIDs[s]; ok {
		return id
	}
	pool, err := parsePool(s)
	if err != nil {
		p.Faults = append(p.Faults, &Fault{Code: "E0109", Message: err.Error()})
	}
	key := pool.String()
	if id, ok := p.poolIDs[key]; ok {
		p.poolIDs[s] = id
		return id
	}
	id := int64(len(p.pools))
	p.pools = append(p.pools, pool)
	p.poolIDs[key] = id
	p.poolIDs[s] = id
	return id
}

// parsePool reads dice, or a number, which is dice that always show it.
func parsePool(s string) (dice.Pool, error) {
	pool, err := dice.Parse(s)
	if err != nil {
		if n, numErr := parseNumber(s); numErr == nil {
			return dice.Number(n), nil
		}
	}
	return pool, err
}

func parseNumber(s string) (int64, error) {
	var n int64
	_, err := fmt.Sscanf(s, "%d", &n)
	return n, err
}

// link compiles everything, in an order in which all that is named exists.
func (c *compiler) link() {
	p := c.p
	p.haltPC = c.emit(instr{op: opHalt})
	p.windowPC = c.emit(instr{op: opWindowNext})
	c.layClauses()
	for _, cd := range p.ir.Conditions {
		at := int64(len(p.low))
		p.low = append(p.low, int64(cd.Index), 0)
		p.condConsts = append(p.condConsts, at)
	}
	for _, v := range p.ir.Values {
		p.values[v] = &value{ir: v, size: p.lay.size[v.Frame], event: v.Of != nil}
	}
	for _, v := range p.ir.Values {
		c.weight(v)
	}
	c.resources()
	c.spaces()
	c.conditions()
	c.shadeCells()
	c.keeping()
	c.waysKept()
	c.answers()
	c.keptOrders()
	c.sitesAndBlocks()
	for _, v := range p.ir.Values {
		c.valueBody(p.values[v])
	}
	c.keptBodies()
	c.answererBodies()
	for _, r := range p.ir.Records {
		c.recordInit(r)
	}
	for _, e := range p.ir.Events {
		p.events = append(p.events, &event{ir: e, size: p.lay.size[e.Frame]})
	}
	c.actions()
	c.listeners()
	c.leanEvents()
	for _, ev := range p.events {
		c.compileEvent(ev)
	}
	p.leanFrom = c.here()
	for _, ev := range p.events {
		if ev.lean {
			c.compileLean(ev)
		}
	}
	p.leanTo = c.here()
	c.compileBodies()
	c.gainAndLose()
	for _, t := range p.ir.Tactics {
		c.tactic(t)
	}
	c.measuresOf()
	if c.proof != nil {
		c.proofParts()
	}
}

// layClauses lays out the frames of clauses that have one of their own.
func (c *compiler) layClauses() {
	for _, b := range c.p.ir.Blocks {
		if b.Site != nil {
			continue
		}
		c.p.lay.frame(b.Frame, 0)
		for _, k := range b.Clauses {
			c.p.lay.frame(k.Frame, 0)
		}
	}
	for _, m := range c.p.ir.Moments {
		c.p.lay.frame(m.Frame, 0)
	}
	for _, m := range c.p.ir.Measures {
		c.p.lay.frame(m.Frame, 0)
	}
	for _, r := range c.p.ir.Resources {
		if r.Refill != nil {
			c.p.lay.frame(r.Refill.Frame, 0)
		}
	}
	c.eachStmt(func(s *ir.Stmt) {
		for _, k := range s.Until {
			c.p.lay.frame(k.Frame, 0)
		}
		if s.Clause != nil {
			c.p.lay.frame(s.Clause.Frame, 0)
		}
	})
	if c.proof != nil {
		for _, m := range c.proof.Monitors {
			c.p.lay.frame(m.Clause.Frame, 0)
		}
	}
}

// spaces picks the space in force and its hooks.
func (c *compiler) spaces() {
	var in *ir.Space
	for _, s := range c.p.ir.Spaces {
		if s.When != nil {
			if k, ok := c.constant(s.When); !ok || k == 0 {
				continue
			}
		}
		c.p.space = s.Name
		if s.Unit != nil {
			c.p.stepLength = s.Unit.Factor
		}
		for _, h := range s.Hooks {
			v := c.p.values[h.Value]
			v.args = nil
			for _, l := range h.Value.Params {
				v.args = append(v.args, c.off(l))
			}
			switch h.Name {
			case "edge":
				c.p.hooks.edge = v
			case "pass":
				c.p.hooks.pass = v
			case "cut":
				c.p.hooks.cut = v
			case "cost":
				c.p.hooks.cost = v
			case "stop":
				c.p.hooks.stop = v
			}
		}
		in = s
	}
	c.p.geo = c.geometry(in)
}

func (p *Program) value(v *ir.Value) *value { return p.values[v] }

// recordInit gives a new entity, or a record made from data, its first values.
type recordInit struct {
	ir     *ir.Record
	size   int
	fields []*ir.Local
	init   []func(m *Machine, at int64)
}

func (c *compiler) recordInit(r *ir.Record) {
	ri := &recordInit{ir: r, size: c.p.lay.record[r]}
	fields, of := c.p.ir.DefaultFields(r)
	for _, f := range c.p.ir.DefaultAsks(r).Order(fields) {
		if r == c.p.ir.Held && slices.Index(r.Fields, f) < 3 {
			continue
		}
		ri.fields = append(ri.fields, f)
		ri.init = append(ri.init, c.fieldInit(f, of(f)))
	}
	c.p.records[r] = ri
}

// run gives the fields of a record their defaults, in a frame in which it is
// `self`, and each after those it asks. Fields that are given have their values
// already.
func (ri *recordInit) run(m *Machine, at int64, given map[*ir.Local]bool) {
	if len(ri.init) == 0 {
		return
	}
	fp := m.fp
	m.unsettle()
	m.fp = m.alloc(m.p.lay.size[ri.ir.Self] + 1)
	m.mem[m.fp] = at
	for i, f := range ri.init {
		if !given[ri.fields[i]] {
			f(m, at)
		}
	}
	m.fp = fp
	m.settleAgain()
}
