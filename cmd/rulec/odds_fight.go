package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/odds"
)

// How many states are explored if nothing is said.
const (
	mostStates      = 400_000 // of a question
	mostFightStates = 4_000_000
)

// encounter answers how a fight ends.
func (o *oddsFlags) encounter(cmd *cobra.Command, file string, log *diag.Log) error {
	limits := odds.Limits{States: cmp.Or(o.states, mostFightStates), Sample: o.sample, Seed: o.seed}
	answer := func(options []string) ([]*odds.Result, error) {
		with := []interp.LinkOption{interp.WithShades}
		if o.sample > 0 {
			with = nil // ranges of faces are for those who explore
		}
		_, p, ready, err := prepared(cmd, file, options, log, with...)
		if err != nil {
			return nil, err
		}
		e := &odds.Encounter{Ready: ready}
		if e.Measures, err = measured(p.Program, o.measures); err != nil {
			return nil, err
		}
		out := e.Answer(limits, log)
		return out, faults(cmd, log)
	}
	results, err := answer(o.options)
	if err != nil || len(o.compare) == 0 {
		if err != nil {
			return err
		}
		return o.write(cmd, results, nil, log)
	}
	options := slices.Clone(o.options)
	for _, c := range o.compare {
		word, rest, _ := strings.Cut(strings.TrimSpace(c), " ")
		if word != "option" {
			return fmt.Errorf("--compare %q: of an encounter it begins with option, as in --compare 'option NAME=READING'", c)
		}
		options = append(options, strings.TrimSpace(rest))
	}
	after, err := answer(options)
	if err != nil {
		return err
	}
	compared := odds.Compare(results, after, strings.Join(o.compare, "; "), log)
	return o.write(cmd, append(results, after...), compared, log)
}

// measured finds the measures of a pack by name: all of them if none is named.
func measured(p *ir.Program, names []string) ([]*ir.Measure, error) {
	if len(names) == 0 {
		return p.Measures, nil
	}
	var out []*ir.Measure
	for _, n := range names {
		if n == "none" {
			continue
		}
		i := slices.IndexFunc(p.Measures, func(m *ir.Measure) bool { return m.Name == n })
		if i < 0 {
			var have []string
			for _, m := range p.Measures {
				have = append(have, m.Name)
			}
			return nil, fmt.Errorf("--measure %s: the pack measures %s", n, strings.Join(have, ", "))
		}
		out = append(out, p.Measures[i])
	}
	return out, nil
}
