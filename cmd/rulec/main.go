// Command rulec checks, runs and proves combat rules that are written as data.
//
// Each subcommand has a file of its own, which reads flags and calls the library;
// nothing is decided here that a library user could not have.
//
// What a command was asked for goes to standard output; everything else that is
// said, faults of a run or of proofs among it, goes to standard error.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// Exit codes, the same for every command.
const (
	exitFine   = 0
	exitFaults = 1 // the rules, examples or encounter have faults
	exitUsage  = 2 // the command line or a file could not be used
	exitBug    = 3 // a fault of rulec itself
)

// exit carries an exit code through cobra.
type exit struct{ code int }

func (e exit) Error() string { return fmt.Sprintf("exit %d", e.code) }

func main() {
	hurry()
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// hurry lets the heap grow at first: most commands read rules, answer and are gone
// before it pays to look for garbage. What goes on longer keeps its memory small again.
func hurry() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		time.AfterFunc(time.Second, func() { debug.SetGCPercent(100) })
	}
}

// run is main without the process: tests call it.
func run(args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "rulec: a fault of rulec itself: %v\nPlease report it with the files that led here.\n", r)
			if os.Getenv("RULEC_PANIC") != "" {
				panic(r)
			}
			code = exitBug
		}
	}()
	root := rootCommand()
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	var e exit
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &e):
		return e.code
	}
	fmt.Fprintf(stderr, "rulec: %v\n", err)
	if cmd != root {
		fmt.Fprintf(stderr, "`rulec help %s` shows how it is used.\n", strings.TrimPrefix(cmd.CommandPath(), "rulec "))
	} else {
		fmt.Fprintln(stderr, "`rulec help` shows the commands.")
	}
	return exitUsage
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "rulec",
		Short: "Check, run and prove combat rules written as data",
		Example: `  rulec check rules/battlemap                        is it sound?
  rulec lint rules/battlemap                         and what looks wrong?
  rulec test conformance/battlemap                   do the examples of the rulebook hold?
  rulec run rules/battlemap/encounters/ambush.toml   what happens in a fight?
  rulec odds --pack battlemap --show '2d6 + 3'       with what chance?
  rulec explain E0203                                what does this fault mean?`,
		Long: `Exit codes: 0 fine; 1 the rules, examples or encounter have faults; 2 the command
line or a file could not be used; 3 a fault of rulec itself.`,
		DisableFlagsInUseLine: true,
		SilenceUsage:          true,
		SilenceErrors:         true,
		CompletionOptions:     cobra.CompletionOptions{HiddenDefaultCmd: true},
		Args:                  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	root.SetHelpTemplate(helpText)
	root.SetFlagErrorFunc(unknownFlag)
	root.AddCommand(newCommand(), checkCommand(), lintCommand(), fmtCommand(), testCommand(), runCommand(), whyCommand(), simCommand(), buildCommand(), drawCommand(), diffCommand(), oddsCommand(), explainCommand(), mutateCommand(), versionCommand())
	return root
}
