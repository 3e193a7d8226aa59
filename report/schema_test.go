package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rulec/interp"
	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/ir"
	"rulec/lang/source"
	"rulec/lang/syntax"
	"rulec/proof"
)

// schema is as much of JSON Schema as testdata/sarif.schema.json is written in. An
// object has no properties but those that are named.
type schema struct {
	Ref        string             `json:"$ref"`
	Type       string             `json:"type"`
	Enum       []string           `json:"enum"`
	Required   []string           `json:"required"`
	Properties map[string]*schema `json:"properties"`
	Items      *schema            `json:"items"`
	Unique     bool               `json:"uniqueItems"`
	Minimum    *float64           `json:"minimum"`
	MinLength  int                `json:"minLength"`
	Format     string             `json:"format"`
	Defs       map[string]*schema `json:"definitions"`
	About      string             `json:"description"`
}

var uriReference = regexp.MustCompile(`^([a-z][a-z0-9+.-]*:)?([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*$`)

// check lists what is wrong with a value, each with the way to it.
func (s *schema) check(root *schema, at string, v any) []string {
	if s.Ref != "" {
		s = root.Defs[s.Ref]
	}
	var out []string
	bad := func(format string, args ...any) { out = append(out, at+": "+fmt.Sprintf(format, args...)) }
	if s.Enum != nil {
		if text, ok := v.(string); !ok || !slices.Contains(s.Enum, text) {
			bad("%v is none of %v", v, s.Enum)
		}
		return out
	}
	switch v := v.(type) {
	case map[string]any:
		if s.Type != "object" {
			bad("an object, not %s", s.Type)
			return out
		}
		for _, r := range s.Required {
			if _, ok := v[r]; !ok {
				bad("no %q", r)
			}
		}
		for k, x := range v {
			if s.Properties[k] == nil {
				bad("%q is not known", k)
				continue
			}
			out = append(out, s.Properties[k].check(root, at+"/"+k, x)...)
		}
	case []any:
		if s.Type != "array" {
			bad("an array, not %s", s.Type)
			return out
		}
		for i, x := range v {
			out = append(out, s.Items.check(root, at+"/"+strconv.Itoa(i), x)...)
			for _, y := range v[:i] {
				if s.Unique && fmt.Sprint(x) == fmt.Sprint(y) {
					bad("%d stands there twice", i)
				}
			}
		}
	case string:
		switch {
		case s.Type != "string":
			bad("a string, not %s", s.Type)
		case len(v) < s.MinLength:
			bad("an empty string")
		case strings.HasPrefix(s.Format, "uri") && !uriReference.MatchString(v):
			bad("%q is no URI", v)
		}
	case float64:
		if s.Type != "integer" || v != float64(int64(v)) || s.Minimum != nil && v < *s.Minimum {
			bad("%v is no %s, or too small", v, s.Type)
		}
	default:
		bad("%T is not expected", v)
	}
	return out
}

func sarifFaults(t *testing.T, text []byte) []string {
	t.Helper()
	raw, err := os.ReadFile("testdata/sarif.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var s schema
	if err := d.Decode(&s); err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return s.check(&s, "", v)
}

// awkward are texts that do not parse, under names that are no URIs as they stand.
var awkward = map[string]string{
	"a.rule":                    "example \"x\" { then 1 == \n",
	"b ad/ü%:#?.rule":           "value a(: int = )\nvalue b(): int = \"\n}}}\n",
	"embedded:rules/x y/c.rule": "\x00\x01\xff\nvalue",
	`d"<>[]\^.rule`:             "condition { é 🎲 ]\nvalue a(): int = a()\nvalue a(): int = 1 value\x1b",
	"empty.rule":                "",
	"C:colon.rule":              "rule rule rule",
}

// What is written is SARIF 2.1.0 also for files that do not parse.
func TestSARIF(t *testing.T) {
	log := &diag.Log{}
	for name, text := range awkward {
		f := source.New(name, text)
		check.Check(check.Input{Files: []*syntax.File{syntax.Parse(f, log)}}, log)
	}
	log.Errorf(diag.CannotUse, source.Span{}, "a fault without a place")
	log.Warnf("L0304", source.Span{File: source.New("l.rule", "x"), End: 1}, "of the linter").WithRelated(source.Span{}, "nowhere")
	list := log.Sorted()
	if len(list) < 8 {
		t.Fatal(list)
	}
	for _, some := range [][]*diag.Diagnostic{nil, list[:1], list} {
		var b bytes.Buffer
		if err := SARIF(&b, some, "1.0"); err != nil {
			t.Fatal(err)
		}
		for _, f := range sarifFaults(t, b.Bytes()) {
			t.Error(f)
		}
	}
	// The check itself sees what is wrong.
	for wrong, text := range map[string]string{
		"version": `{"version": "2.0.0", "runs": []}`,
		"driver":  `{"version": "2.1.0", "runs": [{"tool": {}}]}`,
		"message": `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{}]}]}`,
		"level":   `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {"text": "m"}, "level": "fatal"}]}]}`,
		"uri": `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"message": {"text": "m"},
			"locations": [{"physicalLocation": {"artifactLocation": {"uri": "a b"}, "region": {"startLine": 0}}}]}]}]}`,
		"rules": `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rules": [{"id": "a"}, {"id": "a"}]}}}]}`,
	} {
		if len(sarifFaults(t, []byte(text))) == 0 {
			t.Errorf("the schema lets a wrong %s pass", wrong)
		}
	}
}

// junitSchema is the common form of JUnit's XML: which element may stand in which,
// and the attributes each must and may have.
var junitSchema = map[string]struct {
	in        []string
	must, may []string
}{
	"testsuites": {in: []string{""}, may: []string{"name", "tests", "failures", "errors", "skipped", "time"}},
	"testsuite": {in: []string{"", "testsuites"}, must: []string{"name", "tests"},
		may: []string{"failures", "errors", "skipped", "time", "timestamp", "hostname", "id", "package", "file"}},
	"testcase":   {in: []string{"testsuite"}, must: []string{"name", "classname"}, may: []string{"time", "file", "line", "assertions", "status"}},
	"failure":    {in: []string{"testcase"}, may: []string{"message", "type"}},
	"error":      {in: []string{"testcase"}, may: []string{"message", "type"}},
	"skipped":    {in: []string{"testcase"}, may: []string{"message", "type"}},
	"system-out": {in: []string{"testcase", "testsuite"}},
}

// junitFaults lists what is wrong with a report, counts among it.
func junitFaults(text []byte) []string {
	var out []string
	var path []string
	counts := map[string]int{}
	said := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return append(out, err.Error())
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			name, parent := tok.Name.Local, ""
			if len(path) > 0 {
				parent = path[len(path)-1]
			}
			path = append(path, name)
			counts[name]++
			s, ok := junitSchema[name]
			if !ok || !slices.Contains(s.in, parent) {
				out = append(out, fmt.Sprintf("%s in %q", name, parent))
				continue
			}
			has := map[string]bool{}
			for _, a := range tok.Attr {
				has[a.Name.Local] = true
				if !slices.Contains(append(slices.Clone(s.must), s.may...), a.Name.Local) {
					out = append(out, name+" has a "+a.Name.Local)
				}
				if n, err := strconv.Atoi(a.Value); err == nil && name == "testsuite" {
					said[a.Name.Local] = n
				}
			}
			for _, m := range s.must {
				if !has[m] {
					out = append(out, name+" has no "+m)
				}
			}
		case xml.EndElement:
			path = path[:len(path)-1]
		}
	}
	if counts["testsuite"] == 0 {
		out = append(out, "no testsuite")
	}
	if said["tests"] != counts["testcase"] || said["failures"] != counts["failure"] {
		out = append(out, fmt.Sprintf("%v said, %v there", said, counts))
	}
	return out
}

// What is written is JUnit's XML, whatever titles and messages hold, and also where
// nothing could be proven because nothing could be read.
func TestJUnit(t *testing.T) {
	of := func(title, failure string) *proof.Result {
		f := source.New("a b.rule", "x")
		r := &proof.Result{Pack: "p", Proof: &ir.Proof{Title: title, Decl: ir.Decl{Span: source.Span{File: f}}}, Status: proof.Pass}
		if failure != "" {
			r.Status, r.Failure = proof.Fail, &interp.ProofFailure{Message: failure, Code: "E0601"}
		}
		return r
	}
	for _, list := range [][]*proof.Result{nil, {of("plain", "")}, {of("<&\"'> \x00\x1b é 🎲", "a\nb\x01 ]]> \xff"), of("", "x"), of("fine", "")}} {
		var b bytes.Buffer
		if err := (&Tests{Results: list}).Write(&b, "junit", false); err != nil {
			t.Fatal(err)
		}
		for _, f := range junitFaults(b.Bytes()) {
			t.Errorf("%s\n%s", f, b.String())
		}
	}
	for _, wrong := range []string{"", "<testsuite name='x' tests='1'/>", "<testsuite/>", "<testcase name='x' classname='y'/>",
		"<testsuite name='x' tests='1'><testcase name='a'/></testsuite>", "<testsuite name='x' tests='0'><oops/></testsuite>"} {
		if len(junitFaults([]byte(wrong))) == 0 {
			t.Errorf("the check lets %q pass", wrong)
		}
	}
}
