package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	rulediff "rulec/diff"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/odds"
	"rulec/report"
)

// diffFlags is the command line of diff.
type diffFlags struct {
	format, match, example string
	ask, given, do         []string
	proofs                 []string
	states                 int
	noProofs, all          bool
}

func diffCommand() *cobra.Command {
	var d diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "What changed between two packs, and which chances with it",
		Example: `  rulec diff frost-1.0 frost                          two copies of a pack
  rulec diff old/battlemap rules/battlemap --proofs conformance/battlemap
  rulec diff frost-1.0 frost --example 'the chilled' --ask 'attack.outcome == hit'
  rulec diff battlemap rules/battlemap                the one inside rulec, and yours
  rulec diff frost-1.0 frost --format json            for a program`,
		Long: `Compares what two packs say, not how it is written: layout, comments and the places
of declarations do not count. Text for people, such as printed names, stands apart. If
rules or data changed, the proofs of OLD run under both, and the exact chances of what
its examples speak of are set beside each other. OLD and NEW are packs: folders or
names, or folders with one pack and proofs of it.

  --proofs PATH     further proofs to run: files or folders outside the pack
  --run REGEXP      only proofs whose title matches
  --ask FORMULA     a question of your own, asked of both; --example TITLE, --given LINE
                    and --do LINE say of what, as for ` + "`rulec odds`" + `

Exit code: 0 no difference, 1 there is one or a pack has faults, 2 the command line or
a file could not be used.`,
		Args: wants(2, 2, "two packs, OLD and NEW"),
		RunE: func(cmd *cobra.Command, args []string) error { return d.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&d.ask, "ask", nil, "a formula whose chances are compared")
	f.StringVar(&d.example, "example", "", "the example that --ask is about, by its title or a part of it")
	f.StringArrayVar(&d.given, "given", nil, "a line of given, for --ask")
	f.StringArrayVar(&d.do, "do", nil, "a line of when, for --ask")
	f.StringArrayVar(&d.proofs, "proofs", nil, "a file or folder with more proofs of OLD")
	f.StringVar(&d.match, "run", "", "run only the proofs whose title matches this expression")
	f.BoolVar(&d.noProofs, "no-proofs", false, "compare the texts only, and run nothing")
	f.IntVar(&d.states, "states", 20_000, "the most states that are explored for one question")
	f.BoolVar(&d.all, "all", false, "list every value, however many there are")
	f.StringVar(&d.format, "format", "text", "text or json")
	return cmd
}

func (d *diffFlags) run(cmd *cobra.Command, args []string) error {
	opt := rulediff.Options{States: d.states}
	switch {
	case formats(d.format, "text", "json") != nil:
		return formats(d.format, "text", "json")
	case d.states < 1:
		return errors.New("--states is a number above 0")
	case len(d.ask) == 0 && d.example == "" && len(d.given)+len(d.do) > 0:
		return errors.New("--given and --do are for a question: add --ask FORMULA")
	case d.noProofs && (d.match != "" || len(d.proofs) > 0):
		return errors.New("--no-proofs runs none, and --run and --proofs say which")
	}
	if d.match != "" {
		re, err := regexp.Compile(d.match)
		if err != nil {
			return fmt.Errorf("--run: %v", err)
		}
		opt.Match = re
	}
	var log diag.Log
	old, err := side(args[0], d.proofs, &log)
	if err != nil {
		return err
	}
	now, err := side(args[1], nil, &log)
	if err != nil {
		return err
	}
	if err := faults(cmd, &log); err != nil {
		return err
	}
	if len(d.proofs) > 0 { // what the proofs declare for themselves is there in both, if it can be
		var quiet diag.Log
		if p, err := side(args[1], d.proofs, &quiet); err == nil && quiet.Errors() == 0 {
			now = p
		}
	}
	out := &report.Diff{Old: args[0], New: args[1], Changes: rulediff.Packs(old, now)}
	if !d.noProofs && rulediff.Meaning(out.Changes) {
		b := newBar(cmd.ErrOrStderr(), "proofs")
		opt.Progress = b.set
		out.Outcome = rulediff.Proofs(old, now, opt)
		b.close()
	}
	if len(d.ask) > 0 || d.example != "" {
		if out.Asked, err = d.asked(cmd, old, now, opt); err != nil {
			return err
		}
	}
	if d.format == "json" {
		err = report.DiffJSON(cmd.OutOrStdout(), out)
	} else {
		err = report.DiffText(cmd.OutOrStdout(), out, report.OddsOptions{Width: width(), ASCII: !utf8Terminal(), Color: colour(cmd.OutOrStdout()), All: d.all})
	}
	if err == nil && out.Found() {
		return exit{exitFaults}
	}
	return err
}

// side loads one of the two packs: a folder, or a name.
func side(what string, proofs []string, log *diag.Log) (*pack.Pack, error) {
	l := &pack.Loader{Log: log, Extra: proofs}
	name := pack.NameOf(what)
	if name != "" {
		return l.ByDir(what), nil
	}
	if st, err := os.Stat(what); err == nil && st.IsDir() {
		return onlyPack(what, log)
	}
	if !pack.GoodName(what) {
		return nil, fmt.Errorf("%s is no pack: a pack is a folder with a pack.toml, or the name of one", what)
	}
	p := l.ByName(what, "", source.Span{})
	if unknownPack(log) {
		return nil, fmt.Errorf("%s is no pack: %s", what, unknown(log))
	}
	return p, nil
}

// onlyPack loads the one pack below a folder, with the proofs of it that lie there.
func onlyPack(dir string, log *diag.Log) (*pack.Pack, error) {
	var own []*pack.Pack
	var names []string
	for _, x := range planOf([]string{dir}, log).load(log) {
		if x.own {
			own, names = append(own, x.Pack), append(names, x.Origin)
		}
	}
	switch {
	case len(own) == 1:
		return own[0], nil
	case len(own) > 1:
		return nil, fmt.Errorf("%s holds several packs: name one of %s", dir, strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("there is no pack in %s: a pack is a folder with a pack.toml", dir)
}

// asked asks the question of the flags of both packs.
func (d *diffFlags) asked(cmd *cobra.Command, old, now *pack.Pack, opt rulediff.Options) ([]*rulediff.Odds, error) {
	a := &odds.Question{Pack: old}
	if d.example != "" {
		q, err := odds.Find([]*pack.Pack{old}, d.example)
		if err != nil {
			return nil, fmt.Errorf("--example: %v", err)
		}
		a = q
	}
	a.Given, a.Do, a.Show = texts("--given", d.given), texts("--do", d.do), texts("--ask", d.ask)
	b := *a
	b.Pack = now
	var log diag.Log
	out := rulediff.Ask(a, &b, opt, &log)
	return out, faults(cmd, &log)
}
