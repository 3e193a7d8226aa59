package skirmish

import "rulec/dice"

// Outcome is how a fight ended.
type Outcome struct {
	Winner int // side, or -1
	Rounds int
	HP     [Fighters]int
}

// MaxRounds is when a fight ends that nobody has won.
const MaxRounds = 100

// The ground has a margin of rocks, so that no step needs to be checked.
const (
	stride = Size + 2
	cells  = stride * stride
)

// around is where the eight neighbours of a cell lie, in reading order.
var around = [8]struct{ cell, x, y int }{
	{-stride - 1, -1, -1}, {-stride, 0, -1}, {-stride + 1, 1, -1}, {-1, -1, 0},
	{1, 1, 0}, {stride - 1, -1, 1}, {stride, 0, 1}, {stride + 1, 1, 1},
}

// ring numbers the squares around one clockwise; what stands two squares off
// counts as where a straight walker would reach the ring.
var ring = [5][5]int8{
	{0, 0, 1, 2, 2},
	{0, 0, 1, 2, 2},
	{7, 7, 0, 3, 3},
	{6, 6, 5, 4, 4},
	{6, 6, 5, 4, 4},
}

// fighter is what changes of a creature, and what is read with it.
type fighter struct {
	x, y         int
	hp           int
	reach        int
	first, after int // its enemies are numbered from first to after - 1
	prone        bool
	slowed       bool
	*Creature
}

// Fight is the memory of one fight after the other.
type Fight struct {
	scene    *Scene
	fighters [Fighters]fighter
	order    [Fighters]int
	standing [2]int
	reacted  [Fighters]bool
	longest  [2]int      // reach of a side's enemies
	rocks    [cells]bool // the ground before anybody stands on it
	blocked  [cells]bool
	dice     dice.Rand

	Turns, Attacks, Opportunities, Steps int // of all fights so far
}

// New prepares fights of one scene: its first four creatures against the others.
func New(s *Scene) *Fight {
	f := &Fight{scene: s}
	for i := range s.Creatures {
		c := &s.Creatures[i]
		f.longest[1-c.Side] = max(f.longest[1-c.Side], c.Reach)
	}
	for i := range f.rocks {
		x, y := i%stride, i/stride
		f.rocks[i] = x == 0 || y == 0 || x > Size || y > Size
	}
	for _, r := range s.Rocks {
		f.rocks[cellAt(r.X, r.Y)] = true
	}
	return f
}

func cellAt(x, y int) int { return (y+1)*stride + x + 1 }

// Run plays fight n of a seed.
func (f *Fight) Run(seed, n uint64) Outcome {
	f.dice.Seed(seed, n)
	f.reset()
	f.lineUp()
	rounds := 0
	for f.standing[0] > 0 && f.standing[1] > 0 && rounds < MaxRounds {
		for _, i := range f.order {
			if f.fighters[i].hp > 0 {
				f.turn(i)
			}
		}
		rounds++
	}
	out := Outcome{Winner: -1, Rounds: rounds}
	switch {
	case f.standing[1] == 0 && f.standing[0] > 0:
		out.Winner = 0
	case f.standing[0] == 0 && f.standing[1] > 0:
		out.Winner = 1
	}
	for i := range f.fighters {
		out.HP[i] = f.fighters[i].hp
	}
	return out
}

func (f *Fight) reset() {
	f.blocked = f.rocks
	f.standing = [2]int{Fighters / 2, Fighters / 2}
	for i := range f.scene.Creatures {
		c := &f.scene.Creatures[i]
		first := 0
		if i < Fighters/2 {
			first = Fighters / 2
		}
		f.fighters[i] = fighter{x: c.X, y: c.Y, hp: c.HP, reach: c.Reach, first: first, after: first + Fighters/2, Creature: c}
		f.blocked[cellAt(c.X, c.Y)] = true
	}
}

func (f *Fight) lineUp() {
	var initiative [Fighters]int
	for i := range f.fighters {
		n := f.dice.Die(20) + f.fighters[i].Initiative
		at := i
		for at > 0 && initiative[at-1] < n {
			initiative[at], f.order[at] = initiative[at-1], f.order[at-1]
			at--
		}
		initiative[at], f.order[at] = n, i
	}
}

func distance(x0, y0, x1, y1 int) int {
	dx, dy := x0-x1, y0-y1
	return max(dx, -dx, dy, -dy)
}

func apart(a, b *fighter) int { return distance(a.x, a.y, b.x, b.y) }

// foes are the enemies of a fighter, standing or not.
func (f *Fight) foes(a *fighter) []fighter { return f.fighters[a.first:a.after] }

func (f *Fight) turn(i int) {
	f.Turns++
	f.reacted = [Fighters]bool{}
	a := &f.fighters[i]
	if f.approach(a) {
		if foe := f.weakest(a); foe != nil {
			f.strike(a, foe)
		}
	}
	a.prone, a.slowed = false, false
}

// approach brings a fighter closer; it tells whether it stands then.
func (f *Fight) approach(a *fighter) bool {
	speed := a.Pace
	if a.slowed {
		speed = 2
	}
	for range speed {
		var nearest *fighter
		least := 1 << 30
		foes := f.foes(a)
		for j := range foes {
			if e := &foes[j]; e.hp > 0 {
				if d := apart(a, e); d < least {
					nearest, least = e, d
				}
			}
		}
		if nearest == nil || least <= a.reach {
			return true
		}
		cell, best, bound := cellAt(a.x, a.y), -1, least+1
		for d := range around {
			step := &around[d]
			if f.blocked[cell+step.cell] {
				continue
			}
			if to := distance(a.x+step.x, a.y+step.y, nearest.x, nearest.y); to < bound {
				if best, bound = d, to; to < least {
					break // no step gains more than one
				}
			}
		}
		if best < 0 {
			return true
		}
		f.Steps++
		if least <= f.longest[a.Side] && !f.leave(a) {
			return false
		}
		step := &around[best]
		f.blocked[cell] = false
		a.x, a.y = a.x+step.x, a.y+step.y
		f.blocked[cell+step.cell] = true
	}
	return true
}

// leave lets foes strike who leaves their reach; it tells whether it stands then.
func (f *Fight) leave(a *fighter) bool {
	for _, j := range f.order {
		if e := &f.fighters[j]; j >= a.first && j < a.after && e.hp > 0 && !f.reacted[j] && apart(a, e) <= e.reach {
			f.reacted[j] = true
			f.Opportunities++
			if f.strike(e, a); a.hp <= 0 {
				return false
			}
		}
	}
	return true
}

// weakest is the foe in reach with the fewest hit points.
func (f *Fight) weakest(a *fighter) *fighter {
	var weakest *fighter
	foes := f.foes(a)
	for j := range foes {
		if e := &foes[j]; e.hp > 0 && (weakest == nil || e.hp < weakest.hp) && apart(a, e) <= a.reach {
			weakest = e
		}
	}
	return weakest
}

// flanked tells whether two foes have a fighter between them.
func (f *Fight) flanked(t *fighter) bool {
	var at [Fighters / 2]int8
	n := 0
	foes := f.foes(t)
	for j := range foes {
		e := &foes[j]
		if e.hp <= 0 || apart(t, e) > e.reach {
			continue
		}
		place := ring[e.y-t.y+2][e.x-t.x+2]
		for _, other := range at[:n] {
			if d := (place - other) & 7; d >= 3 && d <= 5 {
				return true
			}
		}
		at[n] = place
		n++
	}
	return false
}

func (f *Fight) strike(a, t *fighter) {
	f.Attacks++
	natural := f.dice.Die(20)
	if natural == 1 {
		return
	}
	bonus := a.Attack
	if a.prone {
		bonus -= 2
	}
	if a.slowed {
		bonus -= 2
	}
	// Whether the target is flanked is only asked if it matters.
	if short := t.Defense - natural - bonus; natural < 20 && short > 0 && (short > 2 || !f.flanked(t)) {
		return
	}
	dealt := a.Plus
	for range a.Dice {
		dealt += f.dice.Die(a.Sides)
	}
	if natural == 20 {
		dealt += f.dice.Die(6)
	}
	if dealt -= t.Resistance[a.Kind]; dealt > 0 {
		extra := 0
		if t.Weak[a.Kind] {
			extra = f.dice.Die(6)
		}
		t.hp -= max(1, dealt-t.Reduction) + extra
		if t.hp <= 0 {
			f.standing[t.Side]--
			f.blocked[cellAt(t.x, t.y)] = false
			return
		}
	}
	if natural == 20 {
		if a.Kind == Steel {
			t.prone = true
		} else {
			t.slowed = true
		}
	}
}
