package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"rulec/mutate"
)

// Mutants sums mutants up, of one pack or several.
type Mutants struct {
	Reports []*mutate.Report
	Show    int  // survivors whose diff is shown in text; below 0: all
	List    bool // the mutants were made and not tried
}

// MutantCount counts mutants by what became of them.
type MutantCount struct {
	Mutants  int `json:"mutants"`
	Killed   int `json:"killed"`
	Survived int `json:"survived"`
	Waived   int `json:"waived"`
}

func (c *MutantCount) add(m *mutate.Mutant) {
	c.Mutants++
	switch m.Status {
	case mutate.Killed:
		c.Killed++
	case mutate.Waived:
		c.Waived++
	default:
		c.Survived++
	}
}

// Score is how many of the mutants that can be noticed are noticed, in percent to
// two places; a hundred if there are none.
func (c *MutantCount) Score() float64 { return scoreOf(c.Killed, c.Mutants-c.Waived) }

// Raw is the score with the waived ones counted as survivors.
func (c *MutantCount) Raw() float64 { return scoreOf(c.Killed, c.Mutants) }

func scoreOf(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return math.Floor(10000*float64(n)/float64(of)) / 100 // 100 only if it is all
}

// Count sums everything up.
func (s *Mutants) Count() *MutantCount {
	c := &MutantCount{}
	s.each(c.add)
	return c
}

func (s *Mutants) each(visit func(m *mutate.Mutant)) {
	for _, r := range s.Reports {
		for _, m := range r.Mutants {
			visit(m)
		}
	}
}

// byOperator counts for each operator that made a mutant, in their order.
func (s *Mutants) byOperator() (names []string, counts map[string]*MutantCount) {
	counts = map[string]*MutantCount{}
	s.each(func(m *mutate.Mutant) {
		if counts[m.Operator] == nil {
			counts[m.Operator] = &MutantCount{}
		}
		counts[m.Operator].add(m)
	})
	for _, o := range mutate.Operators {
		if counts[o.Name] != nil {
			names = append(names, o.Name)
		}
	}
	return names, counts
}

// Write writes text or JSON.
func (s *Mutants) Write(w io.Writer, format string, colour bool) error {
	if format == "json" {
		return s.json(w)
	}
	return s.text(w, colour)
}

// namedProofs is how many proofs a survivor names.
const namedProofs = 3

func (s *Mutants) text(w io.Writer, colour bool) error {
	shown, more := 0, 0
	s.each(func(m *mutate.Mutant) {
		if !s.List && m.Status != mutate.Survived {
			return
		}
		if s.Show >= 0 && shown == s.Show {
			more++
			return
		}
		shown++
		fmt.Fprintf(w, "%s:%d: %s\n", m.At.File.Name, m.Line(), m.Operator)
		writeDiff(w, m.Diff(), colour)
		if !s.List {
			fmt.Fprintln(w, asked(m))
		}
		fmt.Fprintln(w)
	})
	if more > 0 {
		fmt.Fprintf(w, "and %d more; --show -1 shows all\n\n", more)
	}
	all := s.Count()
	if s.List {
		_, err := fmt.Fprintln(w, mutants(all.Mutants))
		return err
	}
	names, counts := s.byOperator()
	fmt.Fprintln(w, "operator         mutants   killed survived   waived    score")
	for _, n := range names {
		c := counts[n]
		fmt.Fprintf(w, "%-15s %8d %8d %8d %8d %8s\n", n, c.Mutants, c.Killed, c.Survived, c.Waived, places(c.Score()))
	}
	_, err := fmt.Fprintf(w, "\n%s, %d killed, %d survived, %d waived; with the waived counted as survivors %s%%\nscore %s%%\n",
		mutants(all.Mutants), all.Killed, all.Survived, all.Waived, places(all.Raw()), places(all.Score()))
	return err
}

func mutants(n int) string {
	if n == 1 {
		return "1 mutant"
	}
	return fmt.Sprintf("%d mutants", n)
}

func places(x float64) string { return fmt.Sprintf("%.2f", x) }

func writeDiff(w io.Writer, diff string, colour bool) {
	for l := range strings.Lines(diff) {
		switch {
		case colour && strings.HasPrefix(l, "-"):
			l = "\x1b[31m" + strings.TrimSuffix(l, "\n") + "\x1b[0m\n"
		case colour && strings.HasPrefix(l, "+"):
			l = "\x1b[32m" + strings.TrimSuffix(l, "\n") + "\x1b[0m\n"
		}
		_, _ = io.WriteString(w, l)
	}
}

// asked says which proofs a survivor was shown to.
func asked(m *mutate.Mutant) string {
	if len(m.Reached) == 0 {
		return "no proof reaches this"
	}
	var titles []string
	for _, p := range m.Reached[:min(namedProofs, len(m.Reached))] {
		titles = append(titles, fmt.Sprintf("%q", p.Title))
	}
	out := "unnoticed by " + strings.Join(titles, ", ")
	if n := len(m.Reached) - namedProofs; n > 0 {
		out += fmt.Sprintf(" and %d more", n)
	}
	return out
}

func (s *Mutants) json(w io.Writer) error {
	type mutant struct {
		Operator string   `json:"operator"`
		File     string   `json:"file"`
		Line     int      `json:"line"`
		Diff     string   `json:"diff"`
		Status   string   `json:"status,omitempty"`
		By       string   `json:"by,omitempty"`
		Waiver   string   `json:"waiver,omitempty"`
		Asked    []string `json:"asked,omitempty"`
	}
	type sum struct {
		MutantCount
		Score float64 `json:"score"`
		Raw   float64 `json:"raw_score"`
	}
	type operator struct {
		Name string `json:"operator"`
		sum
	}
	type total struct {
		sum
		Seed uint64 `json:"seed"`
	}
	out := struct {
		Mutants   []mutant   `json:"mutants"`
		Operators []operator `json:"operators"`
		Summary   total      `json:"summary"`
	}{Mutants: []mutant{}, Operators: []operator{}}
	s.each(func(m *mutate.Mutant) {
		j := mutant{Operator: m.Operator, File: m.At.File.Name, Line: m.Line(), Diff: m.Diff(), Status: string(m.Status)}
		if s.List {
			j.Status = ""
		}
		if m.By != nil {
			j.By = m.By.Title
		}
		if m.Waiver != nil {
			j.Waiver = m.Waiver.Reason
		}
		if m.Status == mutate.Survived {
			for _, p := range m.Reached {
				j.Asked = append(j.Asked, p.Title)
			}
		}
		out.Mutants = append(out.Mutants, j)
	})
	names, counts := s.byOperator()
	for _, n := range names {
		c := counts[n]
		out.Operators = append(out.Operators, operator{n, sum{*c, c.Score(), c.Raw()}})
	}
	all := s.Count()
	out.Summary = total{sum{*all, all.Score(), all.Raw()}, 0}
	for _, r := range s.Reports {
		out.Summary.Seed = r.Seed
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
