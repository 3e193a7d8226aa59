// Package fight runs a scene from its first event to its last: it links the
// pack with the options in force, sets the scene up, and lets the machine run
// under a seed. What listens, and who answers choices that no tactic answers, is
// the caller's.
package fight

import (
	"fmt"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
)

// Ready is a scene that is set up and can be run any number of times.
type Ready struct {
	Program *interp.Program
	Initial *interp.Initial
	Scene   *ir.Scene

	Compiled bool // generated code plays it, where nobody listens
}

// Result is how a run ended.
type Result struct {
	Outcome  string
	Measures []interp.MeasureValue
	Fault    *interp.Fault
	Machine  *interp.Machine
}

// Prepare links a program for a scene. Faults of linking and of the scene's own
// require lines go into the log.
func Prepare(p *ir.Program, s *ir.Scene, options map[*ir.Option]int64, log *diag.Log, with ...interp.LinkOption) *Ready {
	opts := map[*ir.Option]int64{}
	for k, v := range s.Options {
		opts[k] = v
	}
	for k, v := range options {
		opts[k] = v
	}
	if p.Entry == nil {
		log.Add(&diag.Diagnostic{Code: diag.UnknownEvent, Message: "the pack does not say which event a fight is",
			Help: "write `entry = \"EVENT\"` in pack.toml"})
		return nil
	}
	prog := interp.Link(p, opts, interp.SceneRoom(s), nil, with...)
	for _, f := range prog.Faults {
		log.Errorf(diag.Code(f.Code), f.Span, "%s", f.Message)
	}
	if len(prog.Faults) > 0 {
		return nil
	}
	in, faults := interp.Build(prog, s)
	for _, f := range faults {
		d := &diag.Diagnostic{Code: diag.Code(f.Code), Message: f.Text, Span: f.Thing.Span}
		if f.Advice {
			d.Severity = diag.Warning
		}
		if f.Line != nil {
			d.WithRelated(f.Line.Span, "the line that says so")
		}
		log.Add(d)
	}
	for _, t := range s.Things {
		if t.Record.Actor && t.Tactic == nil && !t.Played {
			log.Warnf(diag.Advice, t.Span, "nobody answers for %s: it declines whatever it may", t.Name).
				WithHelp("give it a tactic, or `played = true`")
		}
	}
	if log.Errors() > 0 {
		return nil
	}
	return &Ready{prog, in, s, attach(prog)}
}

// Run plays run n of a seed on a machine. chooser answers for whoever has no
// tactic; listener may be nil.
func (r *Ready) Run(m *interp.Machine, seed, n uint64, chooser interp.Chooser, listener interp.Listener) *Result {
	p := &Player{Ready: r, machine: m}
	return p.Play(seed, n, chooser, listener)
}

// Player plays one run after the other on a machine of its own, and takes no more
// memory once it is warm. It serves one caller at a time.
type Player struct {
	*Ready
	machine  *interp.Machine
	dice     interp.Seeded
	result   Result
	measures []interp.MeasureValue
}

// NewPlayer makes a player with a machine of its own.
func (r *Ready) NewPlayer() *Player { return &Player{Ready: r, machine: interp.NewMachine(r.Program)} }

// Machine is the machine that plays.
func (p *Player) Machine() *interp.Machine { return p.machine }

// Play is Run; what it returns holds until the next call.
func (p *Player) Play(seed, n uint64, chooser interp.Chooser, listener interp.Listener) *Result {
	m := p.machine
	m.Load(p.Initial)
	p.dice.Rand.Seed(seed, n)
	m.Dice = &p.dice
	if chooser == nil {
		chooser = interp.Decline{}
	}
	m.Chooser, m.Listener = chooser, listener
	m.Begin(p.Program.IR().Entry)
	h := m.Root()
	p.result = Result{Machine: m}
	out := &p.result
	switch m.Run() {
	case interp.Done:
		out.Outcome = m.OutcomeAt(h)
		p.measures = m.AppendMeasures(p.measures[:0], h)
		out.Measures = p.measures
		if f := m.Fault(); f != nil { // of a measure
			*out = Result{Machine: m, Fault: f}
		}
	case interp.Faulted:
		if m.WasNative() {
			m.Closures(true)
			defer m.Closures(false)
			return p.Play(seed, n, chooser, listener)
		}
		out.Fault = m.Fault()
	default:
		out.Fault = &interp.Fault{Code: string(diag.NoChoice), Message: fmt.Sprintf("%s has a choice and nobody answers it", m.Name(m.Pending().Who)),
			Help: "give it a tactic in the encounter"}
	}
	return out
}
