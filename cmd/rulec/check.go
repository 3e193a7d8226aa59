package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
)

func checkCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "check PATH...",
		Short: "Check rules and data files",
		Long: `Check names, types, units and data. A PATH is a .rule file, an encounter, a pack
folder or a tree of packs. All faults are reported, in a fixed order.

Exit code: 0 no errors, 1 errors, 2 something could not be read.`,
		Example: "  rulec check rules/battlemap\n  rulec check --format json homebrew/frost",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json", "github"); err != nil {
				return err
			}
			var log diag.Log
			packs := planOf(args, &log).load(&log)
			list := log.Sorted()
			out := cmd.OutOrStdout()
			var err error
			switch format {
			case "json":
				err = diag.WriteJSON(out, list, log.Dropped)
			case "github":
				err = diag.WriteGitHub(out, list)
			default:
				err = diag.WriteText(out, list, diag.TextOptions{Color: colour(out)})
				if log.Dropped > 0 {
					fmt.Fprintf(out, "and %d more\n", log.Dropped)
				}
				if len(list) == 0 {
					n := 0
					for _, p := range packs {
						n += len(p.Trees)
					}
					fmt.Fprintf(out, "%d files checked, no faults\n", n)
				} else {
					fmt.Fprintf(out, "%d errors, %d warnings\n", log.Errors(), log.Warnings())
				}
			}
			if err != nil {
				return err
			}
			if log.Errors() > 0 {
				return exit{codeOf(list)}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text, json or github")
	return cmd
}
