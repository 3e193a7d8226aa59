package main

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the outputs of the pages anew")

var console = regexp.MustCompile("(?ms)^```console\n\\$ rulec ([^\n]*)\n(.*?)^```$")

// What a page shows of a command is what the command writes.
func TestPages(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("COLUMNS", "80")
	t.Setenv("LC_ALL", "C.UTF-8")
	for _, page := range []string{"docs/odds.md"} {
		old, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		shown := 0
		text := console.ReplaceAllFunc(old, func(block []byte) []byte {
			shown++
			m := console.FindSubmatch(block)
			var out bytes.Buffer
			run(words(string(m[1])), &out, &out)
			return []byte("```console\n$ rulec " + string(m[1]) + "\n" + out.String() + "```")
		})
		if shown == 0 {
			t.Errorf("%s shows no command", page)
		}
		if *update {
			if err := os.WriteFile(page, text, 0o666); err != nil {
				t.Fatal(err)
			}
		} else if d := cmp.Diff(string(old), string(text)); d != "" {
			t.Errorf("%s (-page +command):\n%s", page, d)
		}
	}
}

// words splits a line as a shell does, as far as pages need it: single quotes.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}
