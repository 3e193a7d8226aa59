package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/diag"
	"rulec/report"
)

func whyCommand() *cobra.Command {
	var seed uint64
	var event, not, format string
	var depth int
	var options []string
	cmd := &cobra.Command{
		Use:   "why ENCOUNTER.toml --event N",
		Short: "Unfold the numbers of one event of a fight",
		Example: `  rulec why ambush.toml --event 96                   every number of event 96, down to the dice
  rulec why ambush.toml --event attack               which attacks are there?
  rulec why ambush.toml --event attack:2             the second of them
  rulec why ambush.toml --event 96 --not cover       why did it not come in there?
  rulec why ambush.toml                              the whole fight, with the numbers of its events`,
		Long: `Plays an encounter under a seed and unfolds one event: dice, terms, modifiers that
count and those that are beaten, each with its file, line and section of the source.
A part that is itself a value is unfolded in turn, as far as --levels.

--not takes the name of an action or reaction, a condition, an event, a rule, a
value that rules modify, or the label of a modifier. It plays the same fight again
and looks, while the event runs, at every moment at which that could have come in:
which argument of a pattern does not fit, which line requires or forbids what, what
cannot be paid, what stacking beats, and what a tactic preferred.

Exit code: 0 it is explained, 1 the encounter or the rules have faults, 2 there is
no such event or file.`,
		Args: wants(1, 1, "one ENCOUNTER.toml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json"); err != nil {
				return err
			}
			if depth < 1 {
				return fmt.Errorf("--levels %d: a number has at least one level of parts", depth)
			}
			var log diag.Log
			scene, p, ready, err := prepared(cmd, args[0], options, &log)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				seed = scene.Seed
			}
			if event == "" && format == "json" {
				return errors.New("--format json needs --event; `rulec run --format json` has the whole fight")
			}
			if not != "" && event == "" {
				return errors.New("--not asks about one event: say which with --event N; without both, the events are listed")
			}
			rec := interp.NewDeepRecorder()
			if event == "" || not != "" {
				rec = interp.NewRecorder()
			}
			rec.OnStart = bounded
			res := ready.Run(interp.NewMachine(ready.Program), seed, 0, nil, rec)
			out := cmd.OutOrStdout()
			opt := report.WhyOptions{Depth: depth, Color: colour(out)}
			if event == "" {
				fmt.Fprintf(out, "%s  (%s, seed %d)\n", scene.Name, p.Name, seed)
				return report.RunText(out, rec, res, report.TextOptions{Numbers: true, Color: opt.Color})
			}
			found, err := eventsOf(rec, event)
			switch {
			case err != nil:
				return err
			case len(found) > 1 && format == "json":
				return report.CandidatesJSON(out, found)
			case len(found) > 1:
				return report.Candidates(out, event, found)
			case not != "":
				return whyNot(cmd, ready, seed, found[0], not, format, opt)
			case format == "json":
				return report.WhyJSON(out, found[0], opt)
			}
			return report.Why(out, rec, res, found[0], opt)
		},
	}
	f := cmd.Flags()
	f.StringVar(&event, "event", "", "the number of an event, or a name: NAME, NAME:2 for the second")
	f.StringVar(&not, "not", "", "why NAME did not come in at the event")
	f.Uint64Var(&seed, "seed", 0, "seed of the dice (default: the encounter's own)")
	f.IntVar(&depth, "levels", 16, "how many levels of parts are unfolded")
	f.StringVar(&format, "format", "text", "text or json")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	return cmd
}

// whyNot plays the fight again and watches the event.
func whyNot(cmd *cobra.Command, ready *fight.Ready, seed uint64, e *interp.Entry, name, format string, opt report.WhyOptions) error {
	if e.Event == nil {
		return fmt.Errorf("event %d is a condition that came or went; --not asks about what runs for a while, such as event %d around it", e.Seq, e.Parent)
	}
	q, meant := interp.NewWhyNot(ready.Program, name, e.Seq)
	if q == nil {
		hint := "; it takes an action, a condition, an event, a rule, a value or the label of a modifier"
		if meant != "" {
			hint = fmt.Sprintf("; did you mean %q?", meant)
		}
		return fmt.Errorf("--not %s: nothing that could come in is called so%s", name, hint)
	}
	rec := interp.NewDeepRecorder()
	rec.OnStart = bounded
	m := interp.NewMachine(ready.Program)
	q.Attach(m, rec)
	res := ready.Run(m, seed, 0, nil, rec)
	q.Finish()
	if format == "json" {
		return report.WhyNotJSON(cmd.OutOrStdout(), rec.Entries[e.Seq], name, q, opt)
	}
	return report.WhyNot(cmd.OutOrStdout(), rec, res, rec.Entries[e.Seq], name, q, opt)
}

// eventsOf finds the events of a trace that --event may mean: one by its number,
// all by a name, one of these by NAME:K.
func eventsOf(rec *interp.Recorder, want string) ([]*interp.Entry, error) {
	last := len(rec.Entries) - 1
	if n, err := strconv.Atoi(strings.TrimPrefix(want, "#")); err == nil {
		if n < 0 || n > last {
			return nil, fmt.Errorf("there is no event %d: this fight has events 0 to %d", n, last)
		}
		return rec.Entries[n : n+1], nil
	}
	name, which, ordinal := strings.Cut(want, ":")
	var found []*interp.Entry
	var names []string
	for _, e := range rec.Entries {
		if e.Event == nil {
			continue
		}
		names = append(names, e.Event.Name)
		if e.Event.Name == name {
			found = append(found, e)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no event called %q happens in this fight%s; it has events 0 to %d, and `rulec why ENCOUNTER.toml` lists them",
			name, maybe(name, names), last)
	}
	if !ordinal {
		return found, nil
	}
	k, err := strconv.Atoi(which)
	if err != nil || k < 1 || k > len(found) {
		return nil, fmt.Errorf("--event %s: %s happens %s, so write %s:1 to %s:%d", want, name, times(len(found)), name, name, len(found))
	}
	return found[k-1 : k], nil
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
