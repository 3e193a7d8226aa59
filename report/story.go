package report

import (
	"slices"
	"strings"

	"rulec/interp"
	"rulec/lang/ir"
)

// told is one line of a story with what happened inside it.
type told struct {
	entry *interp.Entry
	text  string
	after bool     // it did not happen, and what is inside it is why
	notes []string // its numbers
	kids  []*told

	who  string // of a condition that came or went
	what *ir.Condition
	lost bool
}

func (t *told) condition() bool { return t.what != nil }

// heading tells whether something stands by itself: it has a line and told things
// inside it.
func (t *told) heading() bool {
	return t.text != "" && !t.condition() && slices.ContainsFunc(t.kids, func(k *told) bool { return k.text != "" })
}

func hasHeading(list []*told) bool {
	return slices.ContainsFunc(list, (*told).heading)
}

// story cuts a trace down to what is told. What has no line of its own lets its
// inside through to what it happened in.
func (p *printer) story(rec *interp.Recorder) *told {
	root := &told{}
	at := map[int]*told{-1: root} // the line each entry belongs below
	actions := !tells(rec)
	for _, e := range rec.Entries {
		in := at[e.Parent]
		if in == nil {
			in = root
		}
		at[e.Seq] = in
		n := &told{entry: e}
		switch {
		case e.Gained != nil:
			n.who, n.what = e.Bearer, e.Gained
		case e.Lost != nil:
			n.who, n.what, n.lost = e.Bearer, e.Lost, true
		default:
			n.text = line(e, actions)
			n.after = e.Outcome == "none"
			if p.opt.Explain && !n.after {
				n.notes = p.numbers(e, n.text == "")
			}
			if e.Parent < 0 {
				root.entry, root.text = e, n.text
				root.notes = n.notes
				continue
			}
			if n.text == "" && len(n.notes) == 0 {
				continue
			}
		}
		in.kids = append(in.kids, n)
		if n.text != "" {
			at[e.Seq] = n
		}
	}
	root.settle()
	return root
}

// tells tells whether the pack writes lines about anything in a trace.
func tells(rec *interp.Recorder) bool {
	for _, e := range rec.Entries {
		if e.Event != nil && len(e.Event.Tells) > 0 {
			return true
		}
	}
	return false
}

// line is what is told of an event: the pack's line, or why it did not happen. A
// pack that tells nothing at all has at least its actions told.
func line(e *interp.Entry, actions bool) string {
	prevented := len(e.Reasons) > 0
	switch {
	case prevented:
		return e.Event.Printed + " does not happen: " + strings.Join(e.Reasons, "; ")
	case e.EndedBy != "" && e.Outcome == "none":
		return e.Event.Printed + " does not happen: " + e.EndedBy
	case e.Tells != "" && e.EndedBy != "":
		return e.Tells + " (" + e.EndedBy + ")"
	case e.Tells != "" || !actions || !e.Event.Action:
		return e.Tells
	}
	return deed(e)
}

// deed writes an action from its parameters.
func deed(e *interp.Entry) string {
	s := e.Event.Printed
	params := e.Fields[:min(len(e.Fields), len(e.Event.Params)+1)]
	if e.Event.Self != nil && len(params) > 0 {
		s = params[0].Shown + ": " + s
		params = params[1:]
	}
	var args []string
	for _, f := range params {
		if f.Word != interp.None && f.Type.Kind != ir.List && (f.Type.Kind != ir.RecordKind || f.Type.Entity()) {
			args = append(args, f.Shown)
		}
	}
	if len(args) > 0 {
		s += " (" + strings.Join(args, ", ") + ")"
	}
	if e.Event.Declared && e.Outcome != "" {
		s += ": " + words(e.Outcome)
	}
	return s
}

// settle gathers conditions that come and go side by side into as few lines as
// say the same, and leaves out those that came and were gone before anything else
// was told.
func (t *told) settle() {
	var out []*told
	for i := 0; i < len(t.kids); {
		n := t.kids[i]
		if !n.condition() {
			n.settle()
			out = append(out, n)
			i++
			continue
		}
		j := i
		for j < len(t.kids) && t.kids[j].condition() {
			j++
		}
		out = append(out, together(t.kids[i:j])...)
		i = j
	}
	t.kids = out
}

func together(list []*told) []*told {
	var left []*told
next:
	for _, n := range list {
		for i, o := range left {
			if n.lost && !o.lost && o.who == n.who && o.what == n.what {
				left = append(left[:i], left[i+1:]...)
				continue next
			}
		}
		left = append(left, n)
	}
	var who []string
	does := map[string][]string{}
	for _, n := range left {
		s := n.what.Printed
		if n.lost {
			s = "no longer " + s
		}
		if does[n.who] == nil {
			who = append(who, n.who)
		}
		does[n.who] = append(does[n.who], s)
	}
	var texts []string
	share := map[string][]string{}
	for _, w := range who {
		s := strings.Join(does[w], ", ")
		if share[s] == nil {
			texts = append(texts, s)
		}
		share[s] = append(share[s], w)
	}
	var out []*told
	for _, s := range texts {
		out = append(out, &told{entry: left[0].entry, text: strings.Join(share[s], ", ") + ": " + s, what: left[0].what})
	}
	return out
}
