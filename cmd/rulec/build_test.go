package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuild holds that a rulec with compiled encounters plays them to the same
// bytes, and that what it was not compiled for is played without. One binary holds
// the code of all of them; it is laid over the package and not written into it.
func TestBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a rulec of its own")
	}
	dir := t.TempDir()
	plain, fast := filepath.Join(dir, "plain"), filepath.Join(dir, "fast")
	goTool(t, "build", "-o", plain, ".")
	encounters := []string{
		"rules/areas/encounters/marsh.toml",
		"rules/areas/encounters/ruin.toml",
		"rules/battlemap/encounters/last-stand.toml",
		"rules/maneuvers/encounters/duel.toml",
		"rules/maneuvers/encounters/minotaur.toml",
		"homebrew/wagon-and-school.toml",
		"conformance/testdata/duels/fury.toml",
		"cmd/rulec/testdata/compiled/rules/odd/encounters/odd.toml", // what an event asks of itself changes on its way
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	over := map[string]map[string]string{"Replace": {}}
	for i, e := range encounters {
		file := filepath.Join(dir, fmt.Sprintf("code%d.go", i))
		_, said := command(t, plain, "build", e, "-o", file)
		if !strings.Contains(said, "parts of the rules are compiled") {
			t.Errorf("%s: %s", e, said)
		}
		over["Replace"][filepath.Join(here, fmt.Sprintf("zz_code%d.go", i))] = file
	}
	overlay, err := json.Marshal(over)
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	goTool(t, "build", "-overlay", list, "-o", fast, ".")
	if out, _ := command(t, fast, "version"); !strings.Contains(out, fmt.Sprintf("compiled code for %d encounters", len(encounters))) {
		t.Errorf("version says\n%s", out)
	}
	const by, without = "played by compiled code", "compiled code plays 0 of 1"
	same := func(t *testing.T, note string, args ...string) {
		t.Helper()
		want, _ := command(t, plain, args...)
		got, said := command(t, fast, args...)
		if want != got {
			t.Errorf("%v: compiled code plays something else", args)
		}
		if !strings.Contains(said, note) {
			t.Errorf("%v says %q, want %q", args, said, note)
		}
	}
	for _, e := range encounters {
		same(t, by, "sim", e, "-n", "60", "--seed", "4", "--format", "json")
	}
	same(t, without, "sim", "rules/maneuvers/encounters/bridge.toml", "-n", "5", "--format", "json")
	same(t, "does not count", "sim", encounters[3], "-n", "20", "--with-counts", "--format", "json")
}

// goTool runs the go command in this package.
func goTool(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
}

// command runs a rulec in the root of the project.
func command(t *testing.T, binary string, args ...string) (stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = filepath.Join("..", "..")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("rulec %v: %v\n%s", args, err, errs.String())
	}
	return out.String(), errs.String()
}
