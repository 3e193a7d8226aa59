package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rulec/lang/diag"
	"rulec/lang/pack"
)

// Standard is the name of standard input, as a path and in faults.
const Standard = "-"

// File is a rule file and its layout.
type File struct {
	Name    string // as it was named or found; Standard for standard input
	Text    []byte // as it is
	Result  []byte // as it should be; nil if it has faults
	Changed bool   // the two differ
}

// Files finds the rule files below paths, in order, each once. A path is a .rule
// file, a folder or Standard. Folders whose names begin with a dot and links are
// passed over, unless they were named. A path that does not exist or holds no rule
// file is a fault.
func Files(paths []string, log *diag.Log) []string {
	var out []string
	seen := map[string]bool{}
	add := func(name string) {
		abs, err := filepath.Abs(name)
		if err != nil || name == Standard {
			abs = name
		}
		if !seen[abs] {
			seen[abs] = true
			out = append(out, name)
		}
	}
	for _, path := range paths {
		if path == Standard {
			add(path)
			continue
		}
		st, err := os.Stat(path)
		switch {
		case err != nil:
			unusable(log, path, err)
		case !st.IsDir() && filepath.Ext(path) != ".rule":
			log.Add(&diag.Diagnostic{Code: diag.CannotUse, Message: path + " is no rule file", Help: "rule files end in .rule"})
		case !st.IsDir():
			add(path)
		default:
			found := false
			_ = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
				switch {
				case err != nil:
					unusable(log, name, err)
				case d.IsDir() && name != path && strings.HasPrefix(d.Name(), "."):
					return filepath.SkipDir
				case d.Type().IsRegular() && filepath.Ext(name) == ".rule":
					found = true
					add(name)
				}
				return nil
			})
			if !found {
				log.Add(&diag.Diagnostic{Code: diag.CannotUse, Message: "there is no rule file in " + path, Help: "rule files end in .rule"})
			}
		}
	}
	return out
}

// unusable reports an error of the operating system about a file.
func unusable(log *diag.Log, name string, err error) {
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	log.Add(&diag.Diagnostic{Code: diag.CannotUse, Message: fmt.Sprintf("cannot use %s: %v", name, err)})
}

// Load reads a file and lays it out; stdin is read for Standard. What is wrong goes
// into the log, and there is no result then.
func Load(name string, stdin io.Reader, log *diag.Log) *File {
	f := &File{Name: name}
	text, err := read(name, stdin)
	if err != nil {
		unusable(log, f.Shown(), err)
		return f
	}
	f.Text = text
	result, faults := Source(f.Shown(), text)
	for _, d := range faults {
		log.Add(d)
	}
	if len(faults) == 0 {
		f.Result = result
		f.Changed = !bytes.Equal(text, result)
	}
	return f
}

// Shown is the name of a file for people.
func (f *File) Shown() string {
	if f.Name == Standard {
		return "standard input"
	}
	return pack.Shown(f.Name)
}

// read reads a text of which the size is not known to be sane; one byte beyond the
// cap is enough for the parser to refuse it.
func read(name string, stdin io.Reader) ([]byte, error) {
	if name != Standard {
		st, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !st.Mode().IsRegular() {
			return nil, errors.New("it is not a plain file")
		}
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		stdin = file
	}
	return io.ReadAll(io.LimitReader(stdin, pack.MaxFile+1))
}

// Write puts the result in the place of the file, all of it or nothing. It tells
// whether that went well; if not, the log says why.
func (f *File) Write(log *diag.Log) bool {
	if f.Name == Standard {
		log.Add(&diag.Diagnostic{Code: diag.CannotUse, Message: "standard input cannot be written",
			Help: "leave -w out, and the layout goes to standard output"})
		return false
	}
	if err := f.replace(); err != nil {
		unusable(log, f.Shown(), err)
		return false
	}
	return true
}

func (f *File) replace() error {
	name, err := filepath.EvalSymlinks(f.Name)
	if err != nil {
		return err
	}
	st, err := os.Stat(name)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".rulec-fmt-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // there is nothing to remove once it is renamed
	_, err = tmp.Write(f.Result)
	if err == nil {
		err = tmp.Chmod(st.Mode().Perm())
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
