package syntax

import "github.com/alecthomas/participle/v2/lexer"

// The written forms of statements.

type letForm struct {
	piece
	Word  lexer.Token `parser:"@('let' | 'roll')"`
	Name  lexer.Token `parser:"@Name"`
	Value *formula    `parser:"'=' @@"`
}

type ifForm struct {
	piece
	Cond  *formula    `parser:"'if' @@"`
	Then  *blockBody  `parser:"@@"`
	Elifs []*elifForm `parser:"{ @@ }"`
	Else  *blockBody  `parser:"[ 'else' @@ ]"`
}

type elifForm struct {
	piece
	Cond *formula   `parser:"ElseIf @@"`
	Then *blockBody `parser:"@@"`
}

type forForm struct {
	piece
	Var    lexer.Token `parser:"'for' @Name"`
	In     *formula    `parser:"'in' @@"`
	Where  *formula    `parser:"[ 'where' @@ ]"`
	Sorted []*formula  `parser:"[ 'sorted' 'by' @@ { ',' @@ } ]"`
	Body   *blockBody  `parser:"@@"`
}

type repeatForm struct {
	piece
	Times *formula   `parser:"'repeat' [ @@ 'times' ]"`
	While *formula   `parser:"[ 'while' @@ ]"`
	Upto  *formula   `parser:"'upto' @@"`
	Body  *blockBody `parser:"@@"`
}

type doForm struct {
	piece
	What *formula    `parser:"'do' @@"`
	As   lexer.Token `parser:"[ 'as' @Name ]"`
	Body *armsBody   `parser:"[ @@ ]"`
}

type togetherForm struct {
	piece
	Body *blockBody `parser:"'together' @@"`
}

type createForm struct {
	piece
	Record lexer.Token `parser:"'create' @Name"`
	Data   *dataForm   `parser:"@@"`
	As     lexer.Token `parser:"[ 'as' @Name ]"`
}

type dataForm struct {
	piece
	List []*attributeForm `parser:"'{' [ @@ { ',' @@ } ] '}'"`
}

type destroyForm struct {
	piece
	What *formula `parser:"'destroy' @@"`
}

// mayForm is `offer` or `choose`, with or without `may`.
type mayForm struct {
	piece
	May    lexer.Token `parser:"[ @'may' ]"`
	Offer  *offerForm  `parser:"( @@"`
	Choose *chooseForm `parser:"| @@ )"`
}

type offerForm struct {
	piece
	What []*formula `parser:"'offer' @@ { '|' @@ }"`
	To   *formula   `parser:"'to' @@"`
	Body *armsBody  `parser:"[ @@ ]"`
}

type chooseForm struct {
	piece
	Name   lexer.Token `parser:"'choose' @Name"`
	By     *formula    `parser:"[ 'by' @@ ]"`
	From   *formula    `parser:"'from' @@"`
	Prompt *textForm   `parser:"[ @@ ]"`
	Body   *armsBody   `parser:"[ @@ ]"`
}

type applyForm struct {
	piece
	Condition *formula     `parser:"'apply' @@"`
	Joint     lexer.Token  `parser:"[ @('by' | 'with')"`
	Partner   *formula     `parser:"@@ ]"`
	To        *formula     `parser:"'to' @@"`
	As        lexer.Token  `parser:"[ 'as' @Name ]"`
	Until     *patternForm `parser:"[ 'until' @@ ]"`
}

type removeForm struct {
	piece
	Condition *formula    `parser:"'remove' @@"`
	Joint     lexer.Token `parser:"[ @('by' | 'with')"`
	Partner   *formula    `parser:"@@ ]"`
	From      *formula    `parser:"'from' @@"`
}

type endForm struct {
	piece
	Event   lexer.Token `parser:"'end' @Name"`
	Outcome lexer.Token `parser:"[ 'as' @Name ]"`
	Reason  *textForm   `parser:"[ @@ ]"`
}

type onceForm struct {
	piece
	Delay    *delayForm    `parser:"'once' 'after' ( @@"`
	Occasion *occasionForm `parser:"| @@ )"`
	When     *formula      `parser:"[ 'when' @@ ]"`
	Body     *blockBody    `parser:"@@"`
}

type delayForm struct {
	piece
	Count lexer.Token `parser:"@Int"`
	Unit  lexer.Token `parser:"@Name"`
}

type assignForm struct {
	piece
	Target *formula    `parser:"@@"`
	Op     lexer.Token `parser:"[ @('=' | '+=' | '-=')"`
	Value  *formula    `parser:"@@ ]"`
}
