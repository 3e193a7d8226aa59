package sim

import (
	"math/big"
	"math/bits"
	"slices"
)

// maxBins bounds the memory of a histogram. Beyond it bins are twice as wide.
const maxBins = 4096

// Hist is the values a measure had: exact sums, and a histogram.
//
// A bin holds the values with the same value >> shift, and shift is the least for
// which there are no more than maxBins bins. That depends on which values came and
// not on their order, as do all other fields: adding and joining commute.
type Hist struct {
	bins      map[int64]uint64
	shift     uint
	n         uint64 // values
	absent    uint64 // times there was none
	low, high int64  // of the values, where there are any
	above     uint64 // values above 0
	below     uint64 // and below
	sum       wide
	squares   wide
}

// Add counts a value.
func (h *Hist) Add(v int64) {
	if h.bins == nil {
		h.bins = map[int64]uint64{}
	}
	if h.n == 0 {
		h.low, h.high = v, v
	}
	h.low, h.high = min(h.low, v), max(h.high, v)
	h.n++
	switch {
	case v > 0:
		h.above++
	case v < 0:
		h.below++
	}
	h.bins[v>>h.shift]++
	h.sum.add(v)
	h.squares.addSquare(v)
	h.narrow()
}

// AddAbsent counts that there was no value.
func (h *Hist) AddAbsent() { h.absent++ }

// Join adds what another histogram holds.
func (h *Hist) Join(o *Hist) {
	h.absent += o.absent
	if o.n == 0 {
		return
	}
	if h.bins == nil {
		h.bins = map[int64]uint64{}
	}
	if h.n == 0 {
		h.low, h.high = o.low, o.high
	}
	h.low, h.high = min(h.low, o.low), max(h.high, o.high)
	h.n += o.n
	h.above += o.above
	h.below += o.below
	if o.shift > h.shift {
		h.widen(o.shift)
	}
	for k, c := range o.bins {
		h.bins[k>>(h.shift-o.shift)] += c
	}
	h.sum.join(&o.sum)
	h.squares.join(&o.squares)
	h.narrow()
}

// Signs counts the values above and below 0.
func (h *Hist) Signs() (above, below uint64) { return h.above, h.below }

// N is how many values there are, and Absent how many encounters had none.
func (h *Hist) N() uint64      { return h.n }
func (h *Hist) Absent() uint64 { return h.absent }

// narrow holds the bound on the number of bins.
func (h *Hist) narrow() {
	for len(h.bins) > maxBins {
		h.widen(h.shift + 1)
	}
}

func (h *Hist) widen(shift uint) {
	wider := make(map[int64]uint64, len(h.bins)/2)
	for k, c := range h.bins {
		wider[k>>(shift-h.shift)] += c
	}
	h.bins, h.shift = wider, shift
}

// reset empties the histogram and keeps its memory.
func (h *Hist) reset() {
	clear(h.bins)
	*h = Hist{bins: h.bins}
}

// Bin is some neighbouring values and how often they came.
type Bin struct {
	Low   int64 // the least value of the bin
	Count uint64
}

// Bins lists the bins that are not empty, in ascending order, and how wide they are.
func (h *Hist) Bins() (bins []Bin, width int64) {
	for k, c := range h.bins {
		bins = append(bins, Bin{k << h.shift, c})
	}
	slices.SortFunc(bins, func(a, b Bin) int {
		if a.Low < b.Low {
			return -1
		}
		return 1
	})
	return bins, 1 << h.shift
}

// count is how often one value came; it is exact where bins are one wide.
func (h *Hist) count(v int64) uint64 { return h.bins[v>>h.shift] }

// Percentile is the least value that at least p of 100 values do not exceed (the
// nearest rank); where bins are wider than one, the least value of its bin.
func (h *Hist) Percentile(p uint64) int64 {
	rank := (h.n*p + 99) / 100
	bins, _ := h.Bins()
	seen := uint64(0)
	for _, b := range bins {
		if seen += b.Count; seen >= rank {
			return max(h.low, b.Low)
		}
	}
	return h.high
}

// wide is a signed number of 192 bits, in two's complement, the low word first.
// Numbers of the machine have less than 53 bits, differences of two less than 54:
// the sum of 2^64 squares has room.
type wide [3]uint64

func (w *wide) plus(lo, mid, hi uint64) {
	var c uint64
	w[0], c = bits.Add64(w[0], lo, 0)
	w[1], c = bits.Add64(w[1], mid, c)
	w[2], _ = bits.Add64(w[2], hi, c)
}

func (w *wide) add(v int64) {
	sign := uint64(v >> 63)
	w.plus(uint64(v), sign, sign)
}

func (w *wide) addSquare(v int64) {
	if v < 0 {
		v = -v
	}
	hi, lo := bits.Mul64(uint64(v), uint64(v))
	w.plus(lo, hi, 0)
}

func (w *wide) join(o *wide) { w.plus(o[0], o[1], o[2]) }

// big is the number as one of package big.
func (w *wide) big() *big.Int {
	x := new(big.Int)
	for i := 2; i >= 0; i-- {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(w[i]))
	}
	if w[2]>>63 != 0 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), 192))
	}
	return x
}

// wideOf is the opposite of big; ok false says that the number has no room.
func wideOf(x *big.Int) (w wide, ok bool) {
	if x.BitLen() > 190 {
		return w, false
	}
	y := new(big.Int).Set(x)
	if y.Sign() < 0 {
		y.Add(y, new(big.Int).Lsh(big.NewInt(1), 192))
	}
	mask := new(big.Int).SetUint64(1<<64 - 1)
	for i := range w {
		w[i] = new(big.Int).And(y, mask).Uint64()
		y.Rsh(y, 64)
	}
	return w, true
}
