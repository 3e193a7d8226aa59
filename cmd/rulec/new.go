package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/scaffold"
)

func newCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "new",
		Short: "Start a pack or an encounter",
		Example: `  rulec new pack frost --extends battlemap         a pack of your own, in ./frost
  rulec new encounter friday --pack frost          an encounter for it, in ./friday.toml`,
		Long: `Writes a small example that works, to be changed. Nothing is written over.

Exit code: 0 it is written, 2 the name is taken or cannot be used, or there is no
such pack.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("new needs to know what: `rulec new pack NAME --extends PACK` or `rulec new encounter NAME --pack PACK`")
			}
			var kinds []string
			for _, c := range cmd.Commands() {
				kinds = append(kinds, c.Name())
			}
			return fmt.Errorf("new makes a pack or an encounter, not %q%s", args[0], maybe(args[0], kinds))
		},
	}
	cmd.AddCommand(newPackCommand(), newEncounterCommand())
	return cmd
}

func newPackCommand() *cobra.Command {
	var base string
	cmd := &cobra.Command{
		Use:   "pack NAME",
		Short: "Start a pack that extends another",
		Example: `  rulec new pack frost --extends battlemap
  rulec new pack gunsmoke --extends ../rules/maneuvers`,
		Long: `Makes the folder NAME with a pack of one condition, one action, one creature, one
example and one encounter. It checks clean and can be played as it is.

Exit code: 0 it is written, 2 the name is taken or cannot be used, or there is no
such pack.`,
		Args: wants(1, 1, "the NAME of the pack"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			if base == "" {
				return errors.New("a new pack extends another one: --extends PACK; there are " + strings.Join(packsAround(), ", "))
			}
			if err := scaffold.CheckName(name); err != nil {
				return err
			}
			if _, err := os.Lstat(name); err == nil {
				return fmt.Errorf("%s is there already, and nothing is written over; choose another name, or another folder to stand in", name)
			}
			p, err := existing(cmd, "--extends", base)
			if err != nil {
				return err
			}
			files, err := scaffold.Pack(name, p)
			if err != nil {
				return err
			}
			if err := scaffold.Write(name, files); err != nil {
				return fmt.Errorf("%s cannot be written: %s", name, errText(err))
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "%s is a pack that extends %s %s:\n", name, p.Name, p.Version)
			for _, f := range files {
				fmt.Fprintf(out, "  %s/%s\n", name, f.Name)
			}
			fmt.Fprintf(out, "\nNow: rulec check %s    rulec test %s", name, name)
			for _, f := range files {
				if strings.HasPrefix(f.Name, "encounters/") {
					fmt.Fprintf(out, "    rulec run %s/%s", name, f.Name)
				}
			}
			fmt.Fprintln(out)
			return nil
		},
	}
	cmd.Flags().StringVar(&base, "extends", "", "the pack to build on: a name or a folder")
	return cmd
}

func newEncounterCommand() *cobra.Command {
	var of string
	cmd := &cobra.Command{
		Use:   "encounter NAME",
		Short: "Start an encounter",
		Example: `  rulec new encounter friday --pack battlemap      writes friday.toml
  rulec run friday.toml`,
		Long: `Writes NAME.toml, an encounter that can be played as it is.

Exit code: 0 it is written, 2 the file is there already or there is no such pack.`,
		Args: wants(1, 1, "the NAME of the encounter"),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := strings.TrimSuffix(args[0], ".toml")
			if of == "" {
				return errors.New("an encounter belongs to a pack: --pack PACK; there are " + strings.Join(packsAround(), ", "))
			}
			if base := filepath.Base(name); !pack.GoodName(strings.ReplaceAll(base, "-", "_")) {
				return fmt.Errorf("an encounter cannot be called %q: a name has small letters, digits, _ and -, and begins with a letter", base)
			}
			if name+".toml" == filepath.Join(filepath.Dir(name), "pack.toml") {
				return errors.New("pack.toml describes a pack; choose another name for the encounter")
			}
			p, err := existing(cmd, "--pack", of)
			if err != nil {
				return err
			}
			f, err := scaffold.Encounter(filepath.Base(name), p)
			if err != nil {
				return err
			}
			err = scaffold.Write(filepath.Dir(name), []scaffold.File{f})
			switch {
			case errors.Is(err, fs.ErrExist):
				return fmt.Errorf("%s.toml is there already, and nothing is written over; choose another name", name)
			case err != nil:
				return fmt.Errorf("%s.toml cannot be written: %s", name, errText(err))
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s.toml is an encounter of %s\n\nNow: rulec run %s.toml\n", name, p.Name, name)
			return nil
		},
	}
	cmd.Flags().StringVar(&of, "pack", "", "the pack it is played with: a name or a folder")
	return cmd
}

// existing loads the pack that a flag names, by name or folder, and wants it sound.
func existing(cmd *cobra.Command, flag, what string) (*pack.Pack, error) {
	var log diag.Log
	l := &pack.Loader{Log: &log}
	var p *pack.Pack
	if name := pack.NameOf(what); name != "" {
		// Whoever extends it finds it by its name.
		if dir, ok := pack.Find(name, ""); !ok || pack.Shown(dir) != pack.Shown(what) {
			return nil, fmt.Errorf("%s %s: a pack is found by its name, and from here %s is not found there; stand in a folder beside it or below", flag, what, name)
		}
		p = l.ByDir(what)
	} else {
		p = l.ByName(what, "", source.Span{})
	}
	if unknownPack(&log) {
		d := log.Sorted()[0]
		return nil, fmt.Errorf("%s: %s%s; there are %s", flag, d.Message, maybe(what, packsAround()), strings.Join(packsAround(), ", "))
	}
	if err := faults(cmd, &log); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "rulec: %s %s has faults, and nothing is written\n", flag, what)
		return nil, exit{exitUsage}
	}
	return p, nil
}

// packsAround lists the names of the packs that can be found from here, sorted.
func packsAround() []string {
	var out []string
	for _, f := range findable() {
		name := f.name
		if n := pack.NameOf(name); n != "" {
			name = n
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
