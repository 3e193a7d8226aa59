package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"rulec/diff"
	"rulec/odds"
)

// Diff is everything that is told of two packs.
type Diff struct {
	Old, New string // how the two are called
	Changes  []*diff.Change
	Outcome  *diff.Outcome // nil if the rules are the same, or nobody asked
	Asked    []*diff.Odds  // answers to questions of one's own
}

// Found tells whether anything differs.
func (d *Diff) Found() bool {
	if len(d.Changes) > 0 || d.Outcome != nil && len(d.Outcome.Proofs)+len(d.Outcome.Odds) > 0 {
		return true
	}
	for _, o := range d.Asked {
		if o.Moved() {
			return true
		}
	}
	return false
}

// DiffText writes what differs for people.
func DiffText(w io.Writer, d *Diff, opt OddsOptions) error {
	var b strings.Builder
	changes(&b, "Rules and data", d.Changes, func(c *diff.Change) bool { return c.Kind != diff.Text })
	changes(&b, "Text only", d.Changes, func(c *diff.Change) bool { return c.Kind == diff.Text })
	if o := d.Outcome; o != nil {
		fmt.Fprintf(&b, "Proofs of %s: %d run under both, %d with another result\n", d.Old, o.Run, len(o.Proofs))
		for _, p := range o.Proofs {
			at := p.Proof.Title.Span
			fmt.Fprintf(&b, "  %s -> %s  %q  (%s:%d)\n", p.Before, p.After, p.Proof.Title.Value, at.File.Name, at.Begin().Line)
			if p.Message != "" {
				fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(p.Message, "\n", "\n    "))
			}
		}
		fmt.Fprintf(&b, "Chances of what their examples speak of: %d moved\n", len(o.Odds))
		for _, t := range o.Beyond {
			fmt.Fprintf(&b, "  not compared, for it takes more states than --states: %q\n", t)
		}
		b.WriteByte('\n')
		if err := moved(&b, d, o.Odds, opt); err != nil {
			return err
		}
	}
	if len(d.Asked) > 0 {
		b.WriteString("As asked\n\n")
		if err := moved(&b, d, d.Asked, opt); err != nil {
			return err
		}
	}
	if !d.Found() {
		b.WriteString("no difference in meaning\n")
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// changes writes the changes that are kept under a heading, by what they are in.
func changes(b *strings.Builder, heading string, list []*diff.Change, keep func(*diff.Change) bool) {
	of := ""
	for _, c := range list {
		if !keep(c) {
			continue
		}
		if heading != "" {
			b.WriteString(heading + "\n")
			heading = ""
		}
		if c.Of != of {
			of = c.Of
			fmt.Fprintf(b, "  %s%s\n", of, standsAt(c))
		}
		what := string(c.Kind)
		if c.Part != "" {
			what += "  in " + c.Part
		}
		fmt.Fprintf(b, "    %s\n", what)
		if c.Old != "" && c.Kind != diff.Renamed {
			fmt.Fprintf(b, "      - %s\n", c.Old)
		}
		if c.New != "" && c.Kind != diff.Order {
			fmt.Fprintf(b, "      + %s\n", c.New)
		}
	}
	if heading == "" {
		b.WriteByte('\n')
	}
}

// standsAt is where a change stands, in the new pack if it does.
func standsAt(c *diff.Change) string {
	at := c.After
	if !at.Valid() {
		at = c.Before
	}
	if !at.Valid() {
		return ""
	}
	return fmt.Sprintf("  (%s:%d)", at.File.Name, at.Begin().Line)
}

// moved writes comparisons, each under the title of its example.
func moved(b *strings.Builder, d *Diff, list []*diff.Odds, opt OddsOptions) error {
	for _, o := range list {
		c := *o.Result
		c.Change, opt.Before = d.New, d.Old
		if o.Title != "" {
			fmt.Fprintf(b, "%q\n", o.Title)
		}
		if err := OddsCompared(b, []*odds.Comparison{&c}, opt); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	return nil
}

type jsonDiff struct {
	Changes []jsonChange `json:"changes"`
	Proofs  []jsonProof  `json:"proofs"`
	Odds    []jsonMoved  `json:"odds"`
	Asked   []jsonMoved  `json:"asked,omitempty"`
	Beyond  []string     `json:"beyond,omitempty"`
	Summary struct {
		Changes int `json:"changes"`
		Text    int `json:"text"`
		Run     int `json:"proofs_run"`
		Proofs  int `json:"proofs"`
		Odds    int `json:"odds"`
	} `json:"summary"`
}

type jsonChange struct {
	Kind    diff.Kind `json:"kind"`
	Of      string    `json:"of"`
	Part    string    `json:"part,omitempty"`
	Old     string    `json:"old,omitempty"`
	New     string    `json:"new,omitempty"`
	OldFile string    `json:"old_file,omitempty"`
	OldLine int       `json:"old_line,omitempty"`
	File    string    `json:"file,omitempty"`
	Line    int       `json:"line,omitempty"`
}

type jsonProof struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Before  string `json:"before"`
	After   string `json:"after"`
	Message string `json:"message,omitempty"`
}

type jsonMoved struct {
	Example string `json:"example,omitempty"`
	*jsonOdds
}

// DiffJSON writes what differs for programs.
func DiffJSON(w io.Writer, d *Diff) error {
	out := jsonDiff{Changes: []jsonChange{}, Proofs: []jsonProof{}, Odds: []jsonMoved{}}
	for _, c := range d.Changes {
		x := jsonChange{Kind: c.Kind, Of: c.Of, Part: c.Part, Old: c.Old, New: c.New}
		x.OldFile, x.OldLine = fileLine(c.Before)
		x.File, x.Line = fileLine(c.After)
		if c.Kind == diff.Text {
			out.Summary.Text++
		} else {
			out.Summary.Changes++
		}
		out.Changes = append(out.Changes, x)
	}
	if o := d.Outcome; o != nil {
		out.Summary.Run, out.Summary.Proofs, out.Summary.Odds, out.Beyond = o.Run, len(o.Proofs), len(o.Odds), o.Beyond
		for _, p := range o.Proofs {
			kind := "example"
			if p.Proof.Law {
				kind = "law"
			}
			file, line := fileLine(p.Proof.Title.Span)
			out.Proofs = append(out.Proofs, jsonProof{p.Proof.Title.Value, kind, file, line, string(p.Before), string(p.After), p.Message})
		}
		out.Odds = movedJSON(d, o.Odds)
	}
	out.Asked = movedJSON(d, d.Asked)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func movedJSON(d *Diff, list []*diff.Odds) []jsonMoved {
	out := []jsonMoved{}
	for _, o := range list {
		c := *o.Result
		c.Change = d.New
		out = append(out, jsonMoved{o.Title, comparedJSON(&c)})
	}
	return out
}
