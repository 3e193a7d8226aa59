package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/proof"
	"rulec/report"
)

// coverFlags are the flags of `test` about what proofs reach.
type coverFlags struct {
	cover, all     bool
	out            string
	clauses, whens int
}

func (c *coverFlags) define(f *pflag.FlagSet) {
	f.BoolVar(&c.cover, "cover", false, "what the proofs reach of the rules: by file, line and section")
	f.BoolVar(&c.all, "cover-all", false, "--cover, with what the pack imports and extends")
	f.StringVar(&c.out, "cover-out", "", "--cover, and write the rule files with a margin into this `DIR`")
	f.IntVar(&c.clauses, "threshold", 0, "--cover, and fail if less than `PERCENT` of the clauses are reached")
	f.IntVar(&c.whens, "threshold-when", 0, "--cover, and fail if less than `PERCENT` of when and while are seen both true and false")
}

func (c *coverFlags) check() error {
	for _, x := range []struct {
		name string
		p    int
	}{{"threshold", c.clauses}, {"threshold-when", c.whens}} {
		if x.p < 0 || x.p > 100 {
			return fmt.Errorf("--%s %d: write a percentage from 1 to 100", x.name, x.p)
		}
	}
	return nil
}

// points numbers what the proofs of a program may reach, if any of the flags asks.
func (c *coverFlags) points(p *ir.Program) *interp.Coverage {
	if !c.cover && !c.all && c.out == "" && c.clauses == 0 && c.whens == 0 {
		return nil
	}
	return interp.NewCoverage(p)
}

// add sums up what the proofs of one pack reach.
func (c *coverFlags) add(sum *report.Tests, p *pack.Pack, points *interp.Coverage, results []*proof.Result) {
	if points == nil || len(results) == 0 {
		return
	}
	name := p.Name
	if p.Toml == nil { // a file by itself is known by its name
		name = results[0].Proof.Span.File.Name
	}
	x := proof.NewCover(name, points, results, func(f *source.File) bool { return c.all || p.Own(f) })
	for _, l := range sum.Ledgers {
		if l.Ledger.Pack == p.Name {
			x.CountRows(l.Ledger)
		}
	}
	sum.Covers = append(sum.Covers, x)
}

// finish writes the annotated files and holds the coverage against the thresholds.
func (c *coverFlags) finish(sum *report.Tests, log *diag.Log) error {
	for _, x := range sum.Covers {
		if c.out != "" {
			if err := c.write(x); err != nil {
				return fmt.Errorf("--cover-out %s: %s; name a folder, it is made if it is not there", c.out, errText(err))
			}
		}
		x.Hold(c.clauses, c.whens, log)
	}
	return nil
}

// write writes the annotated files of a pack into a folder named after it.
func (c *coverFlags) write(x *proof.Cover) error {
	dir := filepath.Join(c.out, filepath.FromSlash(strings.TrimSuffix(x.Pack, ".rule")))
	for _, a := range report.Annotate(x) {
		name := filepath.Join(dir, filepath.FromSlash(a.Name)+".txt")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, a.Text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
