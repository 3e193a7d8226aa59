// Command generate writes the packs of the benchmark as Go, for its tests.
package main

import (
	"flag"
	"fmt"
	"os"
	"sort"

	"rulec/interp"
	"rulec/lang/diag"
	"rulec/lang/pack"
)

func main() {
	dir := flag.String("pack", "pack", "folder of the pack")
	with := flag.String("with", "", "a further rule file")
	out := flag.String("o", "", "file to write")
	name := flag.String("name", "", "name of the value")
	room := flag.Int("room", 0, "number of entities")
	why := flag.Bool("why", false, "say what has no native form")
	flag.Parse()
	if err := generate(*dir, *with, *out, *name, *room, *why); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(dir, with, out, name string, room int, why bool) error {
	log := &diag.Log{}
	l := pack.Loader{Log: log}
	if with != "" {
		l.Extra = []string{with}
	}
	p := l.ByDir(dir)
	if log.Errors() > 0 {
		diag.WriteText(os.Stderr, log.Sorted(), diag.TextOptions{})
		return fmt.Errorf("the pack has faults")
	}
	linked := interp.Link(p.Program, nil, room, nil)
	g := interp.Generate(linked)
	if why {
		var lines []string
		for u, reason := range g.Refused {
			lines = append(lines, u+": "+reason)
		}
		sort.Strings(lines)
		for _, s := range lines {
			fmt.Println(s)
		}
	}
	text, err := g.Source("bench", name, false)
	if werr := os.WriteFile(out, text, 0o644); werr != nil {
		return werr
	}
	return err
}
