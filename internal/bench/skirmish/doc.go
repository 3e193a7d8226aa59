// Package skirmish is one fight of four against four, written by hand in Go: the
// measure for what the same rules cost as a rule pack (internal/bench/pack). It
// is written as one would write it for speed, with arrays and without
// allocation, and decides and throws exactly what the pack does.
//
// # The ground
//
// 20 x 20 squares, x to the right and y downwards. Some hold a rock. Nobody
// enters a square with a rock or with a creature that stands; who has fallen is
// in nobody's way. Distance is counted in king's steps. The reading order of
// squares is by y, then by x. Creatures are numbered from 0 to 7, in the order in
// which the scene lists them.
//
// # A fight
//
//  1. In the order of their numbers all throw a d20 and add their initiative.
//  2. The turn order is by initiative, the higher first, and by number where it
//     is equal. It stays as it is.
//  3. While both sides have somebody standing, and for 100 rounds at most, there
//     is a round: in turn order, each creature that stands when its place comes
//     up takes a turn. A round is always played to its end (without foes a turn
//     does nothing), and then counted.
//  4. The side that alone has somebody standing has won.
//
// # A turn
//
//  1. Everybody, on both sides, has one opportunity attack for this turn.
//  2. The creature approaches. It may take as many steps as its speed is now: its
//     pace, or 2 if it is slowed; what befalls it on the way does not change the
//     number. Before each step it stops if it has fallen or has a foe in reach (a
//     foe being an enemy that stands, in reach one at a distance of at most its
//     reach).
//     a. It turns to the nearest foe, the lowest number of several.
//     b. Of the eight squares around it, those on the map, free, and not farther
//     from that foe than its own are considered; of these the nearest to the
//     foe is taken, of several the first in reading order. If there is none, it
//     stops.
//     c. Before it leaves, each foe that has it in reach and still has its
//     opportunity attack makes it, in turn order, as long as the mover stands.
//     Then it moves, if it stands.
//  3. If it stands, it attacks the foe in reach with the fewest hit points, of
//     several the lowest number.
//  4. It is no longer prone nor slowed.
//
// # An attack
//
//  1. A d20 is thrown. The bonus is the attacker's, less 2 if it is prone, less 2
//     if it is slowed, and 2 more if the target is flanked: if two of its foes
//     have it in reach and stand three or more steps apart on the ring of eight
//     squares around it (space.RingSteps), whoever the attacker is.
//  2. A 20 hits, a 1 misses, else die and bonus must reach the target's defense.
//  3. A hit throws the attacker's damage dice, one after the other, and a 20 a d6
//     on top. The sum is less the target's resistance to this kind of damage, at
//     least 0. If something is left: a weakness against this kind throws its d6;
//     damage reduction is taken off, leaving at least 1; then what the weakness
//     threw is added, which no reduction touches. All this is taken from the
//     target's hit points. At 0 or less it falls.
//  4. If a 20 left the target standing, it is prone (steel) or slowed (fire) until
//     the next end of one of its turns; if it is its turn now, that is this one.
//
// # Dice
//
// All dice come from one dice.Rand, in the order in which they are named above:
// eight d20 for initiative; then, for each attack in the order in which attacks
// happen: d20; if it hits, the damage dice; if it is a 20, d6; if a weakness is
// met, d6.
package skirmish
