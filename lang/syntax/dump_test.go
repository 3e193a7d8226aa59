package syntax

import (
	"fmt"
	"reflect"
	"strings"
)

// dump writes a tree as nested lists without places: (Binary + (Name a) (Int 1)).
func dump(n any) string {
	var out strings.Builder
	dumpValue(&out, reflect.ValueOf(n))
	return out.String()
}

func dumpValue(out *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			out.WriteByte('-')
			return
		}
		dumpValue(out, v.Elem())
	case reflect.Slice:
		out.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				out.WriteByte(' ')
			}
			dumpValue(out, v.Index(i))
		}
		out.WriteByte(']')
	case reflect.Struct:
		switch n := v.Interface().(type) {
		case Ident:
			if n.Name == "" {
				out.WriteByte('-')
			}
			out.WriteString(n.Name)
			return
		case Text:
			fmt.Fprintf(out, "%q", n.Value)
			return
		}
		out.WriteByte('(')
		out.WriteString(v.Type().Name())
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Type == reflect.TypeOf(Place{}) || f.Name == "Source" || f.Name == "Comments" {
				continue
			}
			if h, ok := v.Field(i).Interface().(Head); ok {
				fmt.Fprintf(out, " %s", h.Name.Name)
				if h.Override {
					out.WriteString(" override")
				}
				for _, c := range h.Cites {
					fmt.Fprintf(out, " cite:%q", c.Value)
				}
				for _, c := range h.Gaps {
					fmt.Fprintf(out, " gap:%q", c.Value)
				}
				if h.Own != nil {
					fmt.Fprintf(out, " own:%q", h.Own.Value)
				}
				if h.Printed != nil {
					fmt.Fprintf(out, " %q", h.Printed.Value)
				}
				if h.Doc != "" {
					fmt.Fprintf(out, " doc:%q", h.Doc)
				}
				continue
			}
			fv := v.Field(i)
			if fv.IsZero() && fv.Kind() != reflect.Int64 {
				continue
			}
			if s := v.Type().Name(); s != "Name" && s != "Binary" && s != "Unary" && s != "Int" && s != "Dice" && s != "Select" && s != "Call" {
				fmt.Fprintf(out, " %s:", f.Name)
			} else {
				out.WriteByte(' ')
			}
			dumpValue(out, fv)
		}
		out.WriteByte(')')
	case reflect.String:
		out.WriteString(v.String())
	default:
		fmt.Fprintf(out, "%v", v.Interface())
	}
}
