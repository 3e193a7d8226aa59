package tomltree

import (
	"sort"
	"strings"

	"rulec/lang/diag"
)

// Want checks that a value is of one of some kinds and reports it otherwise, as in
// `"hp" wants a whole number, not a text`. What names the value in the message.
func (v *Value) Want(log *diag.Log, what string, kinds ...Kind) bool {
	var names []string
	for _, k := range kinds {
		if v.Kind == k {
			return true
		}
		names = append(names, k.String())
	}
	d := log.Errorf(diag.WrongValue, v.Span, "%s wants %s, not %v", what, strings.Join(names, " or "), v.Kind)
	if help := v.remedy(kinds[0]); help != "" {
		d.WithHelp("%s", help)
	}
	return false
}

// remedy says how a value is turned into the kind that is wanted.
func (v *Value) remedy(want Kind) string {
	trimmed := strings.TrimSpace(v.Str)
	switch {
	case v.Kind == KindString && want == KindInt && reInt.MatchString(trimmed):
		return "take away the quotes: " + trimmed
	case v.Kind == KindString && want == KindBool && (trimmed == "true" || trimmed == "false"):
		return "take away the quotes: " + trimmed
	case v.Kind == KindFloat && want == KindInt:
		return "rules count in whole numbers"
	case want == KindString && v.Kind < KindArray:
		return "put it in quotes: " + quote(v.Span.Text())
	case want == KindArray && v.Kind < KindArray:
		return "a list of one stands in brackets: [" + v.Span.Text() + "]"
	}
	return ""
}

// Want asks for a key that may be absent. The result is its value if it is there
// and of one of the kinds, else nil; another kind is reported.
func (t *Table) Want(log *diag.Log, name string, kinds ...Kind) *Value {
	k := t.Get(name)
	if k == nil || !k.Value.Want(log, quote(name), kinds...) {
		return nil
	}
	return k.Value
}

// Need asks for a key that must be there; its absence is reported at the table.
func (t *Table) Need(log *diag.Log, name string, kinds ...Kind) *Value {
	if t == nil || t.Has(name) {
		return t.Want(log, name, kinds...)
	}
	t.Get(name)
	owner := "this table"
	if header := t.Span.Text(); header == "" {
		owner = "the file"
	} else if t.origin == headed {
		owner = header
	}
	log.Errorf(diag.MissingKey, t.Span, "%s has no %s, which must be %v", owner, quote(name), kinds[0])
	return nil
}

// Each returns the items of a list that are of one of the kinds; the others are
// reported. What names an item: "an entry of \"tags\"".
func (v *Value) Each(log *diag.Log, what string, kinds ...Kind) []*Value {
	if v == nil {
		return nil
	}
	var good []*Value
	for _, item := range v.Items {
		if item.Want(log, what, kinds...) {
			good = append(good, item)
		}
	}
	return good
}

// Unread reports every key of a table, and of the tables below it, that nobody has
// asked for. Below an unread key nothing more is said. What was asked for and is not
// there, and the names of also, are what could have been meant.
func (t *Table) Unread(log *diag.Log, also ...string) {
	for _, k := range t.Keys {
		if !k.Used {
			d := log.Errorf(diag.UnknownKey, k.Span, "nothing reads the key %s", quote(k.Name))
			if near := diag.Suggest(k.Name, t.open(also)); near != "" {
				d.WithHelp("did you mean %s?", quote(near))
			}
			continue
		}
		k.Value.unread(log)
	}
}

func (v *Value) unread(log *diag.Log) {
	if v.Table != nil {
		v.Table.Unread(log)
	}
	for _, item := range v.Items {
		item.unread(log)
	}
}

// open lists the names that were asked for and are not there, and some more.
func (t *Table) open(also []string) []string {
	var names []string
	for n := range t.asked {
		if t.index[n] == nil {
			names = append(names, n)
		}
	}
	for _, n := range also {
		if t.index[n] == nil {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return names
}
