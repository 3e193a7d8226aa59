package syntax

import "github.com/alecthomas/participle/v2/lexer"

// The written forms of declarations. A form holds tokens and formulas still
// unread; build_*.go makes the tree of it. In a form the first word of each
// optional part decides: nothing is tried twice.

// piece is embedded in every form: the tokens it covers.
type piece struct{ Tokens []lexer.Token }

type nameForm struct {
	Name lexer.Token `parser:"@Name"`
}

type textForm struct {
	Text lexer.Token `parser:"@String"`
}

// sourceForm: `cite "A", "B"`, `gap "..."`, `own "..."`.
type sourceForm struct {
	piece
	Word  lexer.Token `parser:"@('cite' | 'gap' | 'own')"`
	Texts []*textForm `parser:"@@ { ',' @@ }"`
}

type unitForm struct {
	piece
	Keyword lexer.Token `parser:"@'unit'"`
	Label   lexer.Token `parser:"( @Label"`
	Base    lexer.Token `parser:"@Name"`
	Name    lexer.Token `parser:"| @Name"`
	Of      *formula    `parser:"'=' @@"`
	Rounded lexer.Token `parser:"[ ',' 'rounded' @('down' | 'up') ] )"`
}

type enumForm struct {
	piece
	Keyword lexer.Token `parser:"@'enum'"`
	Name    lexer.Token `parser:"@Name"`
	Body    *enumBody   `parser:"@@"`
}

// enumNames is a line of an enum.
type enumNames struct {
	piece
	Names []*nameForm `parser:"@@ { ',' @@ }"`
}

type recordForm struct {
	piece
	Keyword lexer.Token  `parser:"@'record'"`
	Name    lexer.Token  `parser:"@Name"`
	Is      lexer.Token  `parser:"[ 'is' @('entity' | 'place' | 'actor') ]"`
	Plural  lexer.Token  `parser:"[ 'plural' @Name ]"`
	Body    *membersBody `parser:"@@"`
}

type extendForm struct {
	piece
	Keyword lexer.Token `parser:"@'extend'"`
	Name    lexer.Token `parser:"@Name"`
	Body    *extendBody `parser:"@@"`
}

// valueForm: `value n: T = F`, `value T.n(params): T = F cite "A"`.
type valueForm struct {
	piece
	Override lexer.Token   `parser:"[ @'override' ]"`
	Keyword  lexer.Token   `parser:"@'value'"`
	Label    lexer.Token   `parser:"( @Label"`
	First    lexer.Token   `parser:"| @Name"`
	DotLabel lexer.Token   `parser:"[ '.' ( @Label"`
	DotName  lexer.Token   `parser:"| @Name ) ]"`
	Params   *paramsForm   `parser:"[ @@ ':' ] )"`
	Type     *typeForm     `parser:"@@"`
	Body     *formula      `parser:"'=' @@"`
	Sources  []*sourceForm `parser:"{ @@ }"`
}

type tableForm struct {
	piece
	Keyword lexer.Token `parser:"@'table'"`
	Name    lexer.Token `parser:"@Name"`
	Params  *paramsForm `parser:"@@"`
	Printed *textForm   `parser:"[ @@ ] ':'"`
	Type    *typeForm   `parser:"@@"`
	Body    *tableBody  `parser:"@@"`
}

type rowForm struct {
	piece
	Else     lexer.Token `parser:"( @'else'"`
	Patterns []*formula  `parser:"| @@ { ',' @@ } )"`
	Result   *formula    `parser:"'->' @@"`
}

type bonusForm struct {
	piece
	Keyword lexer.Token `parser:"@'bonus'"`
	Name    lexer.Token `parser:"@Name"`
	Body    *bonusBody  `parser:"@@"`
}

// joiningForm is a part of a bonus.
type joiningForm struct {
	piece
	Gains  lexer.Token `parser:"'gains' @('sum' | 'highest')"`
	Losses lexer.Token `parser:"| 'losses' @('sum' | 'lowest' | 'highest')"`
	AtMost *formula    `parser:"| AtMost @@"`
	Within lexer.Token `parser:"| 'within' @Name"`
}

type resourceForm struct {
	piece
	Keyword   lexer.Token  `parser:"@'resource'"`
	Name      lexer.Token  `parser:"@Name"`
	On        lexer.Token  `parser:"'on' @Name"`
	Amount    *formula     `parser:"'=' @@"`
	Refill    *patternForm `parser:"[ 'refill' @@ ]"`
	StandsFor []*nameForm  `parser:"[ 'stands' 'for' @@ { ',' @@ } ]"`
}

type eventForm struct {
	piece
	Keyword  lexer.Token  `parser:"@'event'"`
	Name     lexer.Token  `parser:"@Name"`
	Params   *paramsForm  `parser:"[ @@ ]"`
	Printed  *textForm    `parser:"[ @@ ]"`
	Outcomes []*nameForm  `parser:"[ '->' @@ { '|' @@ } ]"`
	Body     *membersBody `parser:"@@"`
}

type actionForm struct {
	piece
	Keyword  lexer.Token `parser:"@'action'"`
	Name     lexer.Token `parser:"@Name"`
	Params   *paramsForm `parser:"[ @@ ]"`
	Printed  *textForm   `parser:"[ @@ ]"`
	Outcomes []*nameForm `parser:"[ '->' @@ { '|' @@ } ]"`
	Body     *actionBody `parser:"@@"`
}

type momentForm struct {
	piece
	Keyword lexer.Token  `parser:"@'moment'"`
	Name    lexer.Token  `parser:"@Name"`
	Params  *paramsForm  `parser:"[ @@ ]"`
	Printed *textForm    `parser:"[ @@ ]"`
	For     *typedName   `parser:"'for' @@"`
	Pattern *patternForm `parser:"'=' @@"`
}

type conditionForm struct {
	piece
	Keyword lexer.Token  `parser:"@'condition'"`
	Name    lexer.Token  `parser:"@Name"`
	Params  *paramsForm  `parser:"[ @@ ]"`
	Printed *textForm    `parser:"[ @@ ]"`
	On      lexer.Token  `parser:"'on' @Name"`
	Joint   lexer.Token  `parser:"[ @('by' | 'with')"`
	Partner *typedName   `parser:"@@ ]"`
	Derived *formula     `parser:"[ '=' @@ ]"`
	Body    *clausesBody `parser:"@@"`
}

type measureForm struct {
	piece
	Keyword lexer.Token  `parser:"@'measure'"`
	Name    lexer.Token  `parser:"@Name"`
	For     *typedName   `parser:"[ 'for' @@ ]"`
	After   *patternForm `parser:"[ @@ ]"`
	Body    *formula     `parser:"'=' @@"`
}

type ruleForm struct {
	piece
	Keyword lexer.Token  `parser:"@'rule'"`
	Name    lexer.Token  `parser:"@Name"`
	Printed *textForm    `parser:"[ @@ ]"`
	For     *typedName   `parser:"[ 'for' @@ ]"`
	While   *formula     `parser:"[ 'while' @@ ]"`
	Body    *clausesBody `parser:"@@"`
}

type spaceForm struct {
	piece
	Keyword lexer.Token `parser:"@'space'"`
	Name    lexer.Token `parser:"@Name"`
	Unit    lexer.Token `parser:"'of' @Name"`
	When    *formula    `parser:"[ 'when' @@ ]"`
	Body    *spaceBody  `parser:"@@"`
}

type hookForm struct {
	piece
	Name  lexer.Token `parser:"@Name"`
	Value *formula    `parser:"@@"`
}

type optionForm struct {
	piece
	Keyword      lexer.Token  `parser:"@'option'"`
	Label        lexer.Token  `parser:"( @Label"`
	Name         lexer.Token  `parser:"| @Name"`
	Printed      *textForm    `parser:"@@ ':' )"`
	Bounds       *boundsForm  `parser:"( 'int' 'in' @@"`
	Readings     []*nameForm  `parser:"| @@ { '|' @@ } )"`
	Default      *formula     `parser:"'=' @@"`
	Alternatives []*formula   `parser:"[ 'alternatives' @@ { ',' @@ } ]"`
	Body         *clausesBody `parser:"[ @@ ]"`
}

type tacticForm struct {
	piece
	Keyword lexer.Token `parser:"@'tactic'"`
	Name    lexer.Token `parser:"@Name"`
	Printed *textForm   `parser:"[ @@ ]"`
	On      lexer.Token `parser:"'on' @Name"`
	Body    *tacticBody `parser:"@@"`
}

type lineForm struct {
	piece
	Action *formula `parser:"'do' @@"`
	When   *formula `parser:"[ 'when' @@ ]"`
	Best   *formula `parser:"[ 'best' 'by' @@ ]"`
}

type proofForm struct {
	piece
	Keyword lexer.Token `parser:"@('example' | 'law')"`
	Title   lexer.Token `parser:"@String"`
	Body    *proofBody  `parser:"@@"`
}

// ---- Parts of declarations ---------------------------------------------------

type paramsForm struct {
	piece
	List []*paramForm `parser:"'(' [ @@ { ',' @@ } ] ')'"`
}

type paramForm struct {
	piece
	Join    lexer.Token `parser:"[ @('sum' | 'highest' | 'lowest' | 'latest') ]"`
	Label   lexer.Token `parser:"( @Label"`
	Type    *typeForm   `parser:"@@"`
	Name    lexer.Token `parser:"| @Name )"`
	From    *formula    `parser:"[ 'from' @@ ]"`
	Default *formula    `parser:"[ '=' @@ ]"`
}

// typedName: `foe: creature`.
type typedName struct {
	piece
	Label lexer.Token `parser:"@Label"`
	Type  *typeForm   `parser:"@@"`
}

// typeForm: what is said behind the last name is said of the whole type.
type typeForm struct {
	piece
	Wraps     []*wrapForm `parser:"{ @@ }"`
	Name      lexer.Token `parser:"@Name"`
	UpTo      lexer.Token `parser:"[ 'up' 'to' @Int ]"`
	Optional  lexer.Token `parser:"[ @'?' ]"`
	Symmetric lexer.Token `parser:"[ @'symmetric' ]"`
}

// wrapForm: `list of`, `set of`, `map of K to`.
type wrapForm struct {
	piece
	List lexer.Token `parser:"@'list' 'of'"`
	Set  lexer.Token `parser:"| @'set' 'of'"`
	Map  lexer.Token `parser:"| @'map' 'of'"`
	Key  lexer.Token `parser:"@Name 'to'"`
}

type boundsForm struct {
	piece
	Low  *boundForm  `parser:"[ @@ ]"`
	Dots lexer.Token `parser:"@'..'"`
	High *boundForm  `parser:"[ @@ ]"`
}
