package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rulec/lang/diag"
	"rulec/lang/source"
)

func TestHand(t *testing.T) {
	files := []string{os.Getenv("RULE_FILE")}
	if files[0] == "" {
		files, _ = filepath.Glob("/work/shared/language/*/*.rule")
	}
	lines := 0
	for _, n := range files {
		text, _ := os.ReadFile(n)
		f := source.New(n, string(text))
		lines += f.Lines()
		var log diag.Log
		tree := Parse(f, &log)
		for _, d := range log.Sorted() {
			fmt.Println(d.Error(), "| help:", d.Help)
			p := d.Span.Begin()
			fmt.Println("    ", f.Line(p.Line))
		}
		if os.Getenv("DUMP") != "" {
			for _, d := range tree.Decls {
				fmt.Println(dump(d))
			}
		}
	}
	fmt.Println(len(files), "files", lines, "lines")
}
