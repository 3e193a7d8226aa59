package diag

import (
	"bytes"
	"testing"

	"rulec/lang/source"
)

func TestJSON(t *testing.T) {
	f := source.New("a.rule", "é x\ny\n")
	x := source.Span{File: f, Start: 3, End: 6}
	for _, c := range []struct {
		name    string
		list    []*Diagnostic
		dropped int
		want    string
	}{
		{"nothing", nil, 0, `{
  "diagnostics": [],
  "summary": {
    "errors": 0,
    "warnings": 0
  }
}
`},
		{"one of each", []*Diagnostic{
			(&Diagnostic{Code: DuplicateName, Message: `"x" <twice>`, Span: x}).WithHelp("rename it").WithRelated(source.Span{File: f, Start: 0, End: 2}, "first"),
			{Code: Advice, Severity: Warning, Message: "w"},
		}, 3, `{
  "diagnostics": [
    {
      "code": "E0205",
      "severity": "error",
      "message": "\"x\" <twice>",
      "file": "a.rule",
      "line": 1,
      "column": 3,
      "end_line": 2,
      "end_column": 2,
      "help": "rename it",
      "related": [
        {
          "message": "first",
          "file": "a.rule",
          "line": 1,
          "column": 1,
          "end_line": 1,
          "end_column": 2
        }
      ]
    },
    {
      "code": "W0501",
      "severity": "warning",
      "message": "w",
      "file": "",
      "line": 0,
      "column": 0,
      "end_line": 0,
      "end_column": 0,
      "help": "",
      "related": []
    }
  ],
  "summary": {
    "errors": 4,
    "warnings": 1
  }
}
`},
	} {
		var b bytes.Buffer
		log := &Log{Dropped: c.dropped}
		for _, d := range c.list {
			log.Add(d)
		}
		if err := WriteJSON(&b, c.list, log.Errors(), log.Warnings()); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("%s:\n%s", c.name, b.String())
		}
	}
}

// A full log counts what it drops by its kind, and an error is worth more than a warning.
func TestLimit(t *testing.T) {
	f := source.New("a.rule", string(make([]byte, 2*Limit+10)))
	at := func(i int) source.Span { return source.Span{File: f, Start: i, End: i + 1} }
	log := &Log{}
	for i := range Limit + 5 {
		log.Warnf(Advice, at(i), "w")
	}
	if log.Errors() != 0 || log.Warnings() != Limit+5 || log.Dropped != 5 {
		t.Error(log.Errors(), log.Warnings(), log.Dropped)
	}
	log.Errorf(UnknownName, at(Limit+7), "e")
	list := log.Sorted()
	if log.Errors() != 1 || log.Warnings() != Limit+5 || len(list) != Limit || list[Limit-1].Severity != Error {
		t.Error(log.Errors(), log.Warnings(), len(list))
	}
	other := &Log{}
	other.Join(log)
	for i := range Limit + 3 {
		other.Errorf(UnknownName, at(Limit+i), "e")
	}
	if other.Errors() != Limit+3 || other.Warnings() != Limit+5 || len(other.Sorted()) != Limit {
		t.Error(other.Errors(), other.Warnings(), len(other.Sorted()))
	}
}

func TestGitHub(t *testing.T) {
	f := source.New("a,b:c/50%.rule", "x\n  y\n")
	y := source.Span{File: f, Start: 4, End: 5}
	for _, c := range []struct {
		name string
		d    *Diagnostic
		want string
	}{
		{"plain", &Diagnostic{Code: UnknownName, Message: `no "y", sorry: 100%`, Span: source.Span{File: source.New("a/b.rule", "x\n  y\n"), Start: 4, End: 5}},
			"::error file=a/b.rule,line=2,col=3,title=E0201::no \"y\", sorry: 100%25\n"},
		{"an awkward name", &Diagnostic{Code: Advice, Severity: Warning, Message: "m", Span: y},
			"::warning file=a%2Cb%3Ac/50%25.rule,line=2,col=3,title=W0501::m\n"},
		{"help is a second line", (&Diagnostic{Code: UnknownName, Message: "m", Span: y}).WithHelp("h"),
			"::error file=a%2Cb%3Ac/50%25.rule,line=2,col=3,title=E0201::m%0Ahelp: h\n"},
		{"no second command", &Diagnostic{Code: BadCommand, Message: "m\n::error::x\x1b"},
			"::error title=E0802::m\\n::error::x\\x1b\n"},
	} {
		var b bytes.Buffer
		if err := WriteGitHub(&b, []*Diagnostic{c.d}); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, b.String(), c.want)
		}
	}
}
