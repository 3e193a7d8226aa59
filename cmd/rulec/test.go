package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/source"
	"rulec/proof"
	"rulec/report"
)

func testCommand() *cobra.Command {
	var format, match string
	var ledger bool
	var options []string
	cmd := &cobra.Command{
		Use:   "test PATH...",
		Short: "Prove the examples and laws of packs",
		Long: `Prove examples and laws. Dice that an example does not name are explored whole, so
a pass holds for every roll. A PATH is a pack, a folder of proofs named after its
pack, or a file.

Exit code: 0 all hold, 1 something fails, 2 something could not be read.`,
		Example: "  rulec test conformance/battlemap --ledger\n  rulec test rules/battlemap --run 'cover'",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json", "tap", "junit"); err != nil {
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
			var log diag.Log
			packs := planOf(args, &log).load(&log)
			sum := &report.Tests{}
			for _, p := range packs {
				if log.Errors() > 0 {
					break
				}
				set, err := optionFlags(p.Program, options)
				if err != nil {
					return err
				}
				opt.Set = set
				results := proof.Run(p.Program, opt)
				proof.Diagnose(results, &log)
				sum.Results = append(sum.Results, results...)
				if ledger {
					if err := addLedger(sum, p.Name, args[0], results, &log); err != nil {
						return err
					}
				}
			}
			out := cmd.OutOrStdout()
			if err := sum.Write(out, format, colour(out)); err != nil {
				return err
			}
			for _, l := range sum.Ledgers {
				for _, id := range l.Missing {
					log.Add(&diag.Diagnostic{Code: diag.UnknownRow, Span: l.SpanOf(id), Message: "row " + id + " is neither proven nor excused"})
				}
			}
			return faults(cmd, &log)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "text, json, junit or tap")
	f.StringVar(&match, "run", "", "only proofs whose title matches a regular expression")
	f.BoolVar(&ledger, "ledger", false, "hold the proofs against the ledger of every rule of the source")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	return cmd
}

// addLedger counts a pack's ledger, if there is one.
func addLedger(sum *report.Tests, name, from string, results []*proof.Result, log *diag.Log) error {
	file := proof.FindLedger(name, from)
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	l := proof.ReadLedger(name, source.New(filepath.ToSlash(file), string(text)), log)
	if l == nil {
		return nil
	}
	covered, excused, missing := l.Count(results, log)
	sum.Ledgers = append(sum.Ledgers, report.LedgerSum{Ledger: l, Covered: covered, Excused: excused, Missing: missing})
	return nil
}
