package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rulec/fight"
	"rulec/interp"
	"rulec/lang/data"
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/report"
)

func runCommand() *cobra.Command {
	var seed uint64
	var explain, maps bool
	var format string
	var options []string
	cmd := &cobra.Command{
		Use:   "run ENCOUNTER.toml",
		Short: "Play an encounter and tell what happened",
		Long: `Play an encounter to its end under a seed. The same rules, encounter and seed
give the same bytes on every machine.

Exit code: 0 it was played, 1 it has faults, 2 it could not be read.`,
		Example: "  rulec run rules/battlemap/encounters/ambush.toml --seed 3 --explain",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json"); err != nil {
				return err
			}
			var log diag.Log
			loader := &pack.Loader{Log: &log}
			scene, p := data.LoadScene(args[0], loader, &log)
			if err := faults(cmd, &log); err != nil {
				return err
			}
			opts, err := optionFlags(p.Program, options)
			if err != nil {
				return err
			}
			ready := fight.Prepare(p.Program, scene, opts, &log)
			if err := faults(cmd, &log); err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				seed = scene.Seed
			}
			rec := interp.NewRecorder()
			m := interp.NewMachine(ready.Program)
			var board *report.Board
			if maps {
				board = report.NewBoard(scene, ready)
				rec.OnStart = board.Note
			}
			res := ready.Run(m, seed, 0, nil, rec)
			out := cmd.OutOrStdout()
			if format == "json" {
				if res.Fault == nil {
					return report.RunJSON(out, rec, res)
				}
			} else {
				fmt.Fprintf(out, "%s  (%s, seed %d)\n", scene.Name, p.Name, seed)
				opt := report.TextOptions{Explain: explain, Color: colour(out), Board: board}
				if err := report.RunText(out, rec, res, opt); err != nil {
					return err
				}
			}
			if res.Fault != nil {
				runFault(&log, res.Fault)
				return faults(cmd, &log)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.Uint64Var(&seed, "seed", 0, "seed of the dice; without it the encounter's own")
	f.BoolVar(&explain, "explain", false, "unfold every number into what it is made of")
	f.BoolVar(&maps, "map", false, "draw the map at the start of every round")
	f.StringVar(&format, "format", "text", "text or json (one line an event)")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	return cmd
}
