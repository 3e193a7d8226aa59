package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rulec/lang/diag"
)

// The help of every command begins with what people look for: what it does, then
// examples, then the rest.
const helpText = `{{.Short}}

{{if .HasExample}}Examples:
{{.Example}}

{{end}}Usage:
  {{.UseLine}}{{if and .HasAvailableSubCommands (not .HasParent)}} COMMAND{{end}}
{{with .Long}}
{{.}}
{{end}}{{if .HasAvailableSubCommands}}
Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}

` + "`rulec help {{if .HasParent}}{{.Name}} {{end}}COMMAND` tells more of each." + `
{{end}}{{if .HasAvailableLocalFlags}}
Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}
{{end}}`

// wants makes a check of the number of arguments that says what is missing. most
// below 0 means any number.
func wants(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s needs %s", cmd.Name(), what)
		case most >= 0 && len(args) > most && most == 0:
			return fmt.Errorf("%s takes no arguments, and here is %q", cmd.Name(), args[0])
		case most >= 0 && len(args) > most:
			return fmt.Errorf("%s takes %s, and here are %d: %s", cmd.Name(), what, len(args), strings.Join(args, ", "))
		}
		return nil
	}
}

// unknownFlag adds the flag that was probably meant.
func unknownFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	if s := diag.Suggest("--"+unknown.GetSpecifiedName(), names); s != "" {
		return fmt.Errorf("%v; did you mean %s?", err, s)
	}
	return err
}

// unknownCommand says what to do with a first word that is no command: often it is
// a file, and what can be done with a file depends on what it is.
func unknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if st, err := os.Stat(word); err == nil {
		what, do := "file", "rulec check"
		if st.IsDir() {
			what = "folder"
		} else if isScene(word) {
			do = "rulec run"
		}
		return fmt.Errorf("%q is a %s, not a command; did you mean `%s %s`?", word, what, do, word)
	}
	if s := diag.Suggest(word, names); s != "" {
		return fmt.Errorf("there is no command %q; did you mean %q?", word, s)
	}
	return fmt.Errorf("there is no command %q; there are %s", word, strings.Join(names, ", "))
}
