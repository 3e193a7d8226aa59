package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"rulec/fight"
	"rulec/lang"
	"rulec/lang/pack"
)

// version is the release; a build may set it.
var version = "0.1.0-dev"

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the edition of the language and the packs inside",
		Example: "  rulec version",
		Args:    wants(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "rulec %s (%s)\n", version, runtime.Version())
			fmt.Fprintf(out, "language edition %d\n", lang.Edition)
			for _, n := range pack.Embedded() {
				fmt.Fprintf(out, "pack %s inside\n", n)
			}
			if n := fight.Compiled(); n > 0 {
				fmt.Fprintf(out, "compiled code for %d encounters\n", n)
			}
			return nil
		},
	}
}
