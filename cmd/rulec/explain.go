package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/lint"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/report"
)

func explainCommand() *cobra.Command {
	var name string
	var gaps bool
	cmd := &cobra.Command{
		Use:   "explain [NAME | CODE]",
		Short: "Explain a name of a pack, the code of a fault, or a rule of the linter",
		Example: `  rulec explain E0203                  the page of a fault
  rulec explain blind                  a name, in every pack that can be found
  rulec explain creature.score         a value of a record
  rulec explain --pack homebrew/frost  a pack: where it comes from, its digest, what is in it
  rulec explain --gaps                 what the sources leave open, and the reading taken`,
		Long: `Explains what a name means: its text, its place in the rulebook, what modifies it,
who uses it, which proofs name it. Without --pack it looks into the packs on disk
around the working folder, nearest first, then into those inside rulec.

Exit code: 0 it is explained, 1 the pack has faults, 2 there is no such name.`,
		Args: wants(0, 1, "one NAME or CODE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			what := ""
			if len(args) == 1 {
				what = args[0]
			}
			if code.MatchString(what) {
				return explainCode(out, strings.ToUpper(what))
			}
			if gaps && what != "" && name == "" {
				name, what = what, "" // `explain --gaps PACK`
			}
			var log diag.Log
			packs := packsFor(name, cmd.ErrOrStderr(), &log)
			if len(packs) == 0 {
				if err := faults(cmd, &log); err == nil || !unknownPack(&log) {
					return err
				}
				return exit{exitUsage} // the command line names it
			}
			switch {
			case gaps && what != "":
				return errors.New("--gaps lists all gaps of a pack; say which with --pack")
			case gaps:
				for i, p := range packs {
					space(out, i)
					report.Gaps(out, p)
				}
				return nil
			case what == "":
				for i, p := range packs {
					space(out, i)
					report.Pack(out, p)
				}
				return nil
			}
			return explainName(out, packs, what)
		},
	}
	cmd.Flags().StringVar(&name, "pack", "", "only this pack: a name or a folder")
	cmd.Flags().BoolVar(&gaps, "gaps", false, "list every gap and option")
	return cmd
}

var code = regexp.MustCompile(`^[EeLlWw][0-9]{4}$`)

func space(out io.Writer, i int) {
	if i > 0 {
		fmt.Fprintln(out)
	}
}

func explainCode(out io.Writer, what string) error {
	page, ok := diag.Page(diag.Code(what))
	if !ok {
		page, ok = lint.Page(diag.Code(what))
	}
	if !ok {
		return fmt.Errorf("no fault has the code %s", what)
	}
	fmt.Fprint(out, page)
	return nil
}

// explainName explains a name as the first pack that has it means it, and says
// which others mean something else.
func explainName(out io.Writer, packs []*pack.Pack, what string) error {
	var first *pack.Pack
	var names []string
	others := []string{}
	for _, p := range packs {
		if p.Name == what {
			report.Pack(out, p)
			return nil
		}
		switch {
		case !report.Has(p.Program, what):
			names = append(names, report.Names(p.Program)...)
		case first == nil:
			first = p
		case report.Where(p.Program, what) != report.Where(first.Program, what):
			others = append(others, p.Name)
		}
	}
	if r := lint.ByName(what); first == nil && r != nil {
		return explainCode(out, string(r.Code))
	}
	if first == nil {
		where := "no pack has"
		if len(packs) == 1 {
			where = "pack " + packs[0].Name + " has nothing"
		} else {
			where += " anything"
		}
		return fmt.Errorf("%s called %q%s", where, what, maybe(what, names))
	}
	report.Explain(out, first, what)
	for _, o := range others {
		fmt.Fprintf(out, "  pack %s has a %s of its own: rulec explain %s --pack %s\n", o, what, what, o)
	}
	return nil
}

func unknownPack(log *diag.Log) bool {
	list := log.Sorted()
	return len(list) == 1 && list[0].Code == diag.UnknownPack && !list[0].Span.Valid()
}

// packsFor loads the pack that a flag names, or else all that can be found. Only
// when none is sound are their faults of interest.
func packsFor(name string, note io.Writer, log *diag.Log) []*pack.Pack {
	if name != "" {
		l := &pack.Loader{Log: log}
		var p *pack.Pack
		if n := pack.NameOf(name); n != "" {
			l.Extra = proofsOf(n, name)
			p = l.ByDir(name)
		} else if st, err := os.Stat(name); err == nil && st.IsDir() && strings.ContainsAny(name, `/\.`) {
			cannot(log, name+" is no pack: it has no pack.toml with a name")
		} else {
			l.Extra = proofsOf(name, ".")
			p = l.ByName(name, "", source.Span{})
		}
		if p == nil || log.Errors() > 0 {
			return nil
		}
		return []*pack.Pack{p}
	}
	var out []*pack.Pack
	store := &pack.Store{}
	for _, f := range findable() {
		own := &diag.Log{}
		if p := f.read(&pack.Loader{Log: own, Store: store}); p != nil && own.Errors() == 0 {
			out = append(out, p)
		} else {
			log.Join(own)
			fmt.Fprintf(note, "rulec: pack %s has faults and is passed over\n", f.name)
		}
	}
	return out
}

// proofsOf finds the folder conformance/NAME around a pack, if it has one: its
// proofs belong to what is explained.
func proofsOf(name, dir string) []string {
	abs, err := filepath.Abs(dir)
	for d := abs; err == nil; d = filepath.Dir(d) {
		folder := filepath.Join(d, "conformance", name)
		if st, err := os.Stat(folder); err == nil && st.IsDir() {
			return []string{folder}
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	return nil
}

// found is a pack that could be loaded.
type found struct {
	name string
	read func(*pack.Loader) *pack.Pack
}

// findable lists the packs around the working folder, nearest first, and those
// inside rulec that none of them replaces.
func findable() []found {
	var out []found
	seen := map[string]bool{}
	see := func(dir string) {
		if n := pack.NameOf(dir); n != "" && !seen[n] {
			seen[n] = true
			shown := pack.Shown(dir)
			out = append(out, found{shown, func(l *pack.Loader) *pack.Pack {
				l.Extra = proofsOf(n, dir)
				return l.ByDir(shown)
			}})
		}
	}
	wd, err := os.Getwd()
	for d := wd; err == nil; d = filepath.Dir(d) {
		see(d)
		for _, pattern := range []string{"*", "rules/*"} {
			list, _ := filepath.Glob(filepath.Join(d, filepath.FromSlash(pattern), "pack.toml"))
			for _, f := range list {
				see(filepath.Dir(f))
			}
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	for _, n := range pack.Embedded() {
		if !seen[n] {
			out = append(out, found{n, func(l *pack.Loader) *pack.Pack { return l.ByName(n, "", source.Span{}) }})
		}
	}
	return out
}
