package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	unified "github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/format"
)

// fmtFlags is what is to be done with the files that are not laid out.
type fmtFlags struct {
	write, check, diff bool
	format             string
}

func fmtCommand() *cobra.Command {
	var flags fmtFlags
	cmd := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Lay rule files out",
		Example: `  rulec fmt -w .                       every rule file below this folder, in place
  rulec fmt --check rules              which files would change? (for a build server)
  rulec fmt --diff spells.rule         what would change?
  rulec fmt < spells.rule              from standard input to standard output`,
		Long: `Gives rule files the one layout there is. It changes blanks and line ends only:
comments stay, and so do the line ends within formulas and single blank lines. What
is written is read again first, and must have the same tree and the same comments.

A PATH is a .rule file, a folder, or - for standard input, as is no PATH at all.
Without a flag the layout goes to standard output. A file with faults is reported
and left as it is; the others are laid out all the same.

Exit code: 0 fine, 1 a file has faults or (--check, --diff) would change, 2 something
could not be read or written, 3 a layout that did not stand up to its check.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.sound(args, cmd.InOrStdin()); err != nil {
				return err
			}
			if len(args) == 0 {
				args = []string{format.Standard}
			}
			var log diag.Log
			changed, err := flags.run(cmd, format.Files(args, &log), &log)
			if err != nil {
				return err
			}
			if err := faults(cmd, &log); err != nil {
				return err
			}
			if changed && !flags.write && (flags.check || flags.diff) {
				return exit{exitFaults}
			}
			return nil
		},
	}
	cmd.Flags().BoolVarP(&flags.write, "write", "w", false, "write the files, and list those that changed")
	cmd.Flags().BoolVar(&flags.check, "check", false, "list the files that would change")
	cmd.Flags().BoolVar(&flags.diff, "diff", false, "show what would change, as a unified diff")
	cmd.Flags().StringVar(&flags.format, "format", "text", "of the lists of -w and --check: text or json")
	return cmd
}

// sound tells what is wrong with the flags.
func (f *fmtFlags) sound(args []string, stdin io.Reader) error {
	if err := formats(f.format, "text", "json"); err != nil {
		return err
	}
	chosen := 0
	for _, on := range []bool{f.write, f.check, f.diff} {
		if on {
			chosen++
		}
	}
	switch {
	case chosen > 1:
		return errors.New("-w, --check and --diff exclude each other: choose one")
	case f.format == "json" && !f.write && !f.check:
		return errors.New("--format json is for the lists that -w and --check give: add one of them")
	case len(args) > 0:
		return nil
	case f.write:
		return errors.New("-w needs a PATH: a .rule file or a folder; standard input cannot be written")
	case terminal(stdin):
		return errors.New("fmt needs a PATH, a .rule file or a folder, or a text on standard input")
	}
	return nil
}

// run lays out files, one after the other, and does with each what the flags say.
func (f *fmtFlags) run(cmd *cobra.Command, names []string, log *diag.Log) (changed bool, err error) {
	out := cmd.OutOrStdout()
	list := []string{}
	for _, name := range names {
		file := format.Load(name, cmd.InOrStdin(), log)
		if file.Result == nil {
			continue
		}
		changed = changed || file.Changed
		switch {
		case !f.write && !f.check && !f.diff:
			_, err = out.Write(file.Result)
		case !file.Changed:
		case f.diff:
			_, err = out.Write(unified.Diff(file.Shown()+".orig", file.Text, file.Shown(), file.Result))
		case f.write && !file.Write(log):
		default:
			list = append(list, file.Shown())
		}
		if err != nil {
			return changed, err
		}
	}
	return changed, f.writeList(out, list)
}

func (f *fmtFlags) writeList(out io.Writer, list []string) error {
	if f.format == "json" {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			Changed []string `json:"changed"`
		}{list})
	}
	for _, name := range list {
		fmt.Fprintln(out, name)
	}
	return nil
}
