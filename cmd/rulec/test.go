package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/mutate"
	"rulec/proof"
	"rulec/report"
)

func testCommand() *cobra.Command {
	var format, match string
	var ledger, strict bool
	var options []string
	var cov coverFlags
	cmd := &cobra.Command{
		Use:   "test PATH...",
		Short: "Prove the examples and laws of packs",
		Example: `  rulec test conformance/battlemap                the proofs of a rulebook
  rulec test homebrew/frost --run 'chill'         those whose title matches
  rulec test conformance/battlemap --ledger       is every rule of the source proven?
  rulec test conformance/areas --ledger --strict  and would the proofs notice another rule?
  rulec test conformance/battlemap --cover        which rules no proof reaches
  rulec test homebrew/frost --threshold 98        fail if that is more than a few
  rulec test conformance --format junit           for a build server`,
		Long: `Proves examples and laws. Dice that an example does not name are explored whole,
so a pass holds for every roll. A PATH is a pack, a file of proofs, or a folder of
proofs that is named after its pack.

With --strict the rules are changed, one place at a time, until a proof of each row of
the ledger has noticed a change of what it reaches. A row whose proofs notice none is a
fault. This takes minutes for a large pack.

Exit code: 0 all hold, 1 something fails, 2 something could not be read or no
proofs were found.

With --cover: what the proofs reach of the pack's own rules, by file, line, section
and (with --ledger) row; what counts as reached stands in docs/coverage.md.`,
		Args: wants(1, -1, "a PATH: a pack, or a folder of proofs"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json", "junit", "tap"); err != nil {
				return err
			}
			if err := cov.check(); err != nil {
				return err
			}
			opt := proof.Options{}
			if match != "" {
				re, err := regexp.Compile(match)
				if err != nil {
					return fmt.Errorf("--run: %v", err)
				}
				opt.Match = re
			}
			if strict && !ledger {
				return errors.New("--strict asks about the rows of a ledger: write --ledger --strict")
			}
			var log diag.Log
			p := planOf(args, &log)
			packs := p.load(&log)
			sum := &report.Tests{}
			faulty := log.Errors() > 0
			proofs, settings := 0, map[string]error{}
			for _, x := range packs {
				if !x.sound {
					continue
				}
				set, err := optionFlags(x.Program, options)
				if err != nil {
					settings[x.Name] = err
					continue
				}
				opt.Set = set
				points := cov.points(x.Program)
				if opt.Cover = points; strict && points == nil {
					opt.Cover = interp.NewCoverage(x.Program)
				}
				results := proof.Run(x.Program, opt)
				proofs += len(x.Program.Proofs)
				proof.Diagnose(results, &log)
				sum.Results = append(sum.Results, results...)
				if ledger {
					l, err := addLedger(sum, x.Name, args, results, &log)
					if err != nil {
						return err
					}
					if strict && l != nil && log.Errors() == 0 {
						l.Strict = strictly(cmd, x.Pack, l.Ledger, results, opt, &log)
					}
				}
				cov.add(sum, x.Pack, points, results)
			}
			for _, err := range settings {
				if len(settings) == len(packs) {
					return err // an option that no pack has
				}
			}
			switch {
			case faulty:
			case len(sum.Results) == 0 && proofs > 0:
				return fmt.Errorf("no proof has a title that matches %q", match)
			case len(sum.Results) == 0:
				return noProofs(p, args)
			case ledger && len(sum.Ledgers) == 0:
				return errors.New("there is no ledger: looked for ledger/PACK.toml in and above " + strings.Join(args, ", "))
			}
			out := cmd.OutOrStdout()
			if format != "text" || !faulty || len(sum.Results) > 0 {
				if err := sum.Write(out, format, colour(out)); err != nil {
					return err
				}
			}
			for _, l := range sum.Ledgers {
				if n := len(l.Missing); n > 0 {
					log.Errorf(diag.UnknownRow, l.SpanOf(l.Missing[0]), "%s of the ledger of %s neither proven nor excused", count(n, "row"), l.Ledger.Pack).
						WithLabel("the first").WithHelp("%s", lines(l.Missing))
				}
			}
			if err := cov.finish(sum, &log); err != nil {
				return err
			}
			return faults(cmd, &log)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text, json, junit or tap")
	f.StringVar(&match, "run", "", "only proofs whose title matches a regular expression")
	f.BoolVar(&ledger, "ledger", false, "hold the proofs against the ledger of every rule of the source")
	f.BoolVar(&strict, "strict", false, "with --ledger: a proof of each row must notice a change of the rules")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	cov.define(f)
	return cmd
}

// lines writes many short words in lines.
func lines(words []string) string {
	out, width := "", 0
	for i, w := range words {
		switch {
		case i == 0:
		case width+len(w) > 90:
			out, width = out+",\n", 0
		default:
			out, width = out+", ", width+2
		}
		out, width = out+w, width+len(w)
	}
	return out
}

// noProofs says what to do with paths that hold none.
func noProofs(p *plan, paths []string) error {
	if len(paths) == 1 && len(p.scenes) == 1 && filepath.Clean(p.scenes[0]) == filepath.Clean(paths[0]) {
		return fmt.Errorf("%s is an encounter and proves nothing; `rulec run %s` plays it", paths[0], paths[0])
	}
	return fmt.Errorf("no proofs in %s: neither examples nor laws", strings.Join(paths, ", "))
}

// strictly asks whether the proofs of a ledger's rows notice changes of the rules.
func strictly(cmd *cobra.Command, p *pack.Pack, l *proof.Ledger, results []*proof.Result, opt proof.Options, log *diag.Log) *mutate.Strictness {
	progress := newBar(cmd.ErrOrStderr(), "rows of "+p.Name)
	defer progress.close()
	rareGarbage()
	out := mutate.Strict(p, l, opt.Cover, results, mutate.Options{Set: opt.Set, Progress: progress.set}, log)
	return &out
}

// addLedger counts a pack's ledger, if there is one around a path, and returns what
// is new of it.
func addLedger(sum *report.Tests, name string, from []string, results []*proof.Result, log *diag.Log) (*report.LedgerSum, error) {
	for _, l := range sum.Ledgers {
		if l.Ledger.Pack == name {
			return nil, nil
		}
	}
	for _, path := range from {
		file := proof.FindLedger(name, path)
		if file == "" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		l := proof.ReadLedger(name, source.New(pack.Shown(file), string(text)), log)
		if l == nil {
			return nil, nil
		}
		covered, excused, missing := l.Count(results, log)
		sum.Ledgers = append(sum.Ledgers, report.LedgerSum{Ledger: l, Covered: covered, Excused: excused, Missing: missing})
		return &sum.Ledgers[len(sum.Ledgers)-1], nil
	}
	return nil, nil
}
