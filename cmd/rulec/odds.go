package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/odds"
	"rulec/report"
)

// oddsFlags is the command line of odds.
type oddsFlags struct {
	example, pack, format, plot string
	given, do, show, cases      []string
	measures                    []string
	options, compare            []string
	states, sample              int
	seed                        uint64
	all                         bool
}

func oddsCommand() *cobra.Command {
	var o oddsFlags
	cmd := &cobra.Command{
		Use:   "odds [PATH... | ENCOUNTER.toml]",
		Short: "The exact chances of an example, of a question of your own, or of a fight",
		Example: `  rulec odds conformance/battlemap --example "8 fire on the same"
  rulec odds conformance/battlemap --example "8 fire on the same" --show 'target.hp <= 22'
  rulec odds --pack battlemap --given 't: creature { max_hp: 30, dr: 5 }' \
      --do 'damage(blow(t, [packet(physical, 9)]))' --show t.lost
  rulec odds conformance/battlemap --example "8 fire on the same" --compare 'given target: creature { dr: 2 }'
  rulec odds conformance/battlemap --example "8 fire on the same" --plot fire.svg
  rulec odds duel.toml                           who wins, after how many rounds
  rulec odds duel.toml --measure winner          only that, which is faster`,
		Long: `Explores every throw of the dice and says with what chance a formula comes to
which value. A question is an example, or lines in the syntax of one:

  --example TITLE   a title or a part of it that no other has; without --show its
                    chances are those of what it speaks of itself
  --given LINE      a thing or a fact; of a thing that the example has already, what
                    is not said anew stays as it was
  --do LINE         what happens, in place of what happens in the example
  --show FORMULA    a number, a truth, anything with a value; an event by its name
                    is counted

The variables of a law are fixed with --case 'NAME = VALUE'; without, every case is
answered if there are few. --compare sets a second question beside the first. It
differs in what is named, in the words of the flags: 'given LINE', 'do LINE',
'option NAME=READING', 'example TITLE', 'case NAME = VALUE'.

Of an encounter the whole fight is explored, everybody playing by its tactic: how it
ends, and each measure that the pack declares, or those of --measure. That is for
duels: where few fight, states repeat; many have more states than can be counted.

Past --states the chances are bounds: nothing is sampled unless --sample is given.

Exit code: 0 it is answered, 1 rules or question have faults, or not all could be
explored, 2 the command line or a file could not be used.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&o.example, "example", "", "an example or a law, by its title or a part of it")
	f.StringVar(&o.pack, "pack", "", "the pack of a question: a name or a folder")
	f.StringArrayVar(&o.given, "given", nil, "a line of `given`")
	f.StringArrayVar(&o.do, "do", nil, "a line of `when`")
	f.StringArrayVar(&o.show, "show", nil, "a formula whose chances are shown")
	f.StringArrayVar(&o.cases, "case", nil, "NAME = VALUE: fix a variable of a law")
	f.StringArrayVar(&o.options, "option", nil, "NAME=READING: set an option of the pack")
	f.StringArrayVar(&o.compare, "compare", nil, "what is different in a second question")
	f.StringArrayVar(&o.measures, "measure", nil, "of an encounter: a measure that is counted, by name; none: only how it ends (default: all)")
	f.IntVar(&o.states, "states", 0, "the most states that are explored (default 400000, of an encounter 4000000)")
	f.IntVar(&o.sample, "sample", 0, "play it so many times instead of exploring")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the dice of --sample")
	f.BoolVar(&o.all, "all", false, "list every value, however many there are")
	f.StringVar(&o.plot, "plot", "", "write a picture too: FILE.svg or FILE.png")
	f.StringVar(&o.format, "format", "text", "text or json (one line a query)")
	// A backquoted word of a usage would be taken for the name of a value.
	for _, n := range []string{"given", "do"} {
		f.Lookup(n).Usage = strings.ReplaceAll(f.Lookup(n).Usage, "`", "")
	}
	return cmd
}

func (o *oddsFlags) run(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && strings.HasSuffix(args[0], ".toml") && !isScene(args[0]) {
		if err := isEncounter(cmd, args[0]); err != nil {
			return err
		}
		return fmt.Errorf("%s is no encounter: it does not say `pack = \"NAME\"`", args[0])
	}
	if err := o.sound(cmd, args); err != nil {
		return err
	}
	var log diag.Log
	if len(args) == 1 && isScene(args[0]) {
		return o.encounter(cmd, args[0], &log)
	}
	o.states = cmp.Or(o.states, mostStates)
	packs, err := o.packs(args, &log)
	if err != nil {
		return err
	}
	if err := faults(cmd, &log); err != nil {
		return err
	}
	q, err := question(packs, o.example)
	if err != nil {
		return err
	}
	q.Given, q.Do, q.Show, q.Fixed = texts("--given", o.given), texts("--do", o.do), texts("--show", o.show), o.cases
	if q.Options, err = optionFlags(q.Pack.Program, o.options); err != nil {
		return err
	}
	limits := odds.Limits{States: o.states, Sample: o.sample, Seed: o.seed}
	results := q.Answer(limits, &log)
	if len(o.compare) == 0 {
		return o.write(cmd, results, nil, &log)
	}
	changed, err := o.changed(q, packs)
	if err != nil {
		return err
	}
	if log.Errors() > 0 {
		return faults(cmd, &log)
	}
	after := changed.Answer(limits, &log)
	if log.Errors() > 0 {
		return faults(cmd, &log)
	}
	change := strings.Join(o.compare, "; ")
	compared := odds.Compare(results, after, change, &log)
	return o.write(cmd, append(results, after...), compared, &log)
}

// mostRuns bounds a sample: beyond it nobody waits for the answer.
const mostRuns = 10_000_000

// sound refuses flags that do not go together.
func (o *oddsFlags) sound(cmd *cobra.Command, args []string) error {
	if err := formats(o.format, "text", "json"); err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(o.plot))
	switch {
	case o.plot != "" && ext != ".svg" && ext != ".png":
		return fmt.Errorf("--plot %s: a picture is FILE.svg or FILE.png", o.plot)
	case len(args) == 0 && o.pack == "":
		return errors.New("odds needs a PATH with rules, or --pack NAME")
	case len(args) > 0 && o.pack != "":
		return fmt.Errorf("give either a PATH or --pack, not both: here are %s and --pack %s", args[0], o.pack)
	case len(args) == 1 && isScene(args[0]):
		if o.example != "" || len(o.given)+len(o.do)+len(o.show)+len(o.cases) > 0 {
			return errors.New("of an encounter the whole fight is asked: --measure says what is counted, and --example, --given, --do, --show and --case are for rules")
		}
	case len(o.measures) > 0:
		return errors.New("--measure is for an encounter; what an example comes to is shown with --show")
	case o.example == "" && len(o.show) == 0:
		return errors.New("odds needs an --example, or a question: --given, --do and --show")
	}
	switch {
	case o.states < 1 && cmd.Flags().Changed("states"):
		return errors.New("--states is a number above 0")
	case o.sample < 0:
		return errors.New("--sample is a number above 0")
	case o.sample > mostRuns:
		return fmt.Errorf("--sample is at most %d", mostRuns)
	case o.sample == 0 && cmd.Flags().Changed("sample"):
		return errors.New("--sample is a number above 0; without it every outcome is explored")
	case o.sample == 0 && cmd.Flags().Changed("seed"):
		return errors.New("--seed is for --sample: exploring throws no dice")
	}
	return nil
}

// texts makes a file of each text of a flag, so that faults can point into it.
func texts(flag string, list []string) []*source.File {
	var out []*source.File
	for i, s := range list {
		name := flag
		if i > 0 {
			name = fmt.Sprintf("%s (%d)", flag, i+1)
		}
		out = append(out, source.New(name, s))
	}
	return out
}

// packs reads what a question is asked of.
func (o *oddsFlags) packs(args []string, log *diag.Log) ([]*pack.Pack, error) {
	if o.pack != "" {
		l := &pack.Loader{Log: log}
		dir := pack.NameOf(o.pack) != ""
		if o.example != "" {
			if dir {
				l.Extra = proofsOf(pack.NameOf(o.pack), o.pack)
			} else {
				l.Extra = proofsOf(o.pack, ".")
			}
		}
		var p *pack.Pack
		if dir {
			p = l.ByDir(o.pack)
		} else {
			p = l.ByName(o.pack, "", source.Span{})
		}
		if p == nil && unknownPack(log) {
			return nil, errors.New("--pack: " + unknown(log))
		}
		return []*pack.Pack{p}, nil
	}
	p := planOf(args, log)
	var out []*pack.Pack
	for _, x := range p.load(log) {
		out = append(out, x.Pack)
	}
	if len(out) == 0 && log.Errors() == 0 {
		return nil, fmt.Errorf("no rules in %s: a PATH is a pack, a file of rules, or a folder of proofs", strings.Join(args, ", "))
	}
	return out, nil
}

// unknown is the sentence about a pack that cannot be found, with its help.
func unknown(log *diag.Log) string {
	d := log.Sorted()[0]
	return d.Message + "; " + d.Help
}

// question begins a question with an example of some pack, or of the only pack.
func question(packs []*pack.Pack, title string) (*odds.Question, error) {
	if title != "" {
		return odds.Find(packs, title)
	}
	if len(packs) > 1 {
		var names []string
		for _, p := range packs {
			names = append(names, p.Name)
		}
		return nil, fmt.Errorf("a question is asked of one pack, and here are %s: choose one with --pack", strings.Join(names, ", "))
	}
	return &odds.Question{Pack: packs[0]}, nil
}

// changed is the question with what --compare names.
func (o *oddsFlags) changed(q *odds.Question, packs []*pack.Pack) (*odds.Question, error) {
	var given, do []*source.File
	var options, cases []string
	base := q
	for _, c := range o.compare {
		word, rest, _ := strings.Cut(strings.TrimSpace(c), " ")
		rest = strings.TrimSpace(rest)
		text := source.New("--compare", rest)
		switch word {
		case "given":
			given = append(given, text)
		case "do":
			do = append(do, text)
		case "option":
			options = append(options, rest)
		case "case":
			cases = append(cases, rest)
		case "example":
			other, err := odds.Find(packs, rest)
			if err != nil {
				return nil, fmt.Errorf("--compare: %v", err)
			}
			base = &odds.Question{Pack: other.Pack, Example: other.Example, Given: q.Given, Do: q.Do, Show: q.Show, Options: q.Options, Fixed: q.Fixed}
		default:
			return nil, fmt.Errorf("--compare %q: it begins with given, do, option, example or case, as in --compare 'option NAME=READING'", c)
		}
	}
	set, err := optionFlags(base.Pack.Program, options)
	if err != nil {
		return nil, fmt.Errorf("--compare: %v", err)
	}
	out := base.Changed(given, do, set)
	if len(cases) > 0 {
		out.Fixed = cases
	}
	return out, nil
}

// write writes results, or comparisons of them, and ends the command.
func (o *oddsFlags) write(cmd *cobra.Command, results []*odds.Result, compared []*odds.Comparison, log *diag.Log) error {
	if log.Errors() > 0 {
		return faults(cmd, log)
	}
	out := cmd.OutOrStdout()
	opt := report.OddsOptions{Width: width(), ASCII: !utf8Terminal(), Color: colour(out), All: o.all}
	var err error
	switch {
	case o.format == "json" && compared != nil:
		err = report.OddsComparedJSON(out, compared)
	case o.format == "json":
		err = report.OddsJSON(out, results)
	case compared != nil:
		err = report.OddsCompared(out, compared, opt)
	default:
		err = report.Odds(out, results, opt)
	}
	if err == nil && o.plot != "" {
		err = o.picture(results, compared)
	}
	if err != nil {
		return err
	}
	odds.Beyond(results, log)
	return faults(cmd, log)
}

// picture writes the file of --plot.
func (o *oddsFlags) picture(results []*odds.Result, compared []*odds.Comparison) error {
	f, err := os.Create(o.plot)
	if err != nil {
		return fmt.Errorf("cannot write %s: %s", o.plot, errText(err))
	}
	format := strings.ToLower(filepath.Ext(o.plot))[1:]
	if compared != nil {
		err = report.OddsComparedPlot(f, format, compared)
	} else {
		err = report.OddsPlot(f, format, results)
	}
	return errors.Join(err, f.Close())
}

// width is how many columns there are: those of the terminal, or of COLUMNS, or 80.
func width() int {
	if n, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && n > 0 {
		return n
	}
	var n int
	if _, err := fmt.Sscan(os.Getenv("COLUMNS"), &n); err == nil && n >= 40 {
		return n
	}
	return 80
}

// utf8Terminal tells whether text may have more than ASCII: the locale says so, or
// there is none.
func utf8Terminal() bool {
	for _, v := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if s := strings.ToLower(os.Getenv(v)); s != "" {
			return strings.Contains(s, "utf-8") || strings.Contains(s, "utf8")
		}
	}
	return true
}
