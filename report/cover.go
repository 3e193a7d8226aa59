package report

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"rulec/interp"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/proof"
)

// What proofs reach, for people: a table of files, what is missing, and each file
// with what reaches each of its lines in the margin.

func percent(r proof.Ratio) string {
	if r.Of == 0 {
		return "        -        "
	}
	t := r.Tenths()
	return fmt.Sprintf("%4d/%-4d %3d.%d %%", r.Have, r.Of, t/10, t%10)
}

func tallied(t proof.Tally) string {
	return strings.TrimRight(percent(t.Clauses)+"  "+percent(t.Whens)+"  "+percent(t.Branches), " ")
}

// inAll names the last line of the table.
const inAll = "in all"

// coverText writes the table and what is missing.
func coverText(w io.Writer, c *proof.Cover) {
	files := c.Files()
	names := shortNames(files)
	width := len(inAll)
	for _, n := range names {
		width = max(width, len(n))
	}
	what := "proofs"
	if c.Run == 1 {
		what = "proof"
	}
	fmt.Fprintf(w, "\ncoverage of %s by %d %s\n", c.Pack, c.Run, what)
	fmt.Fprintf(w, "  %-*s  %-17s  %-17s  %s\n", width, "", "clauses reached", "when, while both", "if, require both")
	for i, f := range files {
		fmt.Fprintf(w, "  %-*s  %s\n", width, names[i], tallied(f.Tally))
	}
	fmt.Fprintf(w, "  %-*s  %s\n", width, inAll, tallied(c.Total()))
	for _, f := range files {
		if len(f.Gaps) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", f.File.Name)
		for _, g := range f.Gaps {
			fmt.Fprintf(w, "  %4d  %-13s  %s: %s\n", g.Point.Span.Begin().Line, g.What, g.Point.Decl.Name, shown(g.Point))
		}
	}
	coverSections(w, c)
}

func coverSections(w io.Writer, c *proof.Cover) {
	sections := c.Sections()
	if len(sections) == 0 {
		return
	}
	whole := 0
	var missing []string
	for i := range sections {
		s := &sections[i]
		if s.Reached() {
			whole++
			continue
		}
		var names []string
		for _, d := range s.Decls {
			if d.Proofs == 0 {
				names = append(names, d.Decl.Name)
			}
		}
		missing = append(missing, fmt.Sprintf("  %q: %s", s.Section, strings.Join(names, ", ")))
	}
	fmt.Fprintf(w, "\nsections: %d cited, in %d every declaration is reached\n", len(sections), whole)
	for _, m := range missing {
		fmt.Fprintln(w, m)
	}
	if len(c.Rows) == 0 {
		return
	}
	beside := c.Beside()
	fmt.Fprintf(w, "rows: %d proven, %d of them by proofs that reach no declaration of the row's section\n", len(c.Rows), len(beside))
	for _, id := range beside {
		fmt.Fprintf(w, "  %s\n", id)
	}
}

// shown is a point as its rule writes it, in one line.
func shown(p interp.Point) string {
	text := strings.Join(strings.Fields(p.Span.Text()), " ")
	if p.Kind.Decides() {
		text = p.Kind.String() + " " + text
	} else if p.Kind == interp.DeclPoint {
		text = p.Decl.Keyword
		if text == "" {
			text = "value"
		}
	} else if p.Kind == interp.StagePoint || p.Kind == interp.ForbidPoint {
		text = p.Kind.String() + " " + text
	}
	if r := []rune(text); len(r) > 90 {
		text = string(r[:87]) + "..."
	}
	return text
}

// shortNames are the names of files below the folder they share.
func shortNames(files []proof.FileCover) []string {
	var out []string
	shared := ""
	for i, f := range files {
		dir := path.Dir(strings.TrimPrefix(f.File.Name, "embedded:"))
		if i == 0 {
			shared = dir
		}
		for shared != "." && shared != "/" && dir != shared && !strings.HasPrefix(dir, shared+"/") {
			shared = path.Dir(shared)
		}
	}
	for _, f := range files {
		name := strings.TrimPrefix(f.File.Name, "embedded:")
		if shared != "." {
			name = strings.TrimPrefix(strings.TrimPrefix(name, shared), "/")
		}
		out = append(out, name)
	}
	return out
}

// Annotated is a file with a margin.
type Annotated struct {
	Name string // below the folder that the files share
	Text []byte
}

// Annotate writes every file of a pack with what reaches each line in the margin.
func Annotate(c *proof.Cover) []Annotated {
	files := c.Files()
	names := shortNames(files)
	byLine := map[*source.File]map[int][]int{}
	for i, p := range c.Points {
		f := p.Span.File
		if byLine[f] == nil {
			byLine[f] = map[int][]int{}
		}
		line := p.Span.Begin().Line
		byLine[f][line] = append(byLine[f][line], i)
	}
	var out []Annotated
	for i, f := range files {
		var b bytes.Buffer
		fmt.Fprintf(&b, "# %s: clauses reached %s; when, while both true and false %s; if, require both %s\n", f.File.Name,
			oneRatio(f.Clauses), oneRatio(f.Whens), oneRatio(f.Branches))
		fmt.Fprintf(&b, "# In the margin: how many proofs reach what begins in the line. A line marked ! lacks something; the line below says what.\n\n")
		for n := 1; n <= f.File.Lines(); n++ {
			if n == f.File.Lines() && f.File.Line(n) == "" {
				break
			}
			annotateLine(&b, c, f.File, n, byLine[f.File][n])
		}
		out = append(out, Annotated{names[i], b.Bytes()})
	}
	return out
}

func oneRatio(r proof.Ratio) string { return strings.Join(strings.Fields(percent(r)), " ") }

// annotateLine writes one line, and a line below it for each thing it lacks.
func annotateLine(b *bytes.Buffer, c *proof.Cover, f *source.File, n int, points []int) {
	count, mark := "", " "
	least := -1
	var notes []string
	for _, i := range points {
		if least < 0 || c.Proofs[i] < least {
			least = c.Proofs[i]
		}
		if g, ok := c.Gap(i); ok {
			mark = "!"
			column := g.Point.Span.Begin().Column
			notes = append(notes, strings.Repeat(" ", column-1)+"^ "+g.What)
		}
	}
	if least >= 0 {
		count = fmt.Sprint(least)
	}
	fmt.Fprintf(b, "%s\n", strings.TrimRight(fmt.Sprintf("%s %5s %5d | %s", mark, count, n, f.Line(n)), " "))
	for _, x := range notes {
		fmt.Fprintf(b, "%14s| %s\n", "", x)
	}
}

// jsonCover is the coverage of a pack, see docs/json.md.
type jsonCover struct {
	Pack     string        `json:"pack"`
	Proofs   int           `json:"proofs"`
	Clauses  jsonReached   `json:"clauses"`
	Whens    jsonBoth      `json:"whens"`
	Branches jsonBoth      `json:"branches"`
	Files    []jsonFile    `json:"files"`
	Sections []jsonSection `json:"sections"`
	Rows     []jsonRow     `json:"rows,omitempty"`
}

type jsonReached struct {
	Of      int `json:"of"`
	Reached int `json:"reached"`
}

type jsonBoth struct {
	Of   int `json:"of"`
	Both int `json:"both"`
}

type jsonFile struct {
	File     string      `json:"file"`
	Clauses  jsonReached `json:"clauses"`
	Whens    jsonBoth    `json:"whens"`
	Branches jsonBoth    `json:"branches"`
	Points   []jsonPoint `json:"points"`
}

type jsonPoint struct {
	Kind        string `json:"kind"`
	Declaration string `json:"declaration"`
	Line        int    `json:"line"`
	Column      int    `json:"column"`
	EndLine     int    `json:"end_line"`
	EndColumn   int    `json:"end_column"`
	Proofs      int    `json:"proofs"`
	Missing     string `json:"missing,omitempty"`
}

type jsonSection struct {
	Section      string     `json:"section"`
	Declarations []jsonDecl `json:"declarations"`
}

type jsonDecl struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Proofs int    `json:"proofs"`
}

type jsonRow struct {
	Row     string   `json:"row"`
	Section string   `json:"section"`
	Citing  int      `json:"citing"`
	Reached []string `json:"reached"`
}

func coverJSON(c *proof.Cover) jsonCover {
	ratios := func(t proof.Tally) (jsonReached, jsonBoth, jsonBoth) {
		return jsonReached{t.Clauses.Of, t.Clauses.Have}, jsonBoth{t.Whens.Of, t.Whens.Have}, jsonBoth{t.Branches.Of, t.Branches.Have}
	}
	out := jsonCover{Pack: c.Pack, Proofs: c.Run, Files: []jsonFile{}, Sections: []jsonSection{}}
	out.Clauses, out.Whens, out.Branches = ratios(c.Total())
	at := 0
	for _, f := range c.Files() {
		x := jsonFile{File: f.File.Name}
		x.Clauses, x.Whens, x.Branches = ratios(f.Tally)
		for ; at < len(c.Points) && c.Points[at].Span.File == f.File; at++ {
			x.Points = append(x.Points, pointJSON(c, at))
		}
		out.Files = append(out.Files, x)
	}
	for _, s := range c.Sections() {
		x := jsonSection{Section: s.Section}
		for _, d := range s.Decls {
			x.Declarations = append(x.Declarations, jsonDecl{d.Decl.Name, d.Decl.Span.File.Name, d.Decl.Span.Begin().Line, d.Proofs})
		}
		out.Sections = append(out.Sections, x)
	}
	for _, r := range c.Rows {
		out.Rows = append(out.Rows, jsonRow{r.Row.ID, r.Row.Section, r.Citing, declNames(r.Reached)})
	}
	return out
}

func declNames(list []*ir.Decl) []string {
	out := []string{}
	for _, d := range list {
		out = append(out, d.Name)
	}
	return out
}

func pointJSON(c *proof.Cover, i int) jsonPoint {
	p := c.Points[i]
	a, z := p.Span.Begin(), p.Span.Finish()
	x := jsonPoint{Kind: p.Kind.String(), Declaration: p.Decl.Name, Line: a.Line, Column: a.Column, EndLine: z.Line, EndColumn: z.Column, Proofs: c.Proofs[i]}
	if g, ok := c.Gap(i); ok {
		x.Missing = g.What
	}
	return x
}
