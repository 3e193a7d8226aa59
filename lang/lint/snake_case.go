package lint

import (
	"regexp"
	"strings"

	"rulec/lang/syntax"
)

var snakeCaseRule = &Rule{
	Code: "L0301", Name: "snake_case", Group: Style, Level: Warning, Trees: true,
	Title: "a name that is not written like the others",
	run:   snakeCase,
}

var snake = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

func snakeCase(c *Context) {
	look := func(id syntax.Ident) {
		if id.Name != "" && !snake.MatchString(id.Name) {
			c.report(id.Span, "%q is not written like the other names", id.Name).help("small letters, and words joined by one underline: `%s`", toSnake(id.Name))
		}
	}
	c.each(func(_ *syntax.File, n syntax.Node) {
		switch n := n.(type) {
		case *syntax.Proof:
		case syntax.Decl:
			look(n.Header().Name)
			if e, ok := n.(*syntax.Enum); ok {
				for _, m := range e.Members {
					look(m)
				}
			}
		case *syntax.Param:
			look(n.Name)
		case *syntax.Field:
			look(n.Name)
		case *syntax.Stage:
			look(n.Name)
		case *syntax.Let:
			look(n.Name)
		}
	})
}

// toSnake is how a name would be written.
func toSnake(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if i > 0 && !strings.HasSuffix(b.String(), "_") {
				b.WriteByte('_')
			}
			b.WriteRune(r + 'a' - 'A')
		case r == '_' && strings.HasSuffix(b.String(), "_"):
		default:
			b.WriteRune(r)
		}
	}
	return strings.Trim(b.String(), "_")
}
