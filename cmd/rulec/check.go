package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/report"
)

func checkCommand() *cobra.Command {
	var format string
	var together bool
	cmd := &cobra.Command{
		Use:   "check PATH...",
		Short: "Check rules and data files",
		Example: `  rulec check rules/battlemap              a pack
  rulec check .                            every pack and encounter below this folder
  rulec check friday.toml                  one encounter
  rulec check --together frost gunsmoke    do two packs go together?
  rulec check --format json homebrew/frost for a program`,
		Long: `Checks names, types, units and data. A PATH is a .rule file, an encounter, a pack
folder or a tree of packs. A .rule file outside any pack is checked with the pack
after which a folder above it is named, or else as a pack of its own over stdlib.
All faults are reported, in a fixed order, on standard output.

Exit code: 0 no errors, 1 errors, 2 something could not be read or there was
nothing to check.`,
		Args: wants(1, -1, "a PATH: a pack folder, a .rule file or an encounter"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := formats(format, "text", "json", "sarif", "github"); err != nil {
				return err
			}
			var log diag.Log
			p := planOf(args, &log)
			packs := p.load(&log)
			if together {
				var err error
				if packs, err = joined(packs, &log); err != nil {
					return err
				}
			}
			p.checkScenes(&log)
			if err := writeCheck(cmd.OutOrStdout(), format, packs, len(p.scenes), &log); err != nil {
				return err
			}
			if log.Errors() > 0 {
				return exit{codeOf(log.Sorted())}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&together, "together", false, "check the packs also as one: do they say different things of the same?")
	cmd.Flags().StringVar(&format, "format", "text", "text, json, sarif or github")
	return cmd
}

// joined adds to packs what they are together, if each is sound.
func joined(packs []loaded, log *diag.Log) ([]loaded, error) {
	var list []*pack.Pack
	var at []source.Span
	sound := true
	for _, p := range packs {
		if p.own {
			list, at = append(list, p.Pack), append(at, source.Span{File: p.Toml})
			sound = sound && p.sound
		}
	}
	if len(list) < 2 && log.Errors() == 0 {
		return nil, errors.New("--together is about several packs: name their folders")
	}
	if !sound || len(list) < 2 {
		return packs, nil
	}
	if p := pack.Together(list, at, log); p != nil {
		packs = append(packs, loaded{Pack: p})
	}
	return packs, nil
}

func writeCheck(out io.Writer, format string, packs []loaded, scenes int, log *diag.Log) error {
	list := log.Sorted()
	switch format {
	case "json":
		return diag.WriteJSON(out, list, log.Errors(), log.Warnings())
	case "sarif":
		return report.SARIF(out, list, version)
	case "github":
		return diag.WriteGitHub(out, list)
	}
	if err := diag.WriteText(out, list, diag.TextOptions{Color: colour(out)}); err != nil {
		return err
	}
	if log.Dropped > 0 {
		fmt.Fprintf(out, "\nand %d more\n", log.Dropped)
	}
	if len(list) > 0 {
		fmt.Fprintf(out, "\n%s, %s\n", count(log.Errors(), "error"), count(log.Warnings(), "warning"))
		return nil
	}
	for _, p := range packs {
		if p.Origin == "files" {
			fmt.Fprintf(out, "%s: a pack of its own over stdlib\n", p.Trees[len(p.Trees)-1].Source.Name)
			continue
		}
		fmt.Fprintf(out, "pack %s (%s): %s\n", p.Name, p.Origin, count(len(p.Trees), "rule file"))
	}
	if scenes > 0 {
		fmt.Fprintln(out, count(scenes, "encounter file"))
	}
	fmt.Fprintln(out, "no faults")
	return nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
