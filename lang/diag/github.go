package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// WriteGitHub writes diagnostics as workflow commands, one a line, which GitHub
// shows beside the changed lines of a pull request. The help is a second line of
// the message.
//
//	::error file=spells.rule,line=14,col=9,title=E0203::no condition is called "distractd"
func WriteGitHub(w io.Writer, list []*Diagnostic) error {
	var out bytes.Buffer
	for _, d := range list {
		var where string
		if d.Span.Valid() {
			at := d.Span.Begin()
			where = fmt.Sprintf("file=%s,line=%d,col=%d,", commandProperty.Replace(printable(d.Span.File.Name)), at.Line, at.Column)
		}
		text := printable(d.Message)
		if d.Help != "" {
			text += "\nhelp: " + printable(d.Help)
		}
		fmt.Fprintf(&out, "::%v %stitle=%s::%s\n", d.Severity, where, commandProperty.Replace(string(d.Code)), commandText.Replace(text))
	}
	_, err := w.Write(out.Bytes())
	return err
}

// The escapes of the two parts of a workflow command.
var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
