package syntax

import "github.com/alecthomas/participle/v2/lexer"

// The written forms of patterns and clauses.

// ---- Patterns -------------------------------------------------------------------

type patternForm struct {
	piece
	Word     lexer.Token   `parser:"@('before' | 'after')"`
	Occasion *occasionForm `parser:"@@"`
	When     *formula      `parser:"[ 'when' @@ ]"`
}

// occasionWhen is a pattern whose `when` belongs to what it stands in.
type occasionWhen struct {
	piece
	Word     lexer.Token   `parser:"@('before' | 'after')"`
	Occasion *occasionForm `parser:"@@"`
}

type occasionForm struct {
	piece
	Parts []*partForm `parser:"@@ { '.' @@ }"`
	As    []*asForm   `parser:"{ @@ }"`
}

type asForm struct {
	Name lexer.Token `parser:"'as' @Name"`
}

type partForm struct {
	piece
	Name lexer.Token `parser:"@Name"`
	Args *argsForm   `parser:"[ @@ ]"`
}

type argsForm struct {
	piece
	List []*argForm `parser:"'(' [ @@ { ',' @@ } ] ')'"`
}

type argForm struct {
	piece
	Label lexer.Token `parser:"[ @Label ]"`
	Value *formula    `parser:"@@"`
}

// ---- Clauses ----------------------------------------------------------------------

type modifyForm struct {
	piece
	Head   *occasionForm `parser:"'modify' @@"`
	How    lexer.Token   `parser:"@('by' | 'to' | AtLeast | AtMost)"`
	Amount *formula      `parser:"@@"`
	Bonus  lexer.Token   `parser:"[ 'as' @Name ]"`
	When   *formula      `parser:"[ 'when' @@ ]"`
	Label  *textForm     `parser:"[ @@ ]"`
}

type forbidForm struct {
	piece
	Occasions []*occasionForm `parser:"'forbid' @@ { ',' @@ }"`
	Except    lexer.Token     `parser:"[ 'except' @Name ]"`
	When      *formula        `parser:"[ 'when' @@ ]"`
	Reason    *textForm       `parser:"[ @@ ]"`
}

type includesForm struct {
	piece
	Names []*nameForm `parser:"'includes' @@ { ',' @@ }"`
}

type handlerForm struct {
	piece
	Pattern *patternForm `parser:"@@"`
	Body    *blockBody   `parser:"@@"`
}

type untilForm struct {
	piece
	Removed lexer.Token  `parser:"'until' ( @'removed'"`
	Pattern *patternForm `parser:"| @@ )"`
}

type whileForm struct {
	piece
	Cond *formula `parser:"'while' @@"`
}

type onForm struct {
	piece
	Outcome lexer.Token `parser:"'on' @Name"`
	Body    *blockBody  `parser:"@@"`
}
