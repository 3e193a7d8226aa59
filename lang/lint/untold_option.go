package lint

import (
	"rulec/lang/ir"
)

var untoldOptionRule = &Rule{
	Code: "L0225", Name: "untold_option", Group: Suspicious, Level: Warning,
	Title: "an option that no proof tells apart",
	run:   untoldOption,
}

func untoldOption(c *Context) {
	if c.library || len(c.Program.Proofs) == 0 {
		return
	}
	set := map[*ir.Option]map[int64]bool{}
	for _, p := range c.Program.Proofs {
		for _, f := range p.Options {
			if set[f.Option] == nil {
				set[f.Option] = map[int64]bool{}
			}
			if n, known := f.Value.Constant(); known {
				set[f.Option][n] = true
				continue
			}
			for i := range max(1, members(f.Option)) { // all of a domain
				set[f.Option][int64(i)] = true
			}
		}
	}
	for _, o := range c.Program.Options {
		if o.Enum == nil {
			other := false
			for n := range set[o] {
				other = other || n != o.Default
			}
			if !other {
				c.report(o.Span, "no proof sets the option %q to another number", o.Name).help("prove something `with %s == ...`", o.Name)
			}
			continue
		}
		for i, m := range o.Enum.Members {
			if int64(i) != o.Default && !set[o][int64(i)] {
				c.report(o.Span, "no proof sets the option %q to %s", o.Name, m).help("prove something `with %s == %s`", o.Name, m)
			}
		}
	}
}

func members(o *ir.Option) int {
	if o.Enum == nil {
		return 0
	}
	return len(o.Enum.Members)
}
