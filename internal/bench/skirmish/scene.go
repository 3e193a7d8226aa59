package skirmish

import "rulec/dice"

// Size is the width and height of the ground.
const Size = 20

// Fighters is how many creatures there are.
const Fighters = 8

// Kind is a kind of damage.
type Kind int

// The kinds of damage.
const (
	Steel Kind = iota
	Fire
	Kinds
)

// Creature is what is known of a fighter before the fight.
type Creature struct {
	Side       int // 0 or 1
	X, Y       int
	HP         int
	Initiative int
	Attack     int
	Defense    int
	Pace       int
	Reach      int
	Dice       int // of damage
	Sides      int
	Plus       int
	Kind       Kind
	Reduction  int
	Resistance [Kinds]int
	Weak       [Kinds]bool
}

// Square is a place on the ground.
type Square struct{ X, Y int }

// Scene is who fights, and where.
type Scene struct {
	Creatures [Fighters]Creature
	Rocks     []Square
}

// Standard is the scene of the benchmarks.
func Standard() *Scene {
	sword := Creature{HP: 38, Initiative: 2, Attack: 6, Defense: 16, Pace: 6, Reach: 1, Dice: 1, Sides: 8, Plus: 3, Reduction: 2}
	spear := Creature{HP: 32, Initiative: 1, Attack: 5, Defense: 15, Pace: 6, Reach: 2, Dice: 1, Sides: 8, Plus: 2}
	torch := Creature{HP: 30, Initiative: 4, Attack: 5, Defense: 15, Pace: 7, Reach: 1, Dice: 2, Sides: 4, Plus: 1, Kind: Fire}
	shield := Creature{HP: 42, Initiative: 0, Attack: 4, Defense: 17, Pace: 5, Reach: 1, Dice: 1, Sides: 6, Plus: 2, Reduction: 3,
		Resistance: [Kinds]int{Fire: 2}}
	ogre := Creature{HP: 52, Initiative: -1, Attack: 6, Defense: 13, Pace: 6, Reach: 2, Dice: 2, Sides: 6, Plus: 2, Reduction: 1}
	wolf := Creature{HP: 26, Initiative: 5, Attack: 5, Defense: 15, Pace: 8, Reach: 1, Dice: 1, Sides: 6, Plus: 2, Weak: [Kinds]bool{Fire: true}}
	imp := Creature{HP: 28, Initiative: 3, Attack: 6, Defense: 16, Pace: 6, Reach: 1, Dice: 1, Sides: 10, Plus: 0, Kind: Fire,
		Resistance: [Kinds]int{Fire: 5}}
	pike := Creature{HP: 32, Initiative: 1, Attack: 5, Defense: 15, Pace: 5, Reach: 2, Dice: 1, Sides: 8, Plus: 1, Reduction: 1,
		Weak: [Kinds]bool{Steel: false, Fire: true}}
	at := func(c Creature, side, x, y int) Creature { c.Side, c.X, c.Y = side, x, y; return c }
	return &Scene{
		Creatures: [Fighters]Creature{
			at(sword, 0, 3, 6), at(spear, 0, 2, 9), at(torch, 0, 3, 12), at(shield, 0, 4, 10),
			at(ogre, 1, 16, 8), at(wolf, 1, 15, 5), at(imp, 1, 17, 11), at(pike, 1, 16, 13),
		},
		Rocks: []Square{{9, 5}, {9, 6}, {10, 6}, {8, 9}, {11, 9}, {11, 10}, {9, 12}, {10, 12}, {10, 13}, {7, 14}, {12, 4}, {13, 15}},
	}
}

// Random is a scene drawn by number: other places, other rocks, other fighters.
func Random(n uint64) *Scene {
	r := dice.Seeded(0x5C3E, n)
	pick := func(low, high int) int { return low + int(r.Below(uint64(high-low+1))) }
	var taken [Size][Size]bool
	place := func(low, high int) (x, y int) {
		for {
			x, y = pick(low, high), pick(0, Size-1)
			if !taken[x][y] {
				taken[x][y] = true
				return x, y
			}
		}
	}
	s := &Scene{}
	near := pick(0, 1) == 1 // the sides begin mixed up
	for i := range s.Creatures {
		c := &s.Creatures[i]
		if i >= Fighters/2 {
			c.Side = 1
		}
		switch {
		case near:
			c.X, c.Y = place(0, Size-1)
		default:
			c.X, c.Y = place(14*c.Side, 14*c.Side+5)
		}
		c.HP, c.Initiative, c.Attack, c.Defense = pick(8, 45), pick(-2, 6), pick(2, 8), pick(10, 18)
		c.Pace, c.Reach = pick(1, 9), pick(1, 2)
		c.Dice, c.Sides, c.Plus = pick(1, 3), 2*pick(2, 6), pick(0, 4)
		c.Kind, c.Reduction = Kind(pick(0, 1)), pick(0, 6)
		for k := range Kinds {
			c.Resistance[k], c.Weak[k] = max(0, pick(-6, 6)), pick(0, 2) == 0
		}
	}
	for range pick(0, 60) {
		x, y := place(0, Size-1)
		s.Rocks = append(s.Rocks, Square{x, y})
	}
	return s
}
