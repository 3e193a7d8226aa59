package syntax

import "github.com/alecthomas/participle/v2/lexer"

// The written forms of what stands in records, events and actions.

type fieldForm struct {
	piece
	Label   lexer.Token     `parser:"@Label"`
	Type    *typeForm       `parser:"@@"`
	Default *defaultFormula `parser:"[ '=' @@ ]"`
	Bounds  *boundsForm     `parser:"[ 'in' @@ ]"`
}

// newDefault: `NAME = F` in an extend.
type newDefault struct {
	piece
	Name  lexer.Token `parser:"@Name"`
	Value *formula    `parser:"'=' @@"`
}

type requireForm struct {
	piece
	Word   lexer.Token `parser:"@('require' | 'advise')"`
	Cond   *formula    `parser:"@@"`
	Reason lexer.Token `parser:"@String"`
}

type stageForm struct {
	piece
	Override lexer.Token `parser:"[ @'override' ]"`
	Name     lexer.Token `parser:"'stage' @Name"`
	Where    lexer.Token `parser:"[ @('before' | 'after')"`
	Other    lexer.Token `parser:"@Name ]"`
	Body     *blockBody  `parser:"@@"`
}

// noStageForm: `remove stage NAME` in an extend.
type noStageForm struct {
	piece
	Name lexer.Token `parser:"'remove' 'stage' @Name"`
}

type asksForm struct {
	piece
	Names []*nameForm `parser:"'asks' @@ { ',' @@ }"`
}

type tellsForm struct {
	piece
	Text lexer.Token `parser:"'tells' @String"`
	When *formula    `parser:"[ 'when' @@ ]"`
}

type orderForm struct {
	piece
	By *formula `parser:"'order' 'chosen' 'by' @@"`
}

type attributeForm struct {
	piece
	Label lexer.Token `parser:"@Label"`
	Value *formula    `parser:"@@"`
}

type useForm struct {
	piece
	Prices     []*priceForm    `parser:"'use' ( 'for' @@ { 'and' @@ }"`
	Pattern    *occasionWhen   `parser:"[ @@ ]"`
	InPlaceOf  lexer.Token     `parser:"| InPlaceOf @Name"`
	Cue        *formula        `parser:"| 'at' @@"`
	Alone      *occasionWhen   `parser:"| @@ )"`
	When       *formula        `parser:"[ 'when' @@ ]"`
	Attributes *attributesBody `parser:"[ @@ ]"`
}

type priceForm struct {
	piece
	Name   lexer.Token `parser:"@Name"`
	Amount lexer.Token `parser:"[ @Int ]"`
}

type costForm struct {
	piece
	Name   lexer.Token `parser:"'cost' @Name"`
	Amount *formula    `parser:"[ @@ ]"`
	When   *formula    `parser:"[ 'when' @@ ]"`
}
