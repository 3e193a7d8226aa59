package lint

import (
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// dataWords lists every name in the data files of a pack and of what it builds
// on, keys and the words of texts: a condition that only a creature of a bestiary
// wears is used.
func dataWords(p *pack.Pack) map[string]bool {
	out := map[string]bool{}
	for at := p; at != nil; at = at.Base {
		if at.Toml != nil {
			tableWords(tomltree.Parse(at.Toml, &diag.Log{}), out)
		}
		for _, n := range at.DataFiles() {
			if text, shown, err := at.ReadFile(n); err == nil {
				tableWords(tomltree.Parse(source.New(shown, string(text)), &diag.Log{}), out)
			}
		}
	}
	return out
}

func tableWords(t *tomltree.Table, out map[string]bool) {
	if t == nil {
		return
	}
	for _, k := range t.Keys {
		out[k.Name] = true
		valueWords(k.Value, out)
	}
}

func valueWords(v *tomltree.Value, out map[string]bool) {
	tableWords(v.Table, out)
	for _, i := range v.Items {
		valueWords(i, out)
	}
	for _, w := range wordsOf(v.Str) {
		out[w] = true
	}
}

// wordsOf cuts a text into names.
func wordsOf(s string) []string {
	var out []string
	begin := -1
	for i := 0; i <= len(s); i++ {
		in := i < len(s) && (s[i] == '_' || s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z' || s[i] >= '0' && s[i] <= '9')
		switch {
		case in && begin < 0:
			begin = i
		case !in && begin >= 0:
			out = append(out, s[begin:i])
			begin = -1
		}
	}
	return out
}
