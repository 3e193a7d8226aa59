package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"rulec/report"
	"rulec/sim"
)

func mergeCommand() *cobra.Command {
	var format, plot, out string
	var partial bool
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Join the shards of a simulation",
		Example: `  rulec sim merge 1.part 2.part 3.part        the report of the whole run
  rulec sim merge *.part --allow-partial      of what there is so far
  rulec sim merge *.part --out whole.part     one file of several`,
		Long: `Joins files that ` + "`rulec sim --shard`, `--out` or `--resume`" + ` wrote, and reports exactly
what the whole run would have reported. Files of other rules, another encounter or
another seed are refused, and so are encounters that are counted twice or missing.

Exit code: 0 they were joined, 1 some encounter could not be finished, 2 the files
do not belong together or could not be read.`,
		Args: wants(1, -1, "the FILEs that shards were written to"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := simFormats(format, plot); err != nil {
				return err
			}
			var parts []*sim.Part
			for _, name := range args {
				p, err := loadPart(name)
				if err != nil {
					return err
				}
				parts = append(parts, p)
			}
			p, err := sim.Join(parts, args, partial)
			if err != nil {
				return err
			}
			if out != "" {
				if err := savePart(p, out); err != nil {
					return err
				}
			}
			return reportSim(cmd, p, format, plot, "ENCOUNTER.toml")
		},
	}
	g := cmd.Flags()
	g.StringVar(&format, "format", "text", "text, json or csv")
	g.StringVar(&plot, "plot", "", "draw the result to a file: NAME.svg or NAME.png")
	g.StringVar(&out, "out", "", "write what was joined to a file as well")
	g.BoolVar(&partial, "allow-partial", false, "report what there is if encounters are missing")
	return cmd
}

func simFormats(format, plot string) error {
	if err := formats(format, "text", "json", "csv"); err != nil {
		return err
	}
	if plot != "" && !report.CanPlot(plot) {
		return fmt.Errorf("--plot %q: the name says what is drawn: NAME.svg or NAME.png", plot)
	}
	return nil
}

// reportSim writes the result, and ends the command if some encounter could not be
// finished.
func reportSim(cmd *cobra.Command, p *sim.Part, format, plot, file string) error {
	s := p.Summary()
	write := map[string]func(io.Writer, *sim.Summary) error{"text": report.SimText, "json": report.SimJSON, "csv": report.SimCSV}[format]
	if err := write(cmd.OutOrStdout(), s); err != nil {
		return err
	}
	if plot != "" {
		if err := report.SimPlot(plot, s); err != nil {
			return fmt.Errorf("cannot write %s: %s", plot, errText(err))
		}
	}
	failed := false
	for i, t := range p.Tallies {
		play := fmt.Sprintf("rulec run %s --seed %d", file, p.Seed)
		for _, o := range p.Options {
			play += " --option " + o
		}
		with := ""
		if p.Vary != "" {
			with = fmt.Sprintf(" with %s = %s", p.Vary, p.Shapes[i].Value)
		}
		for _, x := range t.First {
			failed = true
			fmt.Fprintf(cmd.ErrOrStderr(), "rulec: encounter %d%s: %s: %s; `%s --run %d` plays it%s\n", x.Encounter, with, x.Code, x.Message, play, x.Encounter, with)
		}
		if more := t.Faults - uint64(len(t.First)); more > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "rulec: and %d more could not be finished\n", more)
		}
	}
	if failed {
		return exit{exitFaults}
	}
	return nil
}

func loadPart(name string) (*sim.Part, error) {
	p, err := sim.Load(name)
	var at *fs.PathError
	if errors.As(err, &at) {
		return nil, fmt.Errorf("cannot use %s: %w", name, at.Err)
	}
	return p, err
}

func savePart(p *sim.Part, name string) error {
	if err := p.Save(name); err != nil {
		return fmt.Errorf("cannot write %s: %s", name, errText(err))
	}
	return nil
}
