package conformance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"rulec/lang/ir"
)

// The slips of data files.

var (
	tomlLine  = regexp.MustCompile(`(?m)^([a-z_]+)(\s*= *)(.*?)( *#.*)?$`)
	inlineKey = regexp.MustCompile(`[{,] *([a-z_]+) =`)
	header    = regexp.MustCompile(`(?m)^\[\[?([a-z_]+)(?:\.([a-z_0-9]+))?\]\]?`)
	textValue = regexp.MustCompile(`"([a-z_0-9]+)"`)
	quantity  = regexp.MustCompile(`"(-?\d+) (squares?|ft|cm|m)"`)
)

func (m *maker) toml() bool { return m.f.tree == nil }

// at replaces a piece of a data file by its offsets.
func (m *maker) at(from, to int, text string) *slip {
	return &slip{what: fmt.Sprintf("%q for %q", text, m.f.text[from:to]), text: m.f.text[:from] + text + m.f.text[to:],
		line: strings.Count(m.f.text[:from], "\n") + 1}
}

// hits lists where a pattern's first group stands.
func (m *maker) hits(re *regexp.Regexp, keep func(groups []string) bool) [][]int {
	var out [][]int
	if !m.toml() {
		return nil
	}
	for _, h := range re.FindAllStringSubmatchIndex(m.f.text, -1) {
		var groups []string
		for i := 0; i < len(h); i += 2 {
			if h[i] < 0 {
				groups = append(groups, "")
				continue
			}
			groups = append(groups, m.f.text[h[i]:h[i+1]])
		}
		if keep(groups) {
			out = append(out, h)
		}
	}
	return out
}

func all([]string) bool { return true }

// tomlKey misspells a key or a header.
func (m *maker) tomlKey() *slip {
	list := m.hits(tomlLine, all)
	list = append(list, m.hits(inlineKey, all)...)
	list = append(list, m.hits(header, func(g []string) bool { return g[1] != "" })...)
	h, ok := pick(m, list)
	if !ok {
		return nil
	}
	wrong := m.misspell(m.f.text[h[2]:h[3]])
	if wrong == "" {
		return nil
	}
	return m.at(h[2], h[3], wrong)
}

// tomlName misspells a name that stands as a text.
func (m *maker) tomlName() *slip {
	list := m.hits(textValue, func(g []string) bool { return len(g[1]) > 3 })
	h, ok := pick(m, list)
	if !ok {
		return nil
	}
	line := lineOf(m.f.text, h[0])
	if regexp.MustCompile(`^(name|called|glyph|languages|sources|version|description) *=`).MatchString(line) {
		return nil // a name of its own
	}
	wrong := m.misspell(m.f.text[h[2]:h[3]])
	if wrong == "" {
		return nil
	}
	return m.at(h[2], h[3], wrong)
}

func lineOf(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	to := strings.IndexByte(text[at:], '\n')
	if to < 0 {
		return text[from:]
	}
	return text[from : at+to]
}

// tomlUnit misspells, drops or confuses a unit.
func (m *maker) tomlUnit() *slip {
	h, ok := pick(m, m.hits(quantity, all))
	if !ok {
		return nil
	}
	switch m.r.IntN(4) {
	case 0:
		return m.at(h[4], h[5], "s")
	case 1:
		return m.at(h[3], h[5], "")
	case 2:
		return m.at(h[0], h[1], m.f.text[h[2]:h[3]])
	}
	wrong := m.misspell(m.f.text[h[4]:h[5]])
	if wrong == "" {
		return nil
	}
	return m.at(h[4], h[5], wrong)
}

// tomlTwice gives a key, a template or a name a second time.
func (m *maker) tomlTwice() *slip {
	switch m.r.IntN(2) {
	case 0:
		h, ok := pick(m, m.hits(tomlLine, func(g []string) bool {
			return !strings.Contains(g[3], `"""`) && !strings.HasSuffix(g[3], "[") && !strings.HasSuffix(g[3], ",")
		}))
		if !ok {
			return nil
		}
		s := m.at(h[0], h[0], m.f.text[h[0]:h[1]]+"\n")
		s.also = []int{s.line + 1}
		return s
	default:
		list := m.hits(header, func(g []string) bool { return g[2] != "" })
		if len(list) < 2 {
			return nil
		}
		i := 1 + m.r.IntN(len(list)-1)
		a, b := list[i-1], list[i]
		if m.f.text[a[2]:a[3]] != m.f.text[b[2]:b[3]] {
			return nil
		}
		s := m.at(b[4], b[5], m.f.text[a[4]:a[5]])
		s.also = []int{strings.Count(m.f.text[:a[0]], "\n") + 1}
		return s
	}
}

// tomlType gives a value of another type.
func (m *maker) tomlType() *slip {
	h, ok := pick(m, m.hits(tomlLine, func(g []string) bool {
		v := g[3]
		return v != "" && (v[0] == '"' && !strings.HasPrefix(v, `"""`) && g[1] != "dice" && g[1] != "at" || v[0] >= '0' && v[0] <= '9' && g[1] != "dice" || v == "true" || v == "false")
	}))
	if !ok {
		return nil
	}
	v := m.f.text[h[6]:h[7]]
	other := `"much"`
	switch {
	case v[0] == '"':
		other = []string{"17", "true", "[1]"}[m.r.IntN(3)]
	case v == "true" || v == "false":
		other = `"` + v + `"`
	}
	return m.at(h[6], h[7], other)
}

// tomlRange puts a number beyond its bounds.
func (m *maker) tomlRange() *slip {
	prog := m.w.packs[m.f.pack].Program
	bounded := map[string]string{"count": "0", "seed": "-3"}
	for _, o := range prog.Options {
		if o.Enum == nil {
			bounded[o.Name] = strconv.FormatInt(o.High+1, 10)
		}
	}
	for _, rec := range prog.Records {
		for _, f := range rec.Fields {
			if f.Type.Kind == ir.Int && f.Low != nil {
				bounded[f.Name] = strconv.FormatInt(*f.Low-1, 10)
			}
		}
	}
	list := m.hits(tomlLine, func(g []string) bool { return bounded[g[1]] != "" && g[3] != "" && g[3][0] >= '0' && g[3][0] <= '9' })
	places := m.hits(regexp.MustCompile(`(?m)^(at) *= *"([A-Z]+\d+)"`), all)
	h, ok := pick(m, append(list, places...))
	if !ok {
		return nil
	}
	if m.f.text[h[2]:h[3]] == "at" {
		return m.at(h[4], h[5], "ZZ99")
	}
	return m.at(h[6], h[7], bounded[m.f.text[h[2]:h[3]]])
}

// tomlBrace takes a bracket or a quote out.
func (m *maker) tomlBrace() *slip {
	h, ok := pick(m, m.hits(tomlLine, func(g []string) bool {
		return !strings.Contains(g[3], `"""`) && strings.ContainsAny(g[3], `"[]{}`)
	}))
	if !ok {
		return nil
	}
	var list []int
	for i := h[6]; i < h[7]; i++ {
		if strings.IndexByte(`"[]{}`, m.f.text[i]) >= 0 {
			list = append(list, i)
		}
	}
	i, _ := pick(m, list)
	s := m.at(i, i+1, "")
	s.also = partner(m.f.text, i)
	return s
}

// tomlKind names a template of another record, or a condition for a tactic.
func (m *maker) tomlKind() *slip {
	prog := m.w.packs[m.f.pack].Program
	h, ok := pick(m, m.hits(regexp.MustCompile(`(?m)^(template|tactic|parent|wears|wields|gear|body_weapon|size|side|form|type|pack) *= *\[?"([^"]+)"`), all))
	if !ok {
		return nil
	}
	return m.at(h[4], h[5], prog.Conditions[m.r.IntN(len(prog.Conditions))].Name+"_x"[:2*m.r.IntN(2)])
}

// tomlLacking leaves out a key that must be there.
func (m *maker) tomlLacking() *slip {
	if !m.toml() {
		return nil
	}
	prog := m.w.packs[m.f.pack].Program
	needed := map[string]bool{"pack": true, "template": true, "version": true}
	for _, rec := range prog.Records {
		for _, f := range rec.Fields {
			k := f.Type.Kind
			if !f.HasDefault && f.Default == nil && !f.Type.Opt && f.Resource == nil && k != ir.List && k != ir.Set && k != ir.Map && rec.Defaults[f] == nil && k != ir.RecordKind {
				needed[f.Name] = true
			}
		}
	}
	list := m.hits(tomlLine, func(g []string) bool { return needed[g[1]] && !strings.Contains(g[3], `"""`) })
	h, ok := pick(m, list)
	if !ok {
		return nil
	}
	end := min(h[1]+1, len(m.f.text))
	s := m.at(h[0], end, "")
	head := m.hits(header, all)
	for _, x := range head {
		if x[0] < h[0] {
			s.also = []int{strings.Count(m.f.text[:x[0]], "\n") + 1}
			if x[4] >= 0 {
				s.about = m.f.text[x[4]:x[5]]
			}
		}
	}
	if s.also == nil {
		s.also = []int{1} // of the whole file
	}
	// Only what somebody uses must be complete.
	if s.about != "" && !m.usedTemplate(s.about) {
		return nil
	}
	return s
}

func (m *maker) usedTemplate(name string) bool {
	for _, f := range m.w.files {
		if f.pack == m.f.pack && strings.Contains(f.name, "encounters/") && strings.Contains(f.text, `template = "`+name+`"`) {
			return true
		}
	}
	return false
}
