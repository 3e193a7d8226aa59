package interp

import (
	"slices"
)

// Lists that generated code walks and makes.

// Living lists the living of a record.
func (k *Core) Living(record int64) []int64 { return (*Machine)(k).living(record) }

// Beside lists the squares around one.
func (k *Core) Beside(place int64) []int64 {
	x, y := place&0xFFFF, place>>16
	if w := k.grid; w != nil && x < w.w && uint64(y) < uint64(w.h) {
		if list := k.near[y*w.w+x]; list != nil {
			return list
		}
	}
	return (*Machine)(k).around8(place)
}

// FirstAt is the first node of the list of who is at a place, or less than 0.
func (k *Core) FirstAt(place int64) int64 {
	x, y := place&0xFFFF, place>>16
	if w := k.grid; w != nil && x < w.w && uint64(y) < uint64(w.h) {
		return k.mem[w.cells+y*w.w+x]
	}
	return -1
}

// WhoAt is who a node names, or None if it is not alive; NextAt is the next node.
func (k *Core) WhoAt(node int64) int64 {
	if e := k.mem[k.grid.nodes+2*node]; k.mem[e+entAlive] != 0 {
		return e
	}
	return None
}

// NextAt is the node after one.
func (k *Core) NextAt(node int64) int64 { return k.mem[k.grid.nodes+2*node+1] }

// Room takes room for a list of n items with w words each beside it, and makes it
// an empty list.
func (k *Core) Room(n, w int64) int64 {
	at := k.top
	if k.top += int(n+n*w) + 1; k.top > len(k.mem) {
		(*Machine)(k).grow()
	}
	k.mem[at] = 0
	return int64(at)
}

// List puts a list on the stack.
func (k *Core) List(items ...int64) int64 { return (*Machine)(k).listOf(items) }

// Holds tells whether a list of plain words has one.
func (k *Core) Holds(list, v int64) bool {
	for i, n := list+1, list+k.mem[list]; i <= n; i++ {
		if k.mem[i] == v {
			return true
		}
	}
	return false
}

// Contains tells whether a list has an entity.
func (k *Core) Contains(list []int64, e int64) bool { return slices.Contains(list, e) }

// Append adds an item to a list that was taken with room for it.
func (k *Core) Append(list, v int64) {
	n := k.mem[list] + 1
	k.mem[list], k.mem[list+n] = n, v
}

// Copy appends the items of a list.
func (k *Core) Copy(list int64, to []int64) []int64 {
	return append(to, k.mem[list+1:list+1+k.mem[list]]...)
}

// Close gives back the room behind a list.
func (k *Core) Close(list int64) { k.top = int(list + k.mem[list] + 1) }

// Last adds an item at the end, if its key is not less than that of the one before.
func (k *Core) Last(list, room, item, key int64) bool {
	n := k.mem[list]
	if n > 0 && k.mem[list+room+n] > key {
		return false
	}
	k.mem[list], k.mem[list+n+1], k.mem[list+room+n+1] = n+1, item, key
	return true
}

// Insert adds an item behind those with a key that is not greater. The keys lie
// behind the room of the list.
func (k *Core) Insert(list, room, item, key int64) {
	mem := k.mem[list : list+2*room+1]
	n := mem[0]
	i := n
	for i > 0 && mem[room+i] > key {
		mem[i+1], mem[room+i+1] = mem[i], mem[room+i]
		i--
	}
	mem[i+1], mem[room+i+1] = item, key
	mem[0] = n + 1
}

// InsertBy is Insert by several keys, the first deciding first.
func (k *Core) InsertBy(list, room, item int64, by ...int64) {
	n, w := k.mem[list], int64(len(by))
	keys := list + 1 + room
	i := n
	for ; i > 0 && less(by, k.mem[keys+(i-1)*w:]); i-- {
		k.mem[list+i+1] = k.mem[list+i]
		copy(k.mem[keys+i*w:keys+i*w+w], k.mem[keys+(i-1)*w:keys+i*w])
	}
	k.mem[list+i+1] = item
	copy(k.mem[keys+i*w:], by)
	k.mem[list] = n + 1
}

func less(a, b []int64) bool {
	for i, x := range a {
		if x != b[i] {
			return x < b[i]
		}
	}
	return false
}
