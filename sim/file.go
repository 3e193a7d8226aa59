package sim

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
)

// maxPart is the size beyond which a file is not read as a part.
const maxPart = 256 << 20

// The file of a part: JSON, in which sums are texts, for they may be larger than
// any number of JSON, and which ends with a digest of all that stands before it.
type partFile struct {
	Head
	Range   Span        `json:"range"`
	Done    []Span      `json:"done"`
	Stopped bool        `json:"stopped,omitempty"`
	Tallies []tallyFile `json:"tallies"`
	Pairs   []pairsFile `json:"pairs,omitempty"`
	Sum     string      `json:"sum"`
}

type tallyFile struct {
	Outcomes []uint64    `json:"outcomes"`
	Faults   uint64      `json:"faults,omitempty"`
	First    []Stop      `json:"first_faults,omitempty"`
	Measures []histFile  `json:"measures"`
	Counts   [][2]uint64 `json:"counts,omitempty"`
}

type pairsFile struct {
	N        uint64     `json:"encounters"`
	Outcomes []Apart    `json:"outcomes"`
	Measures []histFile `json:"measures"`
	Members  [][]Apart  `json:"members"`
}

type histFile struct {
	N       uint64     `json:"n"`
	Absent  uint64     `json:"absent,omitempty"`
	Shift   uint       `json:"shift,omitempty"`
	Low     int64      `json:"low"`
	High    int64      `json:"high"`
	Above   uint64     `json:"above"`
	Below   uint64     `json:"below"`
	Sum     string     `json:"sum"`
	Squares string     `json:"squares"`
	Bins    [][2]int64 `json:"bins"`
}

// Encode writes a part. The same part always has the same bytes.
func (p *Part) Encode(w io.Writer) error { return p.file().write(w) }

// file is a part as it is written.
func (p *Part) file() *partFile {
	f := &partFile{Head: p.Head, Range: p.Span, Done: p.Done, Stopped: p.Stopped}
	if f.Done == nil {
		f.Done = []Span{}
	}
	for _, t := range p.Tallies {
		x := tallyFile{Outcomes: t.Outcomes, Faults: t.Faults, First: t.First, Measures: histFiles(t.Measures)}
		for _, c := range t.Counts {
			x.Counts = append(x.Counts, [2]uint64{c.Times, c.Encounters})
		}
		f.Tallies = append(f.Tallies, x)
	}
	for _, x := range p.Pairs {
		f.Pairs = append(f.Pairs, pairsFile{x.N, x.Outcomes, histFiles(x.Measures), x.Members})
	}
	return f
}

// write puts the digest at the end.
func (f *partFile) write(w io.Writer) (err error) {
	if f.Sum, err = f.digest(); err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(f)
}

// digest is a hash of all but the digest.
func (f *partFile) digest() (string, error) {
	g := *f
	g.Sum = ""
	b, err := json.Marshal(&g)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16]), err
}

func histFiles(list []Hist) []histFile {
	out := []histFile{}
	for i := range list {
		h := &list[i]
		x := histFile{N: h.n, Absent: h.absent, Shift: h.shift, Low: h.low, High: h.high, Above: h.above, Below: h.below,
			Sum: h.sum.big().String(), Squares: h.squares.big().String(), Bins: [][2]int64{}}
		bins, _ := h.Bins()
		for _, b := range bins {
			x.Bins = append(x.Bins, [2]int64{b.Low >> h.shift, int64(b.Count)})
		}
		out = append(out, x)
	}
	return out
}

// Save writes a part to a file in one step: whoever reads it, and whenever the
// writer is killed, there is the old file or the new one and never half of one.
// What a killed writer leaves behind, the next one writes over.
func (p *Part) Save(name string) error {
	next := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".new")
	f, err := os.Create(next)
	if err != nil {
		return err
	}
	if err := errors.Join(p.Encode(f), f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	return os.Rename(next, name)
}

// Load reads a part from a file.
func Load(name string) (*Part, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return p, nil
}

// Decode reads what Encode wrote, and believes nothing: what does not add up is
// refused. The errors say what the file is, as in "x.json is cut off".
func Decode(r io.Reader) (*Part, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxPart+1))
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	if len(text) > maxPart {
		return nil, errors.New("is too large for a part of a simulation")
	}
	var f partFile
	d := json.NewDecoder(strings.NewReader(string(text)))
	err = d.Decode(&f)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return nil, errors.New("is cut off: it does not end as a part of a simulation does")
	case err != nil:
		return nil, errors.New("is no part of a simulation: `rulec sim ENCOUNTER.toml --shard K/N --out FILE` writes one")
	case f.Format == 0:
		return nil, errors.New("is no part of a simulation: `rulec sim ENCOUNTER.toml --shard K/N --out FILE` writes one")
	case f.Format != Format:
		return nil, fmt.Errorf("is of format %d, and this rulec reads format %d", f.Format, Format)
	}
	if sum, err := f.digest(); err != nil || sum != f.Sum {
		return nil, errors.New("was changed after it was written: its digest is not that of its content")
	}
	p, err := f.part()
	if err != nil {
		return nil, fmt.Errorf("does not add up: %w", err)
	}
	return p, nil
}

// part checks the file and makes a part of it.
func (f *partFile) part() (*Part, error) {
	switch {
	case len(f.Shapes) == 0 || len(f.Tallies) != len(f.Shapes) || len(f.Pairs) != len(f.Shapes)-1:
		return nil, errors.New("variants")
	case f.Range.From > f.Range.To || f.Range.To > f.Encounters:
		return nil, errors.New("what is to be played")
	}
	for _, s := range f.Shapes {
		if s == nil {
			return nil, errors.New("variants")
		}
	}
	p := NewPart(f.Head, f.Range)
	p.Stopped = f.Stopped
	at := f.Range.From
	for i, s := range f.Done {
		if s.From >= s.To || s.From < at || s.To > f.Range.To || i > 0 && s.From == at {
			return nil, errors.New("what is done")
		}
		at = s.To
		p.Done = append(p.Done, s)
	}
	for i := range f.Tallies {
		if err := f.Tallies[i].into(p.Tallies[i]); err != nil {
			return nil, err
		}
		if p.Tallies[i].Encounters() != p.Played() {
			return nil, errors.New("encounters played and encounters counted")
		}
	}
	for i := range f.Pairs {
		x, y := &f.Pairs[i], p.Pairs[i]
		if len(x.Measures) != len(y.Measures) || len(x.Members) != len(y.Members) || x.N > p.Played() || !apart(y.Outcomes, x.Outcomes, x.N) {
			return nil, errors.New("pairs")
		}
		y.N = x.N
		for k := range x.Measures {
			of := x.N
			if len(y.Members[k]) > 0 {
				of = 0
			}
			if err := x.Measures[k].into(&y.Measures[k], of); err != nil {
				return nil, err
			}
			if !apart(y.Members[k], x.Members[k], x.N) {
				return nil, errors.New("pairs")
			}
		}
	}
	return p, nil
}

// apart takes counts of n pairs over.
func apart(to, from []Apart, n uint64) bool {
	for _, a := range from {
		if a.Only > n || a.Not > n-a.Only {
			return false
		}
	}
	return copy(to, from) == len(from) && len(from) == len(to)
}

func (f *tallyFile) into(t *Tally) error {
	if len(f.Outcomes) != len(t.Outcomes) || len(f.Measures) != len(t.Measures) || len(f.Counts) != len(t.Counts) {
		return errors.New("outcomes, measures and counters")
	}
	finished := uint64(0)
	for i, c := range f.Outcomes {
		if t.Outcomes[i] = c; c > 1<<60 || f.Faults > 1<<60 {
			return errors.New("outcomes")
		}
		finished += c
	}
	if t.Faults = f.Faults; uint64(len(f.First)) > min(f.Faults, maxStops) {
		return errors.New("faults")
	}
	for _, s := range f.First {
		t.stop(s)
	}
	for i, c := range f.Counts {
		if t.Counts[i] = (Count{c[0], c[1]}); c[1] > finished || c[1] > c[0] {
			return errors.New("counters")
		}
	}
	for i := range f.Measures {
		if err := f.Measures[i].into(&t.Measures[i], finished); err != nil {
			return err
		}
	}
	return nil
}

// into checks a histogram of so many encounters and takes it over.
func (f *histFile) into(h *Hist, of uint64) error {
	wrong := errors.New("a measure")
	if f.N+f.Absent != of || f.N > of || f.Above > f.N || f.Below > f.N-f.Above || f.Shift > 56 || len(f.Bins) > maxBins || f.Low > f.High {
		return wrong
	}
	*h = Hist{bins: make(map[int64]uint64, len(f.Bins)), shift: f.Shift, absent: f.Absent, low: f.Low, high: f.High, above: f.Above, below: f.Below}
	for _, b := range f.Bins {
		if _, twice := h.bins[b[0]]; twice || b[1] <= 0 || b[0] < f.Low>>f.Shift || b[0] > f.High>>f.Shift {
			return wrong
		}
		h.bins[b[0]] = uint64(b[1])
		if h.n += uint64(b[1]); h.n > f.N {
			return wrong
		}
	}
	if h.n != f.N {
		return wrong
	}
	for _, x := range []struct {
		text string
		to   *wide
	}{{f.Sum, &h.sum}, {f.Squares, &h.squares}} {
		n, ok := new(big.Int).SetString(x.text, 10)
		if !ok || len(x.text) > 60 {
			return wrong
		}
		if *x.to, ok = wideOf(n); !ok {
			return wrong
		}
	}
	return nil
}
