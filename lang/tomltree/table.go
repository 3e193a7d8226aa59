package tomltree

import (
	"strconv"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// pair reads `key = value` into a table.
func (p *parser) pair(t *Table) {
	path := p.path()
	last := path[len(path)-1]
	if p.peek() != '=' {
		help := "write " + last.span.Text() + " = and the value"
		p.fault(p.word(), help, "after the key %s comes \"=\", not %s", quote(last.name), p.shown())
	}
	p.pos++
	p.blanks()
	v := p.value(quote(last.name), t.depth+len(path)-1)
	for _, k := range path[:len(path)-1] {
		if t = p.within(t, k, dotted); t == nil {
			return
		}
	}
	if old := t.index[last.name]; old != nil {
		p.repeated(last.span, old, "%s is given twice", quote(last.name))
		return
	}
	t.add(&Key{Name: last.name, Span: last.span, Value: v})
}

// within finds or makes the table that a part of a key names, on the way to a later
// part. How is dotted for `a.b = 1`, implied for `[a.b]`. Nil if nothing can go there.
func (p *parser) within(t *Table, k part, how origin) *Table {
	old := t.index[k.name]
	if old == nil {
		inner := newTable(k.span, how, t.depth+1)
		p.count(k.span)
		p.nest(k.span, inner.depth)
		t.add(&Key{Name: k.name, Span: k.span, Value: &Value{Kind: KindTable, Span: k.span, Table: inner}})
		return inner
	}
	switch v := old.Value; {
	case v.listed && how == implied:
		return v.Items[len(v.Items)-1].Table
	case v.Kind == KindTable && v.Table.origin == inline:
		p.repeated(k.span, old, "%s is complete in its braces and takes no more keys", quote(k.name))
	case v.Kind == KindTable && (how == implied || v.Table.origin == dotted):
		return v.Table
	case v.Kind == KindTable:
		p.repeated(k.span, old, "%s has a header of its own and takes no keys from elsewhere", quote(k.name))
	default:
		p.repeated(k.span, old, "%s is %v already and cannot hold keys", quote(k.name), v.Kind)
	}
	return nil
}

// header reads `[a.b]` or `[[a.b]]` and makes that table the one the next keys go
// into. Where it cannot be, the keys below it go into a table nobody sees.
func (p *parser) header() {
	start := p.pos
	p.at = newTable(p.span(start, start), headed, 1)
	p.pos++
	several := p.peek() == '['
	closer := "]"
	if several {
		p.pos++
		closer = "]]"
	}
	if p.blanks(); p.peek() == ']' {
		p.fault(p.span(start, p.pos+1), "", "a header needs a name between its brackets")
	}
	path := p.path()
	for range closer {
		if p.peek() != ']' {
			p.fault(p.word(), "", "a header that begins with %s ends with %s, but %s stands here", p.text[start:start+len(closer)], closer, p.shown())
		}
		p.pos++
	}
	at := p.span(start, p.pos)
	t := p.root
	for _, k := range path[:len(path)-1] {
		if t = p.within(t, k, implied); t == nil {
			return
		}
	}
	last := path[len(path)-1]
	made := newTable(at, headed, t.depth+1)
	if several {
		made.depth++
	}
	p.count(at)
	p.nest(at, made.depth)
	p.at = made
	if several {
		p.element(t, last, made)
	} else {
		p.named(t, last, made)
	}
}

// named puts the table of `[a]` into its parent.
func (p *parser) named(t *Table, k part, made *Table) {
	old := t.index[k.name]
	if old == nil {
		t.add(&Key{Name: k.name, Span: k.span, Value: &Value{Kind: KindTable, Span: made.Span, Table: made}})
		return
	}
	switch v := old.Value; {
	case v.Kind == KindTable && v.Table.origin == implied:
		v.Span, v.Table.Span, v.Table.origin = made.Span, made.Span, headed
		old.Span = k.span
		p.at = v.Table
	case v.listed:
		p.repeated(k.span, old, "%s is a list: its elements are headed [[%s]]", quote(k.name), k.name)
	default:
		p.repeated(k.span, old, "%s is given twice", quote(k.name))
	}
}

// element puts the table of `[[a]]` at the end of its list.
func (p *parser) element(t *Table, k part, made *Table) {
	item := &Value{Kind: KindTable, Span: made.Span, Table: made}
	old := t.index[k.name]
	switch {
	case old == nil:
		p.count(made.Span)
		list := &Value{Kind: KindArray, Span: made.Span, Items: []*Value{item}, listed: true}
		t.add(&Key{Name: k.name, Span: k.span, Value: list})
	case old.Value.listed:
		old.Value.Items = append(old.Value.Items, item)
	case old.Value.Kind == KindArray:
		p.repeated(k.span, old, "%s is complete in its brackets and takes no more elements", quote(k.name))
	default:
		p.repeated(k.span, old, "%s is %v already and cannot be a list as well", quote(k.name), old.Value.Kind)
	}
}

// repeated reports a name that is there already, with both places.
func (p *parser) repeated(at source.Span, first *Key, format string, args ...any) {
	d := p.log.Errorf(diag.BadToml, at, format, args...)
	d.Message += " (first in line " + strconv.Itoa(first.Span.Begin().Line) + ")"
	d.WithRelated(first.Span, "first given here")
	p.repeats++
}
