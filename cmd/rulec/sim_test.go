package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rulec/sim"
)

// A run is killed again and again, at whatever it is just doing, and goes on each
// time: in the end it says what it would have said without. The program runs in a
// process of its own, which gets no chance to tidy up.
func TestKilled(t *testing.T) {
	encounter, err := filepath.Abs(filepath.Join("..", "..", "rules", "maneuvers", "encounters", "duel.toml"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	command := func(args ...string) *exec.Cmd {
		c := exec.Command("rulec", append([]string{"sim", encounter, "-n", "400", "--seed", "6", "--format", "json"}, args...)...)
		c.Dir = dir
		return c
	}
	want, err := command().Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "run.part")
	played := func() uint64 {
		p, err := sim.Load(file)
		if os.IsNotExist(err) {
			return 0
		}
		if err != nil {
			t.Fatal(err) // half a file, for example
		}
		return p.Played()
	}
	kills := 0
	for begun := played(); begun < 300; begun = played() {
		c := command("--resume", file, "--save-every", "5ms")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(patience); played() <= begun+20; time.Sleep(2 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Error("nothing is written down")
				break
			}
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if c.Wait() == nil {
			t.Fatal("it ended before it was killed")
		}
		if kills++; t.Failed() {
			return
		}
	}
	if kills < 3 {
		t.Fatalf("killed %d times", kills)
	}
	got, err := command("--resume", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("after %d kills:\n%s\nwithout:\n%s", kills, got, want)
	}
	// What a killed writer leaves beside the file is no part, and in nobody's way.
	if p, err := sim.Load(file); err != nil || p.Played() != 400 {
		t.Errorf("in the end the file holds %v, %v", p, err)
	}
}

// Told to stop, a run writes down what it has and says how to go on.
func TestInterrupted(t *testing.T) {
	encounter, err := filepath.Abs(filepath.Join("..", "..", "rules", "maneuvers", "encounters", "duel.toml"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "run.part")
	c := exec.Command("rulec", "sim", encounter, "-n", "1000000", "--resume", file, "--save-every", "1h")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			break // it has begun
		}
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Skip(err) // not every system has it
	}
	_ = c.Wait()
	if c.ProcessState.ExitCode() != exitUsage || !bytes.Contains(stderr.Bytes(), []byte("the same command goes on")) {
		t.Errorf("exit %d: %s", c.ProcessState.ExitCode(), stderr.String())
	}
	if p, err := sim.Load(file); err != nil || p.Left() == 0 || p.Head.Encounters != 1_000_000 {
		t.Errorf("%v", err)
	}
}
