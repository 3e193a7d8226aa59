// Command rulec checks, runs and proves combat rules that are written as data.
//
// Each subcommand has a file of its own, which reads flags and calls the library;
// nothing is decided here that a library user could not have.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

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

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

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
	root := &cobra.Command{
		Use:           "rulec",
		Short:         "Check, run and prove combat rules written as data",
		SilenceUsage:  true,
		SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{
			HiddenDefaultCmd: true,
		},
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	root.AddCommand(checkCommand(), testCommand(), runCommand(), explainCommand(), versionCommand())
	err := root.Execute()
	var e exit
	switch {
	case err == nil:
		return exitFine
	case errors.As(err, &e):
		return e.code
	}
	fmt.Fprintf(stderr, "rulec: %v\n", err)
	if cmd, _, findErr := root.Find(args); findErr == nil && cmd != root {
		fmt.Fprintf(stderr, "Usage: %s\n", cmd.UseLine())
	} else {
		fmt.Fprintln(stderr, "Run `rulec help` for the commands.")
	}
	return exitUsage
}
