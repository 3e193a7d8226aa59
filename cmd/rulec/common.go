package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
)

// formats refuses an unknown --format.
func formats(format string, known ...string) error {
	if slices.Contains(known, format) {
		return nil
	}
	return fmt.Errorf("--format %q is not one of %s%s", format, strings.Join(known, ", "), maybe(format, known))
}

// colour tells whether a stream is a terminal that wants colour.
func colour(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && terminal(w)
}

// terminal tells whether a person sits at a stream.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// faults prints what a log holds to standard error, and ends the command if
// there are errors, with the code that codeOf gives.
func faults(cmd *cobra.Command, log *diag.Log) error {
	list := log.Sorted()
	if len(list) > 0 {
		_ = diag.WriteText(cmd.ErrOrStderr(), list, diag.TextOptions{Color: colour(cmd.ErrOrStderr())})
	}
	if log.Errors() == 0 {
		return nil
	}
	return exit{codeOf(list)}
}

// codeOf is 3 if rulec itself is at fault, 2 if a file could not be read or the
// command line not be used, else 1.
func codeOf(list []*diag.Diagnostic) int {
	code := exitFaults
	for _, d := range list {
		switch d.Code {
		case diag.InternalBug:
			return exitBug
		case diag.CannotUse, diag.BadCommand:
			code = exitUsage
		}
	}
	return code
}

// runFault turns a fault of the machine into a diagnostic.
func runFault(log *diag.Log, f *interp.Fault) {
	d := &diag.Diagnostic{Code: diag.Code(f.Code), Message: f.Message, Span: f.Span, Help: f.Help}
	if len(f.Loop) > 0 {
		d.Message += ": " + strings.Join(f.Loop, ", ")
	}
	log.Add(d)
}

// optionFlags reads NAME=READING settings.
func optionFlags(p *ir.Program, settings []string) (map[*ir.Option]int64, error) {
	out := map[*ir.Option]int64{}
	for _, s := range settings {
		name, reading, ok := strings.Cut(s, "=")
		if !ok {
			return nil, fmt.Errorf("--option %q: write NAME=READING", s)
		}
		o := findOption(p, name)
		if o == nil {
			var names []string
			for _, o := range p.Options {
				names = append(names, o.Name)
			}
			return nil, fmt.Errorf("no option is called %q%s", name, maybe(name, names))
		}
		v, err := readingOf(o, reading)
		if err != nil {
			return nil, err
		}
		out[o] = v
	}
	return out, nil
}

func findOption(p *ir.Program, name string) *ir.Option {
	for _, o := range p.Options {
		if o.Name == name {
			return o
		}
	}
	return nil
}

func readingOf(o *ir.Option, reading string) (int64, error) {
	if o.Enum != nil {
		if i := slices.Index(o.Enum.Members, reading); i >= 0 {
			return int64(i), nil
		}
		return 0, fmt.Errorf("option %s has no reading %q; it has %s", o.Name, reading, strings.Join(o.Enum.Members, ", "))
	}
	n, err := strconv.ParseInt(reading, 10, 64)
	if err != nil || n < o.Low || n > o.High {
		return 0, fmt.Errorf("option %s is a number from %d to %d, not %q", o.Name, o.Low, o.High, reading)
	}
	return n, nil
}

func maybe(wrong string, names []string) string {
	if s := diag.Suggest(wrong, names); s != "" {
		return fmt.Sprintf("; did you mean %q?", s)
	}
	return ""
}
