package syntax

// foreignAdvice says what to write instead of an operator of another language.
var foreignAdvice = map[string]string{
	"#":   "name the item: any(c in creatures, c.hp > 0)",
	"??":  "write x != none ? x : y",
	"?.":  "test first: x != none ? x.y : none",
	"||":  "write `or`",
	"&&":  "write `and`",
	"!":   "write `not`",
	"**":  "multiply as often as needed; there is no power",
	"^":   "multiply as often as needed; there is no power",
	"&":   "write `and`",
	"::":  "write a single colon or dot",
	":=":  "write = to set a value",
	"=>":  "write >= for at least, -> in a table",
	"...": "write .. for a range",
	"|":   "write the functions inside one another: count(filter(x in list, F))",
	";":   "one formula, one value",
}

// foreignWords are words that other languages of formulas have.
var foreignWords = map[string]string{
	"let":        "`let` is a statement of its own; a formula takes no names, a value does",
	"if":         "inside a formula a choice is written condition ? a : b",
	"else":       "inside a formula a choice is written condition ? a : b",
	"matches":    "there are no text patterns",
	"contains":   "write `item in list`",
	"startsWith": "texts are only shown, not taken apart",
	"endsWith":   "texts are only shown, not taken apart",
}

// infixForeign are the foreign words that stand between two values.
var infixForeign = words(`matches contains startsWith endsWith`)
