package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rulec/fight"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/sim"
)

// simFlags are the settings of `rulec sim`.
type simFlags struct {
	n, seed      uint64
	workers      int
	until        float64
	counts       bool
	shard        string
	out, resume  string
	vary         string
	format, plot string
	options      []string
	every        time.Duration
}

func simCommand() *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "sim ENCOUNTER.toml -n N",
		Short: "Play an encounter many times: rates, means, and how sure they are",
		Example: `  rulec sim ambush.toml -n 10000                              how does it end, and how often?
  rulec sim ambush.toml -n 10000 --with-counts                and what came in how often?
  rulec sim ambush.toml -n 10000 --vary blade.count=2,3       what would another number change?
  rulec sim ambush.toml -n 1000000 --until-width 0.01         until the rates are known to 1 %
  rulec sim ambush.toml -n 1000000 --resume run.part          can be killed, and goes on
  rulec sim ambush.toml -n 1000000 --shard 2/3 --out 2.part   a third of it, on this machine
  rulec sim merge 1.part 2.part 3.part                        and all of it`,
		Long: `Plays encounters 0 to N-1 of a seed and reports rates with Wilson's 95 % interval,
and the measures that the pack declares. The same rules, encounter and seed give the
same bytes with any number of workers, in shards or whole, resumed or not.
` + "`rulec run ENCOUNTER.toml --seed S --run I`" + ` plays encounter I by itself.

--vary KEY=V1,V2,... plays the same dice with each value and tests the differences
to the first. KEY is an option of the pack, a value of the rules without parameters
(NAME or RECORD.NAME), a key of a thing in the encounter (THING.KEY: blade.count,
Ansa.max_hp), or a key of the encounter's own tables (spare.creature).

Exit code: 0 they were played, 1 the encounter or the rules have faults, or some
encounter could not be finished, 2 something could not be read or written, or it
was interrupted.`,
		Args: wants(1, 1, "one ENCOUNTER.toml"),
		RunE: func(cmd *cobra.Command, args []string) error { return simulate(cmd, args[0], &f) },
	}
	g := cmd.Flags()
	g.Uint64VarP(&f.n, "encounters", "n", 1000, "how many encounters (at most, with --until-width)")
	g.Uint64Var(&f.seed, "seed", 0, "seed of the dice (default: the encounter's own)")
	g.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "how many play at once; changes the time and nothing else")
	g.Float64Var(&f.until, "until-width", 0, "stop when no interval of an outcome is wider, as in 0.01; looked at every 1000 encounters")
	g.BoolVar(&f.counts, "with-counts", false, "count how often each action, answer, event, condition and rule came in (slower)")
	g.StringVar(&f.vary, "vary", "", "KEY=V1,V2,...: play with each value and compare")
	g.StringVar(&f.shard, "shard", "", "K/N: play only the K-th of N shards, K from 1 to N")
	g.StringVar(&f.out, "out", "", "write what was counted to a file, for rulec sim merge")
	g.StringVar(&f.resume, "resume", "", "go on with what this file says was done, and keep it up to date")
	g.DurationVar(&f.every, "save-every", 2*time.Second, "how often --resume writes its file")
	g.StringVar(&f.format, "format", "text", "text, json or csv")
	g.StringVar(&f.plot, "plot", "", "draw the result to a file: NAME.svg or NAME.png")
	g.StringArrayVar(&f.options, "option", nil, "NAME=READING: set an option of the pack")
	cmd.AddCommand(mergeCommand())
	return cmd
}

// check refuses settings that mean nothing, before anything is read.
func (f *simFlags) check() (span sim.Span, err error) {
	if err := simFormats(f.format, f.plot); err != nil {
		return span, err
	}
	switch {
	case f.n == 0:
		return span, errors.New("-n 0 plays nothing: say how many encounters, from 1 on")
	case f.workers < 1:
		return span, fmt.Errorf("--workers %d: at least one has to play", f.workers)
	case f.until < 0 || f.until >= 1:
		return span, fmt.Errorf("--until-width %v: a width of an interval lies between 0 and 1, as in 0.01 for 1 %%", f.until)
	case f.every <= 0:
		return span, fmt.Errorf("--save-every %v: write a time, as in 2s", f.every)
	case f.out != "" && f.resume != "":
		return span, errors.New("--out and --resume are two names for one file: with --resume the result is in it too")
	}
	if f.shard == "" {
		return sim.Span{From: 0, To: f.n}, nil
	}
	k, n, ok := strings.Cut(f.shard, "/")
	K, err1 := strconv.ParseUint(k, 10, 64)
	N, err2 := strconv.ParseUint(n, 10, 64)
	switch {
	case !ok || err1 != nil || err2 != nil:
		return span, fmt.Errorf("--shard %q: write K/N, as in 2/5 for the second of five", f.shard)
	case N == 0 || K == 0 || K > N:
		return span, fmt.Errorf("--shard %s: shards are counted from 1 to %d", f.shard, N)
	case N > f.n:
		return span, fmt.Errorf("--shard %s: %d encounters cannot be cut into %d shards", f.shard, f.n, N)
	case f.until > 0:
		return span, errors.New("--until-width looks at the whole run, and a shard does not see it: leave out one of the two")
	case f.out == "" && f.resume == "":
		return span, errors.New("--shard writes a file for `rulec sim merge`: say which, with --out FILE or --resume FILE")
	}
	return sim.ShardOf(f.n, K, N), nil
}

func simulate(cmd *cobra.Command, file string, f *simFlags) error {
	span, err := f.check()
	if err != nil {
		return err
	}
	var log diag.Log
	study, err := studyOf(cmd, file, f, &log)
	if err != nil {
		return err
	}
	for _, name := range study.LeftOut() {
		fmt.Fprintf(cmd.ErrOrStderr(), "rulec: the measure %s is neither a number, a truth nor a name: it is left out\n", name)
	}
	compiledNote(cmd, study, f)
	part := sim.NewPart(study.Head, span)
	if f.resume != "" {
		old, err := loadPart(f.resume)
		switch {
		case err == nil:
			if err := study.Fits(old, f.resume); err != nil {
				return fmt.Errorf("%w; name another file, or run what it was made by", err)
			}
			if old.Span != span {
				return fmt.Errorf("%s is about encounters %v, and this run about %v: name another file", f.resume, old.Span, span)
			}
			part = old
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var done atomic.Uint64
	opt := sim.Options{Workers: f.workers, Done: &done}
	if f.resume != "" {
		opt.Every = f.every
		opt.Save = func(p *sim.Part) error { return savePart(p, f.resume) }
		if err := opt.Save(part); err != nil { // a place that cannot be written is found now
			return err
		}
	}
	end := watch(cmd.ErrOrStderr(), part.To-part.From, part.Played(), &done)
	err = study.Run(ctx, part, opt)
	end()
	if err != nil {
		return err
	}
	if part.Left() > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "rulec: interrupted, %d of %d encounters are played\n", part.Played(), part.To-part.From)
		if f.resume != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s holds them; the same command goes on\n", f.resume)
		}
		return exit{exitUsage}
	}
	if f.out != "" {
		if err := savePart(part, f.out); err != nil {
			return err
		}
	}
	if f.shard != "" {
		name := f.out + f.resume
		fmt.Fprintf(cmd.ErrOrStderr(), "rulec: %s holds encounters %v; `rulec sim merge` joins it with the others\n", name, part.Span)
		return nil
	}
	return reportSim(cmd, part, f.format, f.plot, file)
}

// compiledNote says, in a binary that has generated code, whether it plays.
func compiledNote(cmd *cobra.Command, study *sim.Study, f *simFlags) {
	if fight.Compiled() == 0 {
		return
	}
	n := 0
	for _, v := range study.Variants {
		if v.Ready.Compiled && !f.counts {
			n++
		}
	}
	switch {
	case n == len(study.Variants):
		fmt.Fprintln(cmd.ErrOrStderr(), "rulec: played by compiled code")
	case f.counts:
		fmt.Fprintln(cmd.ErrOrStderr(), "rulec: compiled code does not count what came in: played without it")
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "rulec: compiled code plays %d of %d: it was made from other rules, other options or a scene of another size; `rulec build` makes it again\n", n, len(study.Variants))
	}
}

// studyOf reads the encounter, or its variants.
func studyOf(cmd *cobra.Command, file string, f *simFlags, log *diag.Log) (*sim.Study, error) {
	head := sim.Head{Version: version, Encounters: f.n, Until: f.until, Options: slices.Sorted(slices.Values(f.options))}
	var cases []sim.Case
	if f.vary == "" {
		_, p, ready, err := prepared(cmd, file, f.options, log)
		if err != nil {
			return nil, err
		}
		cases = []sim.Case{{Pack: p, Ready: ready}}
	} else {
		sweep, err := sim.ParseSweep(f.vary)
		if err != nil {
			return nil, err
		}
		if err := isEncounter(cmd, file); err != nil {
			return nil, err
		}
		head.Vary = sweep.Key
		cases, err = sweep.Cases(file, func(p *ir.Program) (map[*ir.Option]int64, error) { return optionFlags(p, f.options) }, log)
		if err := errors.Join(faults(cmd, log), err); err != nil {
			return nil, err
		}
	}
	scene := cases[0].Ready.Scene
	head.Pack, head.Encounter, head.Seed = cases[0].Pack.Name, scene.Name, scene.Seed
	if cmd.Flags().Changed("seed") {
		head.Seed = f.seed
	}
	return sim.NewStudy(head, f.counts, cases...), nil
}
