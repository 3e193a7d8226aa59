package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"rulec/lang/diag"
	"rulec/lang/lint"
)

type lintFlags struct {
	format, baseline                          string
	strict, rules, writeBaseline, fix, dryRun bool
}

func lintCommand() *cobra.Command {
	var f lintFlags
	cmd := &cobra.Command{
		Use:   "lint PATH...",
		Short: "Check rules and data files, and say what looks wrong",
		Example: `  rulec lint rules/battlemap                  a pack, with the proofs around it
  rulec lint .                                every pack below this folder
  rulec lint --strict homebrew/frost          warnings fail, too
  rulec lint --rules                          what is looked for
  rulec explain L0304                         the page of a rule
  rulec lint --fix --dry-run homebrew/frost   what could be put right by itself
  rulec lint --baseline known.json --write-baseline .
                                              let pass what there is today
  rulec lint --baseline known.json .          and report only what is new`,
		Long: `Checks as "rulec check" does, and then looks for what is allowed and yet looks wrong:
never used, never true, never reached, repeated, contradictory, unexplained, unproven.

A pack sets how a rule counts in its pack.toml:

    [lint]
    magic_number = "off"        # or "warning", or "error"

One line is let pass by a comment on it or above it, with the reason:

    //@ lint magic_number "the table is printed like that"

Exit code: 0 no errors (warnings are fine without --strict), 1 errors, 2 something
could not be read or there was nothing to check.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.rules {
				return wants(0, 0, "no PATH with --rules")(cmd, args)
			}
			return wants(1, -1, "a PATH: a pack folder, a .rule file or an encounter")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.rules {
				if err := formats(f.format, "text", "json"); err != nil {
					return err
				}
				return listRules(cmd.OutOrStdout(), f.format)
			}
			return runLint(cmd, args, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "text", "text, json, sarif or github")
	flags.BoolVar(&f.strict, "strict", false, "warnings end with exit code 1, too")
	flags.BoolVar(&f.rules, "rules", false, "list the rules, with group and level")
	flags.StringVar(&f.baseline, "baseline", "", "a file of findings to pass over")
	flags.BoolVar(&f.writeBaseline, "write-baseline", false, "write the file of --baseline: pass over what there is now")
	flags.BoolVar(&f.fix, "fix", false, "put right what can be put right by itself")
	flags.BoolVar(&f.dryRun, "dry-run", false, "with --fix: show the changes and make none")
	return cmd
}

func runLint(cmd *cobra.Command, args []string, f lintFlags) error {
	if err := formats(f.format, "text", "json", "sarif", "github"); err != nil {
		return err
	}
	switch {
	case f.dryRun && !f.fix:
		return errors.New("--dry-run shows what --fix would do; write both")
	case f.writeBaseline && f.baseline == "":
		return errors.New("--write-baseline needs --baseline FILE, the file to write")
	case f.writeBaseline && f.fix:
		return errors.New("--write-baseline and --fix do not go together: fix first, then write the baseline")
	}
	var log diag.Log
	p := planOf(args, &log)
	p.proofs = true
	packs := p.load(&log)
	scenes := p.checkScenes(&log)
	found := lintAll(append(slices.Clone(packs), scenes...), &log)
	note := cmd.ErrOrStderr()
	if f.baseline != "" {
		var err error
		if found, err = throughBaseline(found, f, note); err != nil {
			return err
		}
	}
	if f.fix {
		var err error
		if found, err = fixFound(cmd.OutOrStdout(), note, found, f.dryRun); err != nil || f.dryRun {
			return err
		}
	}
	for _, x := range found {
		log.Add(x.Diagnostic)
	}
	if err := writeCheck(cmd.OutOrStdout(), f.format, packs, len(p.scenes), &log); err != nil {
		return err
	}
	if log.Errors() > 0 || f.strict && log.Warnings() > 0 {
		return exit{codeOf(log.Sorted())}
	}
	return nil
}

// lintAll runs the rules over what was loaded.
func lintAll(packs []loaded, log *diag.Log) []*lint.Finding {
	var found []*lint.Finding
	var all []lint.Input
	for _, x := range packs {
		in := lint.Input{Pack: x.Pack, Sound: x.sound, Own: x.own, Files: x.asked, Scenes: x.scenes}
		found = append(found, lint.Run(in, x.log)...)
		log.Join(x.log)
		all = append(all, in)
	}
	return append(found, lint.Across(all)...)
}

// throughBaseline writes the baseline, or takes out what it knows.
func throughBaseline(found []*lint.Finding, f lintFlags, note io.Writer) ([]*lint.Finding, error) {
	if f.writeBaseline {
		if err := os.WriteFile(f.baseline, lint.NewBaseline(found).Text(), 0o666); err != nil {
			return nil, fmt.Errorf("the baseline cannot be written: %s", errText(err))
		}
		fmt.Fprintf(note, "rulec: %s written to %s\n", count(len(found), "finding"), f.baseline)
		return nil, nil
	}
	text, err := os.ReadFile(f.baseline)
	if err != nil {
		return nil, fmt.Errorf("the baseline %s cannot be read: %s; --write-baseline makes one", f.baseline, errText(err))
	}
	b, err := lint.ReadBaseline(text)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be used: %w", f.baseline, err)
	}
	fresh, known := b.New(found)
	if known > 0 {
		fmt.Fprintf(note, "rulec: %s known from %s\n", count(known, "finding"), f.baseline)
	}
	return fresh, nil
}

// fixFound puts right what it can, or shows it, and returns what is left.
func fixFound(out, note io.Writer, found []*lint.Finding, dryRun bool) ([]*lint.Finding, error) {
	done := map[*lint.Finding]bool{}
	for _, f := range lint.Fix(found) {
		if dryRun {
			fmt.Fprint(out, f.Diff())
			continue
		}
		if err := rewrite(f.File.Name, f.Text); err != nil {
			return nil, err
		}
		for _, x := range f.Done {
			done[x] = true
		}
		fmt.Fprintf(note, "rulec: %s put right in %s\n", count(len(f.Done), "finding"), f.File.Name)
	}
	var left []*lint.Finding
	for _, x := range found {
		if !done[x] {
			left = append(left, x)
		}
	}
	return left, nil
}

// rewrite replaces the text of a file, whose byte order mark stays.
func rewrite(name, text string) error {
	name = filepath.FromSlash(name)
	old, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %s", name, errText(err))
	}
	if mark := []byte("\uFEFF"); bytes.HasPrefix(old, mark) {
		text = string(mark) + text
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		return fmt.Errorf("%s cannot be written: %s", name, errText(err))
	}
	return nil
}

// listRules writes the rules, by group.
func listRules(out io.Writer, format string) error {
	if format == "json" {
		type row struct {
			Code  diag.Code  `json:"code"`
			Name  string     `json:"name"`
			Group lint.Group `json:"group"`
			Level string     `json:"level"`
			Title string     `json:"title"`
		}
		rows := []row{}
		for _, r := range lint.Rules() {
			rows = append(rows, row{r.Code, r.Name, r.Group, r.Level.String(), r.Title})
		}
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(map[string]any{"rules": rows})
	}
	for i, g := range lint.Groups {
		space(out, i)
		fmt.Fprintln(out, g)
		for _, r := range lint.Rules() {
			if r.Group == g {
				fmt.Fprintf(out, "  %s  %-20s %-8s %s\n", r.Code, r.Name, r.Level, r.Title)
			}
		}
	}
	return nil
}
