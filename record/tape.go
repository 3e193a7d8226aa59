package record

import (
	"rulec/dice"
	"rulec/interp"
)

// Tape is a trace that also notes what an example of the fight has to name.
type Tape struct {
	*interp.Recorder
	faces []int64  // of every draw that could have shown something else
	picks []string // answers of those who play by no tactic
	write *writer
	err   error
}

// NewTape makes an empty tape around a trace.
func NewTape(rec *interp.Recorder) *Tape { return &Tape{Recorder: rec} }

// Rolled notes what a draw shows, without the constant that a proof adds itself.
func (t *Tape) Rolled(m *interp.Machine, h int, pool dice.Pool, shows int64) {
	t.Recorder.Rolled(m, h, pool, shows)
	if lo, hi := pool.Bounds(); lo != hi {
		t.faces = append(t.faces, shows-pool.Const)
	}
}

// Chosen notes an answer that no tactic gave. Declining is what a proof does by
// itself.
func (t *Tape) Chosen(m *interp.Machine, q *interp.Question, answer int) {
	t.Recorder.Chosen(m, q, answer)
	if answer < 0 || q.Order || m.Plays(q.Who) || t.write == nil {
		return
	}
	s, err := t.write.pick(m, q, answer)
	if err != nil && t.err == nil {
		t.err = err
	}
	t.picks = append(t.picks, s)
}
