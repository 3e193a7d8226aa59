package syntax

import "github.com/alecthomas/participle/v2/lexer"

// The written forms of the lines of examples and laws.

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

// mapSizeForm is the size of a map that is not drawn.
type mapSizeForm struct {
	piece
	Width  lexer.Token `parser:"@Int 'by'"`
	Height lexer.Token `parser:"@Int"`
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

// playsForm lets a tactic answer for somebody.
type playsForm struct {
	piece
	Who    lexer.Token `parser:"@Name 'plays'"`
	Tactic lexer.Token `parser:"@Name"`
}

// spareForm makes room for things that are made while it runs.
type spareForm struct {
	piece
	Count  lexer.Token `parser:"@Int 'spare'"`
	Record lexer.Token `parser:"@Name"`
}

// aboutForm opens a file of proofs that lies outside the pack it is about.
type aboutForm struct {
	piece
	Keyword lexer.Token `parser:"@'about'"`
	Pack    lexer.Token `parser:"@Name"`
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
	Event lexer.Token `parser:"[ @Name ]"`
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
