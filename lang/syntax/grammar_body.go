package syntax

import "github.com/alecthomas/participle/v2/lexer"

// The written forms of patterns, clauses, statements and proofs.

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

// ---- Statements --------------------------------------------------------------------

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

// ---- Proofs ---------------------------------------------------------------------

type coversForm struct {
	piece
	Rows []*rowName `parser:"@@ { ',' @@ }"`
}

type rowName struct {
	Row lexer.Token `parser:"@Row"`
}

type mapForm struct {
	piece
	Lines []*textForm `parser:"@@ { @@ }"`
}

type domainsForm struct {
	piece
	List []*domainForm `parser:"@@ { ',' @@ }"`
}

type domainForm struct {
	piece
	Name lexer.Token `parser:"@Name"`
	In   *formula    `parser:"'in' @@"`
}

type anyChoiceForm struct {
	piece
	Choice lexer.Token `parser:"'any' @'choice'"`
}

type factsForm struct {
	piece
	List []*formula `parser:"@@ { ',' @@ }"`
}

type givenForm struct {
	piece
	Label  lexer.Token `parser:"( @Label"`
	Record lexer.Token `parser:"@Name"`
	Data   *dataForm   `parser:"@@"`
	Fact   *formula    `parser:"| @@ )"`
	When   *formula    `parser:"[ 'when' @@ ]"`
}

type happenDoForm struct {
	piece
	What *formula `parser:"'do' @@"`
}

type rollsForm struct {
	piece
	Dice []*diceForm `parser:"'rolls' @@ { ',' @@ }"`
}

type diceForm struct {
	piece
	Event lexer.Token `parser:"@Name"`
	Faces []*faceForm `parser:"@@ { @@ }"`
}

type faceForm struct {
	Face lexer.Token `parser:"@Int"`
}

type deedForm struct {
	piece
	Who       lexer.Token `parser:"@Name"`
	Verb      lexer.Token `parser:"@('does' | 'takes' | 'tries')"`
	What      *formula    `parser:"@@"`
	For       lexer.Token `parser:"[ 'for' @Name ]"`
	InPlaceOf lexer.Token `parser:"[ InPlaceOf @Name ]"`
}

type neverForm struct {
	piece
	Occasion *occasionForm `parser:"'never' @@"`
}

type alwaysForm struct {
	piece
	Cond *formula `parser:"'always' @@"`
}

type refuseForm struct {
	piece
	Deed   *deedForm `parser:"'refuse' @@"`
	Reason *textForm `parser:"[ @@ ]"`
}

type timesForm struct {
	piece
	Count    lexer.Token   `parser:"@Int 'times'"`
	Occasion *occasionForm `parser:"@@"`
}

type findingForm struct {
	piece
	Cond   *formula      `parser:"@@"`
	As     []*asForm     `parser:"{ @@ }"`
	Before *occasionForm `parser:"[ 'before' @@ ]"`
}
