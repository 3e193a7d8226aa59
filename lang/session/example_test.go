package session_test

import (
	"fmt"

	"rulec/lang/check"
	"rulec/lang/diag"
	"rulec/lang/session"
	"rulec/lang/source"
	"rulec/lang/syntax"
)

// An editor opens a session for the pack of a file, session.New(pack.Input()), and
// tells it of each change.
func Example() {
	text := "value half(n: int): int = floor(n / 2)\nvalue third(n: int): int = floor(n / 3)\n"
	s := session.New(check.Input{Files: []*syntax.File{syntax.Parse(source.New("a.rule", text), &diag.Log{})}})
	for _, text := range []string{
		"value half(n: int): int = floor(m / 2)\nvalue third(n: int): int = floor(n / 3)\n",
		"value half(n: int): int = floor(n / 4)\nvalue third(n: int): int = floor(n / 3)\n",
	} {
		r, err := s.Update("a.rule", text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Log.Errors(), "errors,", r.Work.Parsed, "declaration parsed,", r.Work.Checked, "checked,", r.Work.SameBodies, "kept")
		for _, d := range r.Log.Sorted() {
			fmt.Println(d)
		}
	}
	// Output:
	// 1 errors, 1 declaration parsed, 1 checked, 1 kept
	// a.rule:1:33: E0201: nothing is called "m" here
	// 0 errors, 1 declaration parsed, 1 checked, 1 kept
}
