package mutate

import "rulec/dice"

// picker hands out proposals until enough of them have turned out to be mutants.
// Each operator has its proposals in an order that the seed gives, and the same
// share of the limit as the others, as far as its proposals go.
type picker struct {
	left  [][]*Mutant // by operator
	valid []int       // by operator
	limit int         // 0: all
}

func newPicker(all []*Mutant, limit int, seed uint64) *picker {
	p := &picker{left: make([][]*Mutant, len(Operators)), valid: make([]int, len(Operators)), limit: limit}
	at := operatorIndex()
	for _, m := range all {
		p.left[at[m.Operator]] = append(p.left[at[m.Operator]], m)
	}
	if limit == 0 {
		return p
	}
	for i, list := range p.left {
		rand := dice.Seeded(seed, uint64(i))
		for j := len(list) - 1; j > 0; j-- {
			k := int(rand.Below(uint64(j + 1)))
			list[j], list[k] = list[k], list[j]
		}
	}
	return p
}

func operatorIndex() map[string]int {
	out := map[string]int{}
	for i, o := range Operators {
		out[o.Name] = i
	}
	return out
}

// next hands out as many proposals as are still missing.
func (p *picker) next() []*Mutant {
	var out []*Mutant
	if p.limit == 0 {
		for i, list := range p.left {
			out = append(out, list...)
			p.left[i] = nil
		}
		return out
	}
	have := append([]int(nil), p.valid...)
	missing := p.limit
	for _, n := range have {
		missing -= n
	}
	for ; missing > 0; missing-- {
		least := -1
		for i := range have {
			if len(p.left[i]) > 0 && (least < 0 || have[i] < have[least]) {
				least = i
			}
		}
		if least < 0 {
			break
		}
		out = append(out, p.left[least][0])
		p.left[least] = p.left[least][1:]
		have[least]++
	}
	return out
}

// count is told which of those that were handed out are mutants.
func (p *picker) count(tried []*Mutant) {
	at := operatorIndex()
	for _, m := range tried {
		if m.Status != "" {
			p.valid[at[m.Operator]]++
		}
	}
}
