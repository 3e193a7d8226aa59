package pack

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
)

// manifestOf reads a pack.toml as if it were inside the binary, with what it extends.
func manifestOf(text string) (*Pack, *diag.Log) {
	log := &diag.Log{}
	p := (&Loader{Log: log}).read(fstest.MapFS{"pack.toml": {Data: []byte(text)}}, "", "embedded:test")
	return p, log
}

func TestExtends(t *testing.T) {
	for _, c := range []struct {
		extends string
		want    []diag.Code
	}{
		{"battlemap", nil},
		{"battlemap ^1.0", nil},
		{"battlemap^1", nil},
		{"battlemap >=1.0, <2", nil},
		{"battlemap < 1 || >= 1.0.0", nil},
		{"battlemap 1.0.0", nil},
		{"battlemap ~0.9", []diag.Code{diag.WrongVersion}},
		{"battlemap >= 1.0, < 1", []diag.Code{diag.WrongVersion}},
		{"battlemap one", []diag.Code{diag.WrongValue}},
		{"battlemap >=", []diag.Code{diag.WrongValue}},
		{"batlemap ^1.0", []diag.Code{diag.UnknownPack}},
		{"me", []diag.Code{diag.PackCycle}},
		{"../battlemap", []diag.Code{diag.UnknownPack}},
		{" battlemap", []diag.Code{diag.UnknownPack}},
	} {
		p, log := manifestOf("name = \"me\"\nversion = \"1.0.0\"\nextends = \"" + c.extends + "\"\n")
		var got []diag.Code
		for _, d := range log.Sorted() {
			got = append(got, d.Code)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q: %s", c.extends, d)
		}
		if len(c.want) == 0 && (p.Base == nil || p.Base.Name != "battlemap") {
			t.Errorf("%q: builds on nothing", c.extends)
		}
	}
}

func TestGoodName(t *testing.T) {
	for name, want := range map[string]bool{"frost": true, "house_rules_2": true, "a": true, "": false, "Frost": false, "2nd": false, "_x": false,
		"x_": false, "a__b": false, "a-b": false, "a b": false, "../x": false, "é": false} {
		if GoodName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

// Whatever stands in a pack.toml, it is read or refused; nothing else happens.
func FuzzManifest(f *testing.F) {
	f.Add("name = \"me\"\nversion = \"1.0.0\"\nextends = \"battlemap ^1\"\n")
	f.Add("name = 3\nversion = \"1\"\nextends = \"areas >= 1 || < 2 - 3\"\nedition = 2\nimports = [\"stdlib/../x\"]\n[lint]\nx = 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, log := manifestOf(text)
		if p == nil {
			t.Fatal("a pack.toml that is there was not read")
		}
		if log.Errors() == 0 && (!GoodName(p.Name) || p.Version == "") {
			t.Errorf("%q %q passed", p.Name, p.Version)
		}
	})
}
