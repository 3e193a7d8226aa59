package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// parts are a few files that are right.
func parts(t testing.TB) []string {
	head := Head{Seed: 9, Encounters: 30, Version: "test"}
	plain := study(t, toss(t, "trap"), head, true)
	varied := sweep(t, toss(t, "harmless"), "Bob.luck=0,2", head)
	return []string{
		text(t, plain.all(t, Span{0, 30}, 1)),
		text(t, plain.all(t, ShardOf(30, 2, 3), 1)),
		text(t, NewPart(plain.Head, Span{0, 30})),
		text(t, varied.all(t, Span{0, 30}, 1)),
	}
}

func TestDecode(t *testing.T) {
	for i, want := range parts(t) {
		p, err := Decode(strings.NewReader(want))
		if err != nil {
			t.Fatal(err)
		}
		if got := text(t, p); got != want {
			t.Errorf("part %d comes back as\n%s\nfrom\n%s", i, got, want)
		}
		// Cut off anywhere, or one character changed, it is no part.
		for at := 0; at < len(want)-1; at += 1 + len(want)/97 {
			if _, err := Decode(strings.NewReader(want[:at])); err == nil {
				t.Errorf("part %d cut off at %d is read", i, at)
			}
			wrong := []byte(want)
			if wrong[at] ^= 1; string(wrong) == want {
				continue
			}
			if p, err := Decode(bytes.NewReader(wrong)); err == nil && text(t, p) != want {
				t.Errorf("part %d with another character at %d is read", i, at)
			}
		}
	}
}

// signed gives a changed file the digest of its content, so that only what it says
// can be wrong with it.
func signed(t testing.TB, change func(*partFile)) string {
	p := study(t, toss(t, "trap"), Head{Seed: 9, Encounters: 30}, true).all(t, Span{0, 30}, 1)
	f := p.file()
	change(f)
	var b bytes.Buffer
	if err := f.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A file may have the right digest and still be wrong.
func TestDoesNotAddUp(t *testing.T) {
	if _, err := Decode(strings.NewReader(signed(t, func(*partFile) {}))); err != nil {
		t.Fatal(err)
	}
	for i, change := range []func(*partFile){
		func(f *partFile) { f.Format = 7 },
		func(f *partFile) { f.Shapes = nil },
		func(f *partFile) { f.Shapes = append(f.Shapes, nil) },
		func(f *partFile) { f.Range.To = 31 },
		func(f *partFile) { f.Range.From = 20; f.Range.To = 10 },
		func(f *partFile) { f.Done = nil },
		func(f *partFile) { f.Done = []Span{{0, 10}, {5, 25}} },
		func(f *partFile) { f.Done = []Span{{0, 10}, {10, 30}} },
		func(f *partFile) { f.Tallies = nil },
		func(f *partFile) { f.Tallies[0].Outcomes[0]++ },
		func(f *partFile) { f.Tallies[0].Outcomes[0] = 1 << 63; f.Tallies[0].Faults = 1 << 63 },
		func(f *partFile) { f.Tallies[0].Outcomes = nil },
		func(f *partFile) { f.Tallies[0].First = append(f.Tallies[0].First, f.Tallies[0].First[0]) },
		func(f *partFile) { f.Tallies[0].Counts[0][1] = 99 },
		func(f *partFile) { f.Tallies[0].Measures[0].N++ },
		func(f *partFile) { f.Tallies[0].Measures[0].Bins[0][1] = -3 },
		func(f *partFile) { f.Tallies[0].Measures[0].Bins[0][0] = 1000 },
		func(f *partFile) { f.Tallies[0].Measures[0].Shift = 60 },
		func(f *partFile) { f.Tallies[0].Measures[0].Sum = "lots" },
		func(f *partFile) { f.Tallies[0].Measures[0].Squares = strings.Repeat("9", 99) },
		func(f *partFile) { f.Tallies[0].Measures[0].Above = 31 },
		func(f *partFile) { f.Pairs = append(f.Pairs, pairsFile{}) },
	} {
		if _, err := Decode(strings.NewReader(signed(t, change))); err == nil {
			t.Errorf("change %d is read", i)
		}
	}
}

// Whatever is read as a part is written as the same part, and can be summed up.
// What is made up gets the digest that it should have, so that it is looked at.
func FuzzDecode(f *testing.F) {
	for _, p := range parts(f) {
		f.Add([]byte(p))
	}
	f.Add([]byte(`{"variants":[{"outcomes":["a"],"measures":[{"kind":"member"}]}],"tallies":[{"outcomes":[0],"measures":[{}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = Decode(bytes.NewReader(data)) // must not panic
		var made partFile
		if json.Unmarshal(data, &made) != nil {
			return
		}
		made.Format = Format
		var b bytes.Buffer
		if err := made.write(&b); err != nil {
			t.Fatal(err)
		}
		p, err := Decode(&b)
		if err != nil {
			return
		}
		q, err := Decode(strings.NewReader(text(t, p)))
		if err != nil || text(t, q) != text(t, p) {
			t.Fatalf("not the same when written and read again: %v", err)
		}
		if _, err := json.Marshal(p.Summary()); err != nil {
			t.Fatal(err)
		}
	})
}

// A file is there whole or not at all: a folder that cannot be written leaves the
// old one as it is, and nothing stays behind beside it.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	p := study(t, toss(t, "trap"), Head{Seed: 9, Encounters: 30}, false).all(t, Span{0, 30}, 1)
	name := filepath.Join(dir, "x.part")
	for range 2 {
		if err := p.Save(name); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadDir(dir); len(got) != 1 {
		t.Errorf("there are %d files", len(got))
	}
	if err := p.Save(filepath.Join(dir, "nowhere", "x.part")); err == nil {
		t.Error("written to nowhere")
	}
	if q, err := Load(name); err != nil || text(t, q) != text(t, p) {
		t.Errorf("not the same: %v", err)
	}
}

func TestJoinRefuses(t *testing.T) {
	head := Head{Seed: 9, Encounters: 30}
	s := study(t, toss(t, "trap"), head, false)
	part := func(k uint64) *Part { return s.all(t, ShardOf(30, k, 3), 1) }
	other := func(change func(*Head)) *Part {
		h := s.Head
		change(&h)
		return NewPart(h, Span{0, 30})
	}
	for name, x := range map[string]struct {
		parts   []*Part
		partial bool
		fine    bool
	}{
		"all":        {[]*Part{part(2), part(3), part(1)}, false, true},
		"none":       {nil, true, false},
		"missing":    {[]*Part{part(1), part(3)}, false, false},
		"partial":    {[]*Part{part(1), part(3)}, true, true},
		"twice":      {[]*Part{part(1), part(2), part(2)}, true, false},
		"seed":       {[]*Part{part(1), other(func(h *Head) { h.Seed++ })}, true, false},
		"number":     {[]*Part{part(1), other(func(h *Head) { h.Encounters-- })}, true, false},
		"rules":      {[]*Part{part(1), other(func(h *Head) { h.Digest = "0" })}, true, false},
		"version":    {[]*Part{part(1), other(func(h *Head) { h.Version = "0" })}, true, false},
		"pack":       {[]*Part{part(1), other(func(h *Head) { h.Pack = "0" })}, true, false},
		"encounter":  {[]*Part{part(1), other(func(h *Head) { h.Encounter = "0" })}, true, false},
		"vary":       {[]*Part{part(1), other(func(h *Head) { h.Vary = "0" })}, true, false},
		"until":      {[]*Part{part(1), other(func(h *Head) { h.Until = 0.5 })}, true, false},
		"nothing":    {[]*Part{part(1), other(func(h *Head) {})}, true, true},
		"not played": {[]*Part{other(func(h *Head) {})}, false, false},
	} {
		names := make([]string, len(x.parts))
		for i := range names {
			names[i] = fmt.Sprint("part ", i)
		}
		if _, err := Join(x.parts, names, x.partial); (err == nil) != x.fine {
			t.Errorf("%s: %v", name, err)
		}
	}
}
