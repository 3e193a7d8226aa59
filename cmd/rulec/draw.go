package main

import (
	"os"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/report"
)

func drawCommand() *cobra.Command {
	var cells, svg string
	var options []string
	cmd := &cobra.Command{
		Use:   "draw SCENE.toml --cells FORMULA",
		Short: "Draw a map with every cell marked for which a formula holds",
		Long: `Draw the map of an encounter, as it is before the first event, with every cell
marked for which a formula holds. In the formula ` + "`cell`" + ` is the cell, and each thing is
known by its name (in small letters, underscores for blanks).

Where places are named and not squares, ` + "`cell`" + ` is each of them in turn: a line for
every place with those it touches and who is there, marked ones with a star. On a
plane ` + "`cell`" + ` is each point of a grid laid over everything, at most 72 wide.

Exit code: 0 it was drawn, 1 scene or formula have faults, 2 a file could not be used.`,
		Example: "  rulec draw rules/battlemap/encounters/ambush.toml --cells 'distance(brakk, cell) <= brakk.reach'",
		Args:    wants(1, 1, "one SCENE.toml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var log diag.Log
			scene, p, ready, err := prepared(cmd, args[0], options, &log)
			if err != nil {
				return err
			}
			d := report.Draw(p, scene, ready, cells, &log)
			if err := faults(cmd, &log); err != nil {
				return err
			}
			if svg == "" {
				return d.Text(cmd.OutOrStdout())
			}
			f, err := os.Create(svg)
			if err != nil {
				return err
			}
			if err := d.SVG(f); err != nil {
				return err
			}
			return f.Close()
		},
	}
	f := cmd.Flags()
	f.StringVar(&cells, "cells", "false", "the formula; `cell` is the cell")
	f.StringVar(&svg, "svg", "", "write an SVG file instead of text")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	return cmd
}
