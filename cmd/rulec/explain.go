package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/report"
)

func explainCommand() *cobra.Command {
	var name string
	var gaps bool
	cmd := &cobra.Command{
		Use:   "explain NAME | CODE",
		Short: "Explain a name of a pack, or a code of a diagnostic",
		Long: `Explain what a pack's name means: its text, its place in the rulebook, what
modifies it, who uses it, which proofs cover it. A code such as E0203 shows its
page. With --pack alone it says where the pack comes from.`,
		Example: "  rulec explain E0203\n  rulec explain blind --pack battlemap\n  rulec explain --gaps --pack battlemap",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 1 {
				if page, ok := diag.Page(diag.Code(strings.ToUpper(args[0]))); ok {
					fmt.Fprint(out, page)
					return nil
				}
			}
			if gaps && len(args) == 1 {
				name = args[0]
			}
			var log diag.Log
			p := findPack(name, &log)
			if err := faults(cmd, &log); err != nil {
				return err
			}
			switch {
			case gaps:
				report.Gaps(out, p)
			case len(args) == 0:
				report.Pack(out, p)
			default:
				if !report.Explain(out, p, args[0]) {
					return fmt.Errorf("pack %s has nothing called %q%s", p.Name, args[0], maybe(args[0], report.Names(p.Program)))
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "pack", "battlemap", "the pack: a name or a folder")
	cmd.Flags().BoolVar(&gaps, "gaps", false, "list every gap and option of a pack")
	return cmd
}

// findPack loads a pack by folder or by name.
func findPack(name string, log *diag.Log) *pack.Pack {
	l := &pack.Loader{Log: log}
	if pack.NameOf(name) != "" {
		return l.ByDir(name)
	}
	return l.ByName(name, "", source.Span{})
}
