package lint

import (
	"rulec/lang/diag"
	"rulec/lang/pack"
	"rulec/lang/source"
	"rulec/lang/tomltree"
)

// dataFile is a data file of the pack itself.
type dataFile struct {
	file  *source.File
	table *tomltree.Table
}

// dataOf reads the data files of a pack's own folder. Their faults are told by
// lang/data.
func dataOf(p *pack.Pack) []dataFile {
	var out []dataFile
	for _, n := range p.DataFiles() {
		text, shown, err := p.ReadFile(n)
		if err != nil {
			continue
		}
		f := source.New(shown, string(text))
		if t := tomltree.Parse(f, &diag.Log{}); t != nil {
			out = append(out, dataFile{f, t})
		}
	}
	return out
}

// eachTable visits every key of the tables that templates and things are, under a
// path that is the same for all of one record: record and key.
func eachTable(t *tomltree.Table, record string, visit func(path string, k *tomltree.Key)) {
	for _, k := range t.Keys {
		switch {
		case record != "":
			visit(record+"."+k.Name, k)
		case k.Value.Kind == tomltree.KindTable: // [RECORD.NAME]
			for _, n := range k.Value.Table.Keys {
				if n.Value.Table != nil {
					eachTable(n.Value.Table, k.Name, visit)
				}
			}
		case k.Value.Kind == tomltree.KindArray: // [[RECORD]]
			for _, i := range k.Value.Items {
				if i.Table != nil {
					eachTable(i.Table, k.Name, visit)
				}
			}
		}
	}
}
