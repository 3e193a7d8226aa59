package docs_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var step = regexp.MustCompile("(?ms)^```(console|rule|diff)(?: (\\S+))?\n(.*?)^```$")

// Somebody who follows first-hour.md to the letter, from an empty folder, sees what
// it shows: a block with a file's name is written, or changed where it is a diff; a
// line behind `$` is typed, and prints the lines below it.
func TestFirstHour(t *testing.T) {
	text, err := os.ReadFile("first-hour.md")
	if err != nil {
		t.Fatal(err)
	}
	binary := build(t)
	t.Chdir(t.TempDir())
	t.Setenv("COLUMNS", "100")
	t.Setenv("LC_ALL", "C.UTF-8")
	done := map[string]int{}
	for _, m := range step.FindAllStringSubmatch(string(text), -1) {
		kind, name, body := m[1], m[2], m[3]
		switch kind {
		case "rule":
			if err := os.WriteFile(filepath.FromSlash(name), []byte(body), 0o666); err != nil {
				t.Fatal(err)
			}
		case "diff":
			change(t, filepath.FromSlash(name), body)
		case "console":
			for _, c := range strings.Split("\n"+body, "\n$ rulec ")[1:] {
				line, want, _ := strings.Cut(c, "\n")
				typed(t, binary, line, want)
				done[strings.Fields(line)[0]]++
			}
		}
	}
	for _, command := range []string{"new", "check", "run", "why", "odds", "test", "lint", "fmt", "mutate"} {
		if done[command] == 0 {
			t.Errorf("the page never shows rulec %s", command)
		}
	}
}

// typed runs a line and holds what it prints against the page.
func typed(t *testing.T, binary, line, want string) {
	t.Helper()
	out, err := exec.Command(binary, arguments(line)...).CombinedOutput()
	if fault := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &fault) || fault.ExitCode() != 1) {
		t.Fatalf("rulec %s: %v\n%s", line, err, out)
	}
	if at, rest := compared(trimmed(string(out)), trimmed(want)); at != "" || len(rest) > 0 {
		t.Fatalf("`rulec %s` does not print what the page shows, from %q on:\n%s", line, append([]string{at}, rest...)[0], out)
	}
}

// change puts the lines with a plus in the place of those with a minus above them.
func change(t *testing.T, name, diff string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	for diff != "" {
		var was, is string
		for strings.HasPrefix(diff, "-") {
			line, rest, _ := strings.Cut(diff[1:], "\n")
			was, diff = was+line+"\n", rest
		}
		for strings.HasPrefix(diff, "+") {
			line, rest, _ := strings.Cut(diff[1:], "\n")
			is, diff = is+line+"\n", rest
		}
		if was == "" || strings.Count(s, was) != 1 {
			t.Fatalf("%s has these lines not once:\n%s", name, was)
		}
		s = strings.Replace(s, was, is, 1)
	}
	if err := os.WriteFile(name, []byte(s), 0o666); err != nil {
		t.Fatal(err)
	}
}
