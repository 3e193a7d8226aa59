package tomltree

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"rulec/lang/diag"
	"rulec/lang/source"
)

// Caps on what one file may hold.
const (
	MaxBytes   = 1 << 20 // of a file
	MaxValues  = 100_000 // lists, tables and their items included
	MaxNesting = 32      // of lists and tables, those of dotted keys included
	maxFaults  = 20      // after which the rest of a file is not read
)

// Parse reads a file. What is wrong goes into the log. The result is nil if the
// file is not TOML; a file whose only fault is that names are given twice still
// gives a tree, with the first of each, so that the rest of it can be checked.
func Parse(f *source.File, log *diag.Log) *Table { return new(Reader).Parse(f, log) }

// Reader reads files as Parse does, and asks the other reader of TOML once for each
// text: that takes the most time, and the answer to a text stays the same. The tree is
// a new one each time, for it notes who asks for what. The zero Reader is ready, and
// many may use it at once.
type Reader struct{ good sync.Map } // texts in which neither reader finds a fault

// Parse is the package's Parse.
func (r *Reader) Parse(f *source.File, log *diag.Log) *Table {
	if len(f.Text) > MaxBytes {
		log.Errorf(diag.TooLarge, source.Span{File: f}, "the file has %d bytes; a TOML file may have %d", len(f.Text), MaxBytes)
		return nil
	}
	if !isText(f, log) {
		return nil
	}
	p := read(f, log)
	if p.faults > 0 {
		return nil
	}
	if _, known := r.good.Load(f.Text); known || p.repeats > 0 {
		return p.root
	}
	if !agreed(f, log) {
		return nil
	}
	r.good.Store(f.Text, true)
	return p.root
}

// read is our own reading of a text.
func read(f *source.File, log *diag.Log) *parser {
	p := &parser{file: f, text: f.Text, log: log}
	p.root = newTable(source.Span{File: f}, headed, 0)
	p.at = p.root
	for p.pos < len(p.text) && !p.stopped {
		p.statement()
	}
	return p
}

// isText refuses what is not UTF-8, with the first place that is not.
func isText(f *source.File, log *diag.Log) bool {
	for i, r := range f.Text {
		if r == 0 || r == utf8.RuneError && !strings.HasPrefix(f.Text[i:], "\uFFFD") {
			d := log.Errorf(diag.NotText, source.Span{File: f, Start: i, End: i + 1}, "this is not UTF-8 text: byte 0x%02x", f.Text[i])
			if strings.HasPrefix(f.Text, "\xff\xfe") || strings.HasPrefix(f.Text, "\xfe\xff") || r == 0 {
				d.WithHelp("it looks like UTF-16; save the file as UTF-8")
			} else {
				d.WithHelp("save the file as UTF-8")
			}
			return false
		}
	}
	return true
}

// agreed asks BurntSushi/toml for a second opinion on a file we found no fault in.
func agreed(f *source.File, log *diag.Log) bool {
	_, err := decode(f.Text)
	if err == nil {
		return true
	}
	var at toml.ParseError
	if !errors.As(err, &at) {
		log.Errorf(diag.NotTheSame, source.Span{File: f}, "the two TOML readers of rulec disagree: %v", err)
		return false
	}
	start := max(0, min(at.Position.Start, len(f.Text)))
	end := max(start, min(start+at.Position.Len, len(f.Text)))
	log.Errorf(diag.BadToml, source.Span{File: f, Start: start, End: end}, "not valid TOML: %s", strings.TrimSuffix(at.Message, "."))
	return false
}

// decode is BurntSushi's reading of a text; a panic of it is an error.
func decode(text string) (data map[string]any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	_, err = toml.Decode(text, &data)
	return data, err
}

// parser walks over the text once. A fault leaves the running statement by a
// panic with bail, and reading goes on where the next one seems to begin.
type parser struct {
	file *source.File
	text string
	pos  int
	log  *diag.Log

	root, at *Table // the file, and the table of the last header
	open     int    // brackets that are open in the running statement
	values   int
	faults   int // of syntax
	repeats  int // names given twice and the like, which leave a tree
	stopped  bool
}

type bail struct{}

func (p *parser) span(start, end int) source.Span {
	return source.Span{File: p.file, Start: start, End: min(end, len(p.text))}
}

// fault reports that the text is not TOML, with help unless that is empty, and
// leaves the statement.
func (p *parser) fault(at source.Span, help, format string, args ...any) {
	d := p.log.Errorf(diag.BadToml, at, format, args...)
	if help != "" {
		d.WithHelp("%s", help)
	}
	p.faults++
	p.stopped = p.stopped || p.faults >= maxFaults
	panic(bail{})
}

// tooLarge reports a cap that is passed and ends the reading.
func (p *parser) tooLarge(at source.Span, format string, args ...any) {
	p.log.Errorf(diag.TooLarge, at, format, args...)
	p.faults++
	p.stopped = true
	panic(bail{})
}

// count takes note of one more value.
func (p *parser) count(at source.Span) {
	p.values++
	if p.values > MaxValues {
		p.tooLarge(at, "more than %d values in one file", MaxValues)
	}
}

// nest refuses a list or table that lies too deep.
func (p *parser) nest(at source.Span, depth int) {
	if depth > MaxNesting {
		p.tooLarge(at, "lists and tables inside each other, more than %d deep", MaxNesting)
	}
}

// statement reads one header, one `key = value`, or one line with neither.
func (p *parser) statement() {
	start := p.pos
	p.open = 0
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bail); !ok {
				panic(r)
			}
			p.resume(start)
		}
	}()
	p.blanks()
	switch c := p.peek(); {
	case c == '[':
		p.header()
	case c != 0 && c != '\n' && c != '\r' && c != '#':
		p.pair(p.at)
	}
	p.blanks()
	if !p.lineEnd() {
		p.fault(p.word(), "begin a new line for the next key", "%s stands where the line should end", p.shown())
	}
}

// resume goes to where the next statement seems to begin: the next line, or, if
// brackets were left open, the next line without indentation that looks like one,
// beginning with the one the fault is in.
func (p *parser) resume(start int) {
	if p.open > 0 {
		for next := strings.LastIndexByte(p.text[:p.pos], '\n') + 1; next < len(p.text); next = p.nextLine(next) {
			if next > start && startsStatement(p.text[next:]) {
				p.pos = next
				return
			}
		}
		p.pos = len(p.text)
		return
	}
	p.pos = p.nextLine(p.pos)
}

func (p *parser) nextLine(from int) int {
	if i := strings.IndexByte(p.text[from:], '\n'); i >= 0 {
		return from + i + 1
	}
	return len(p.text)
}

// startsStatement tells whether a text begins with `name =`, `a.b =` or a `[header`.
func startsStatement(s string) bool {
	if s[0] == '[' {
		s = strings.TrimLeft(s, "[")
		return s != "" && isBare(s[0]) && (s[0] < '0' || s[0] > '9')
	}
	i := 0
	for i < len(s) && (isBare(s[i]) || s[i] == '.') {
		i++
	}
	return i > 0 && strings.HasPrefix(strings.TrimLeft(s[i:], " \t"), "=")
}
