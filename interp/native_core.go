package interp

// Core is the machine as generated code sees it. Its methods are what such code
// is made of: words of memory, frames, the living, kept answers, windows, dice.
// They are small, so that most are put in where they are called.
type Core Machine

// Absent is the word of a value that is not there.
const Absent = None

// At reads a word.
func (k *Core) At(i int64) int64 { return k.mem[i] }

// Peek reads a word before it is known that somebody asks for it: 0 where there is
// none.
func (k *Core) Peek(i int64) int64 {
	if uint64(i) < uint64(len(k.mem)) {
		return k.mem[i]
	}
	return 0
}

// Set writes a word.
func (k *Core) Set(i, v int64) { k.mem[i] = v }

// Clear zeroes words.
func (k *Core) Clear(i int64, n int) { clear(k.mem[i : i+int64(n)]) }

// Top is where the stack ends; SetTop gives back what lies above.
func (k *Core) Top() int { return k.top }

// SetTop gives back what lies above.
func (k *Core) SetTop(top int) { k.top = top }

// Alloc takes zeroed words.
func (k *Core) Alloc(n int64) int64 { return int64((*Machine)(k).alloc(int(n))) }

// Failed tells whether the run has met a fault.
func (k *Core) Failed() bool { return k.fault != nil }

// Sum is a sum or difference that must stay within bounds.
func (k *Core) Sum(v int64) int64 {
	if uint64(v+numberLimit) > 2*numberLimit {
		return k.over()
	}
	return v
}

func (k *Core) over() int64 {
	(*Machine)(k).overflow()
	return 0
}

// Product multiplies within bounds.
func (k *Core) Product(a, b int64) int64 { return (*Machine)(k).product(a, b) }

// Quotient divides, rounding down, up (1) or to nearest (2).
func (k *Core) Quotient(a, b int64, how int) int64 {
	if b == 0 {
		(*Machine)(k).fail("E0703", "a division by zero")
		return 0
	}
	switch how {
	case 1:
		return -floorDiv(-a, b)
	case 2:
		return floorDiv(2*a+b, 2*b)
	}
	return floorDiv(a, b)
}

// Floor divides by a number that is not 0, rounding down.
func Floor(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// Rest is the remainder that has the sign of the divisor.
func (k *Core) Rest(a, b int64) int64 {
	if b == 0 {
		(*Machine)(k).fail("E0703", "the remainder of a division by zero")
		return 0
	}
	return a - b*floorDiv(a, b)
}

// Word is a truth as a word.
func Word(t bool) int64 {
	if t {
		return 1
	}
	return 0
}

// Known is a word of a map, 0 where it has none.
func Known(v int64) int64 {
	if v == None {
		return 0
	}
	return v
}

// Apart is the distance of two squares in steps of unit.
func Apart(p, q, unit int64) int64 {
	if p|q < 0 {
		return farAway * unit
	}
	dx, dy := int64(int16(p))-int64(int16(q)), p>>16-q>>16
	return max(dx, -dx, dy, -dy) * unit
}

// RingPlace numbers the eight squares around one clockwise; what is farther away
// counts as where it would come to it. The square itself, and nowhere, is -1.
func RingPlace(of, p int64) int64 {
	if of|p < 0 {
		return -1
	}
	dx, dy := int64(int16(p))-int64(int16(of)), p>>16-of>>16
	return ringTable[4+(dx>>63)-(-dx>>63)+3*((dy>>63)-(-dy>>63))]
}

var ringTable = [9]int64{0, 1, 2, 7, -1, 3, 6, 5, 4}

// RingSteps is how many steps two places of a ring lie apart, 0 if one is none.
func RingSteps(i, j int64) int64 {
	if i|j < 0 {
		return 0
	}
	d := (i - j) & 7
	return min(d, 8-d)
}
