package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"rulec"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rulec": main})
}

// The whole command line, from outside. Each script of testdata/script begins in
// an empty folder with what stands in it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("RULEC_PANIC", "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"unpack":  unpack,
			"fill":    fill,
			"bytes":   writeBytes,
			"edit":    edit,
			"cut":     cut,
			"because": because,
			"take":    take,
			"diff":    diff,
			"matches": matches,
		},
	})
}

// Colour is for what looks like a terminal, unless the user asks for none.
func TestColour(t *testing.T) {
	device, err := os.Open(os.DevNull) // a character device, as a terminal is
	if err != nil {
		t.Skip(err)
	}
	defer device.Close()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !colour(device) {
		t.Error("no colour on a terminal")
	}
	t.Setenv("NO_COLOR", "1")
	if colour(device) || colour(&bytes.Buffer{}) {
		t.Error("colour where none is wanted")
	}
}

// patience is how long any command of a script may take.
const patience = 30 * time.Second

// exits CODE COMMAND... runs a command that must end soon and with this code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS...")
	}
	begun := time.Now()
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("%s exits with %d, not %s", strings.Join(args[1:], " "), code, args[0])
	}
	if took := time.Since(begun); took > patience {
		ts.Fatalf("%s took %v", strings.Join(args[1:], " "), took)
	}
}

// unpack PATH FOLDER writes a folder of the repository's rules to disk.
func unpack(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: unpack PATH FOLDER")
	}
	sub, err := fs.Sub(rulec.Files, args[0])
	ts.Check(err)
	ts.Check(os.CopyFS(ts.MkAbs(args[1]), sub))
}

// fill FILE N TEXT writes a text N times.
func fill(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: fill FILE N TEXT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte(args[2]), n), 0o666))
}

// bytes FILE HEX writes bytes.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	b, err := hex.DecodeString(strings.Join(args[1:], ""))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o666))
}

// cut FILE N leaves the first N bytes of a file.
func cut(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: cut FILE N")
	}
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// edit FILE LINE OLD NEW replaces a text in the one line that matches a pattern.
func edit(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 4 {
		ts.Fatalf("usage: edit FILE LINE OLD NEW")
	}
	line, hits := regexp.MustCompile(args[1]), 0
	all := strings.Split(ts.ReadFile(args[0]), "\n")
	for i, l := range all {
		if line.MatchString(l) && strings.Contains(l, args[2]) {
			all[i] = strings.Replace(l, args[2], args[3], 1)
			hits++
		}
	}
	if hits != 1 {
		ts.Fatalf("%d lines of %s match %q and hold %q", hits, args[0], args[1], args[2])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(all, "\n")), 0o666))
}

// because VAR EVENT FIELD=VALUE NUMBER PART reads the JSON lines of the last
// command and finds the first event of a name whose field has a value and whose
// number has a part. It sets VAR to the number and VAR_part to the amount.
func because(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 5 {
		ts.Fatalf("usage: because VAR EVENT FIELD=VALUE NUMBER PART")
	}
	field, value, _ := strings.Cut(args[2], "=")
	for _, l := range strings.Split(ts.ReadFile("stdout"), "\n") {
		var e struct {
			Event   string
			Fields  map[string]any
			Because []struct {
				Of    string
				Value int
				Parts []struct {
					What   string
					Amount int
				}
			}
		}
		if json.Unmarshal([]byte(l), &e) != nil || e.Event != args[1] || fmt.Sprint(e.Fields[field]) != value {
			continue
		}
		for _, b := range e.Because {
			sum := 0
			for _, p := range b.Parts {
				sum += p.Amount
			}
			for _, p := range b.Parts {
				if b.Of == args[3] && p.What == args[4] {
					if sum != b.Value {
						ts.Fatalf("the parts of %d add up to %d", b.Value, sum)
					}
					ts.Setenv(args[0], strconv.Itoa(b.Value))
					ts.Setenv(args[0]+"_part", strconv.Itoa(p.Amount))
					return
				}
			}
		}
	}
	ts.Fatalf("no %s with %s has a %s with a part %q", args[1], args[2], args[3], args[4])
}

// take VAR PATTERN sets VAR to what the group of a pattern finds in the output of
// the last command.
func take(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("no match for %q", args[1])
	}
	ts.Setenv(args[0], found[1])
}

// diff A B N: B is N more than A.
func diff(ts *testscript.TestScript, _ bool, args []string) {
	a, err := strconv.Atoi(args[0])
	ts.Check(err)
	b, err := strconv.Atoi(args[1])
	ts.Check(err)
	if n, _ := strconv.Atoi(args[2]); b-a != n {
		ts.Fatalf("%d and %d differ by %d, not by %d", a, b, b-a, n)
	}
}

// matches N PATTERN: N lines of the last output match.
func matches(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	if found := regexp.MustCompile("(?m)"+args[1]).FindAllString(ts.ReadFile("stdout"), -1); len(found) != n {
		ts.Fatalf("%d lines match %q, not %d", len(found), args[1], n)
	}
}
