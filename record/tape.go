package record

import (
	"fmt"

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
		face := shows - pool.Const
		if face < 0 && t.err == nil {
			t.err = fmt.Errorf("%s showed %d, and an example names no dice below nought", pool, face)
		}
		t.faces = append(t.faces, face)
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
	if t.picks = append(t.picks, s); len(t.picks) > interp.MaxAnswers && t.err == nil {
		t.err = fmt.Errorf("more than %d choices were made by no tactic: give whoever is not played a tactic", interp.MaxAnswers)
	}
}
