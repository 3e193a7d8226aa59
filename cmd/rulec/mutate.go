package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/mutate"
	"rulec/report"
)

func mutateCommand() *cobra.Command {
	var format string
	var limit, show, workers int
	var seed uint64
	var least float64
	var only, options []string
	var list, every bool
	cmd := &cobra.Command{
		Use:   "mutate PATH...",
		Short: "Change rules one at a time and list what no proof notices",
		Example: `  rulec mutate conformance/areas                      every change of the pack
  rulec mutate conformance/battlemap --limit 600      600 of them, by seed
  rulec mutate homebrew/frost --only frost.rule       changes of one file
  rulec mutate homebrew/frost --only boundary --list  what would be changed
  rulec mutate homebrew/frost --min-score 90          for a build server`,
		Long: `Changes the rules of a pack one place at a time, runs the proofs that reach the
change, and shows the changes that none of them notices. A PATH is a pack with its
proofs, or a folder of proofs that is named after its pack. Where only a pack is
named, the proofs in conformance/PACK, in or above its folder, are taken with it.

A change that changes nothing can be waived behind its line, with the reason:

  value kept(n: int): int = n > 0 ? n : 0  //@ equivalent boundary "0 either way"

The operators:

` + operatorList() + `
Exit code: 0 done, however many survive; 1 the score is below --min-score, a proof
fails without any change, or a waiver waives nothing; 2 something could not be read.`,
		Args: wants(1, -1, "a PATH: a pack with its proofs, or a folder of proofs"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json"); err != nil {
				return err
			}
			switch {
			case limit < 0:
				return fmt.Errorf("--limit %d: a number of mutants, or 0 for all", limit)
			case least < 0 || least > 100:
				return fmt.Errorf("--min-score %v: percent, from 0 to 100", least)
			case workers < 0:
				return fmt.Errorf("--workers %d: a number of workers, or 0 for one a processor", workers)
			}
			var log diag.Log
			packs := proven(args, &log)
			if err := faults(cmd, &log); err != nil {
				return err
			}
			if err := onlyKnown(only, packs); err != nil {
				return err
			}
			rareGarbage()
			progress := newBar(cmd.ErrOrStderr(), "mutants")
			opt := mutate.Options{Limit: limit, Seed: seed, Only: only, Every: every, List: list, Workers: workers, Progress: progress.set}
			sum := &report.Mutants{Show: show, List: list}
			for _, x := range packs {
				if len(x.Program.Proofs) == 0 && !list {
					progress.close()
					return fmt.Errorf("no proofs of %s in %s: name the folder that holds them too", x.Name, strings.Join(args, ", "))
				}
				set, err := optionFlags(x.Program, options)
				if err != nil {
					return err
				}
				opt.Set = set
				sum.Reports = append(sum.Reports, mutate.Run(x.Pack, opt, &log))
			}
			progress.close()
			if log.Errors() == 0 || sum.Count().Mutants > 0 {
				out := cmd.OutOrStdout()
				if err := sum.Write(out, format, colour(out)); err != nil {
					return err
				}
			}
			if err := faults(cmd, &log); err != nil {
				return err
			}
			if score := sum.Count().Score(); score < least && !list {
				fmt.Fprintf(cmd.ErrOrStderr(), "rulec: the score %.2f is below %v\n", score, least)
				return exit{exitFaults}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text or json")
	f.IntVar(&limit, "limit", 0, "how many mutants, the same share for each operator; 0: all")
	f.Uint64Var(&seed, "seed", 1, "picks the mutants of --limit")
	f.StringArrayVar(&only, "only", nil, "only a file or an operator; may be given several times")
	f.IntVar(&show, "show", 40, "how many survivors are shown; -1: all")
	f.Float64Var(&least, "min-score", 0, "exit with 1 if the score is below this many percent")
	f.BoolVar(&list, "list", false, "list the mutants and run nothing")
	f.BoolVar(&every, "every-proof", false, "ask every proof, not only those that reach a change; slow")
	f.IntVar(&workers, "workers", 0, "how many work at once; 0: one a processor. The report is the same")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	return cmd
}

// rareGarbage collects less often, up to a limit of memory: a program is made for
// every mutant and thrown away again, which otherwise costs a third of the time.
func rareGarbage() {
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(2 << 30)
}

func operatorList() string {
	var b strings.Builder
	for _, o := range mutate.Operators {
		fmt.Fprintf(&b, "  %-15s %s\n", o.Name, o.Does)
	}
	return b.String()
}

// proven loads the packs of paths with their proofs.
func proven(paths []string, log *diag.Log) []loaded {
	p := planOf(paths, log)
	for _, dir := range p.packs {
		name := pack.NameOf(dir)
		if around := proofsAround(dir, name); around != "" && len(p.extra[name]) == 0 {
			p.tree(around, log)
		}
	}
	return p.load(log)
}

// proofsAround finds the proofs of a pack that lie in conformance/NAME, in or above its folder.
func proofsAround(dir, name string) string {
	abs, err := filepath.Abs(dir)
	if err != nil || name == "" {
		return ""
	}
	for d := abs; ; d = filepath.Dir(d) {
		if try := filepath.Join(d, "conformance", name); isDir(try) {
			return try
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}

func isDir(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.IsDir()
}

// onlyKnown refuses an --only that names neither an operator nor a file.
func onlyKnown(only []string, packs []loaded) error {
	known := mutate.OperatorNames()
	var files []string
	for _, x := range packs {
		for _, t := range x.OwnTrees() {
			files = append(files, t.Source.Name)
		}
	}
	for _, o := range only {
		if !slices.Contains(known, o) && !slices.ContainsFunc(files, func(f string) bool { return mutate.NamesFile(f, o) }) {
			return fmt.Errorf("--only %q is neither an operator nor a rule file of the pack%s", o, maybe(o, append(known, files...)))
		}
	}
	return nil
}
