package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/pack"
	"rulec/proof"
	"rulec/record"
	"rulec/report"
)

func runCommand() *cobra.Command {
	var seed, number uint64
	var explain, maps, numbers bool
	var format, recordTo string
	var options []string
	cmd := &cobra.Command{
		Use:   "run ENCOUNTER.toml",
		Short: "Play an encounter and tell what happened",
		Example: `  rulec run rules/battlemap/encounters/ambush.toml
  rulec run ambush.toml --seed 3 --map           other dice, and a map each round
  rulec run ambush.toml --seed 3 --run 812       encounter 812 of a simulation
  rulec run ambush.toml --explain                where every number comes from
  rulec run ambush.toml --numbers                with the numbers that ` + "`rulec why`" + ` takes
  rulec run ambush.toml --record ambush.rule     as an example for ` + "`rulec test`" + `
  rulec run ambush.toml --format json            one line an event, for a program`,
		Long: `Plays an encounter to its end under a seed. The same rules, encounter and seed
give the same bytes on every machine.

Exit code: 0 it was played, 1 it or the rules have faults, 2 it could not be read.`,
		Args: wants(1, 1, "one ENCOUNTER.toml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json"); err != nil {
				return err
			}
			if maps && format != "text" {
				return errors.New("--map draws for people: it needs --format text")
			}
			var log diag.Log
			scene, p, ready, err := prepared(cmd, args[0], options, &log)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				seed = scene.Seed
			}
			if err := recordable(recordTo); err != nil {
				return err
			}
			if recordTo != "" && len(p.Beside) > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "rulec: the fight cannot be recorded: an example is about one pack, and this is played with %s; let one of them extend the other, and name that one in the encounter\n", p.Name)
				return exit{exitFaults}
			}
			rec := interp.NewRecorder()
			heard := []func(*interp.Machine, *interp.Entry){bounded}
			var board *report.Board
			if maps {
				board = report.NewBoard(scene, ready)
				if board.Empty(ready) {
					fmt.Fprintf(cmd.ErrOrStderr(), "rulec: %s has no map to draw\n", args[0])
					board = nil
				} else {
					heard = append(heard, board.Started)
					rec.OnEnd = board.Ended
				}
			}
			rec.OnStart = func(m *interp.Machine, e *interp.Entry) {
				for _, f := range heard {
					f(m, e)
				}
			}
			var tape *record.Fight
			heardBy := interp.Listener(rec)
			if recordTo != "" {
				tape = record.New(ready, p.Name, seed, rec)
				heardBy = tape.Tape
			}
			res := ready.Run(interp.NewMachine(ready.Program), seed, number, nil, heardBy)
			out := cmd.OutOrStdout()
			if format == "json" {
				err = report.RunJSON(out, rec, res)
			} else {
				of := ""
				if number > 0 {
					of = fmt.Sprintf(", run %d", number)
				}
				fmt.Fprintf(out, "%s  (%s, seed %d%s)\n", scene.Name, p.Name, seed, of)
				err = report.RunText(out, rec, res, report.TextOptions{Explain: explain, Numbers: numbers, Color: colour(out), Board: board})
			}
			if err != nil {
				return err
			}
			if res.Fault != nil {
				runFault(&log, res.Fault)
				return faults(cmd, &log)
			}
			if recordTo != "" {
				return recordFight(cmd, tape, res, recordTo)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.Uint64Var(&seed, "seed", 0, "seed of the dice (default: the encounter's own)")
	f.Uint64Var(&number, "run", 0, "which run of the seed: encounter I of `rulec sim`")
	f.BoolVar(&explain, "explain", false, "unfold every number into what it is made of")
	f.BoolVar(&numbers, "numbers", false, "put its number before every event, for `rulec why --event`")
	f.BoolVar(&maps, "map", false, "draw the map at the start of every round and at the end")
	f.StringVar(&recordTo, "record", "", "write the fight as an example to EXAMPLE.rule, which `rulec test` proves")
	f.StringVar(&format, "format", "text", "text or json (one line an event)")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	return cmd
}

// recordable refuses a file name that could not hold an example.
func recordable(file string) error {
	switch {
	case file == "":
		return nil
	case !strings.HasSuffix(file, ".rule"):
		return fmt.Errorf("--record %s: an example is written to a rule file, NAME.rule", file)
	}
	if st, err := os.Stat(filepath.Dir(file)); err != nil || !st.IsDir() {
		return fmt.Errorf("--record %s: there is no folder %s", file, filepath.Dir(file))
	}
	return nil
}

// recordFight writes the example, and proves it: what does not hold as it stands
// is no record.
func recordFight(cmd *cobra.Command, f *record.Fight, res *fight.Result, file string) error {
	text, err := f.Example(res)
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "rulec: the fight cannot be recorded: %v\n", err)
		return exit{exitFaults}
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		return fmt.Errorf("--record %s: %s", file, errText(err))
	}
	var log diag.Log
	for _, x := range planOf([]string{file}, &log).load(&log) {
		if x.sound {
			proof.Diagnose(proof.Run(x.Program, proof.Options{Match: f.Match()}), &log)
		}
	}
	if err := faults(cmd, &log); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "rulec: %s is written, and does not hold as it stands\n", file)
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "rulec: recorded in %s; `rulec test %s` proves it\n", file, file)
	return nil
}

// maxTrace is how many events of one fight are kept. The machine's own bound on
// time comes much later, when a trace no longer fits into memory.
const maxTrace = 400_000

func bounded(m *interp.Machine, e *interp.Entry) {
	if e.Seq > maxTrace {
		m.SetFuel(0)
	}
}

// prepared reads an encounter with its pack, and makes it ready to run under the
// options set. Faults are printed.
func prepared(cmd *cobra.Command, file string, options []string, log *diag.Log, with ...interp.LinkOption) (*ir.Scene, *pack.Pack, *fight.Ready, error) {
	if err := isEncounter(cmd, file); err != nil {
		return nil, nil, nil, err
	}
	scene, p := data.LoadScene(file, &pack.Loader{Log: log}, log)
	if err := faults(cmd, log); err != nil {
		return nil, nil, nil, err
	}
	opts, err := optionFlags(p.Program, options)
	if err != nil {
		return nil, nil, nil, err
	}
	ready := fight.Prepare(p.Program, scene, opts, log, with...)
	return scene, p, ready, faults(cmd, log)
}

// isEncounter refuses what cannot be an encounter, with what to do instead.
func isEncounter(cmd *cobra.Command, name string) error {
	st, err := os.Stat(name)
	switch {
	case err != nil:
		return fmt.Errorf("cannot use %s: %s", name, errText(err))
	case st.IsDir():
		return fmt.Errorf("%s is a folder, and %s takes one encounter%s", name, cmd.Name(), encountersIn(name))
	case strings.HasSuffix(name, ".rule"):
		return fmt.Errorf("%s is a rule file, not an encounter; `rulec check %s` checks it", name, name)
	case filepath.Base(name) == "pack.toml":
		return fmt.Errorf("%s describes a pack, not an encounter%s", name, encountersIn(filepath.Dir(name)))
	}
	return nil
}

// encountersIn lists what could be run below a folder.
func encountersIn(dir string) string {
	var list []string
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".toml") && len(list) < 8 && isScene(name) {
			list = append(list, filepath.ToSlash(name))
		}
		return nil
	})
	if len(list) == 0 {
		return ""
	}
	return "; there is " + strings.Join(list, ", ")
}
