package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"rulec/interp"
	"rulec/lang/diag"
)

func buildCommand() *cobra.Command {
	var out, pkg, name string
	var why bool
	var options []string
	cmd := &cobra.Command{
		Use:   "build ENCOUNTER.toml -o FILE.go",
		Short: "Write an encounter's rules as Go, to be compiled into a faster rulec",
		Example: `  rulec build ambush.toml -o cmd/rulec/ambush_code.go   in a clone of rulec; then
  go build -o rulec-ambush ./cmd/rulec
  ./rulec-ambush sim ambush.toml -n 1000000             the same bytes, sooner`,
		Long: `Writes the rules of an encounter, with its options and its size, as one file of Go.
Compiled into rulec it serves ` + "`rulec sim`" + ` of that encounter, which gives the same bytes
as without it. Rules, options or scenes that have changed since are noticed, and
played without it. Needs Go and a clone of rulec; nothing else does.

Exit code: 0 it was written, 1 the encounter or the rules have faults, 2 a file
could not be used.`,
		Args: wants(1, 1, "one ENCOUNTER.toml"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return fmt.Errorf("say where the code goes, as in -o cmd/rulec/encounter_code.go")
			}
			var log diag.Log
			_, _, ready, err := prepared(cmd, args[0], options, &log)
			if err != nil {
				return err
			}
			g := interp.Generate(ready.Program)
			if name == "" {
				name = codeName(args[0], g.Digest())
			}
			text, err := g.Source(pkg, name, true)
			if err != nil {
				return err
			}
			if err := os.WriteFile(out, text, 0o644); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d parts of the rules are compiled, %d are left to closures\n", out, g.Units, len(g.Refused))
			if why {
				var lines []string
				for part, reason := range g.Refused {
					lines = append(lines, fmt.Sprintf("%s: %s", part, reason))
				}
				slices.Sort(lines)
				for _, l := range lines {
					fmt.Fprintln(cmd.OutOrStdout(), l)
				}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the file to write")
	f.StringVar(&pkg, "package", "main", "the package the file belongs to")
	f.StringVar(&name, "name", "", "the variable that holds the code (default: made from the encounter's name)")
	f.BoolVar(&why, "left-out", false, "list the parts that are left to closures, and why")
	f.StringArrayVar(&options, "option", nil, "NAME=READING: set an option of the pack")
	return cmd
}

// codeName is a name in Go for an encounter's code: two encounters of one size may
// have the same code, and both may be compiled into one rulec.
func codeName(file, digest string) string {
	base := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	return "code_" + strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, base) + "_" + digest[:6]
}
