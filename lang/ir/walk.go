package ir

// EachStmt visits every statement of the program, those inside others after the
// ones they stand in: stages, handlers, and what waits in `once`. Statements of
// proofs are not visited.
func (p *Program) EachStmt(visit func(*Stmt)) {
	for _, ev := range p.Events {
		for _, st := range ev.Stages {
			EachStmt(st.Body, visit)
		}
	}
	for _, b := range p.Blocks {
		if b.Site != nil {
			continue // visited where it stands
		}
		for _, k := range b.Clauses {
			EachStmt(k.Body, visit)
		}
	}
}

// EachStmt visits statements and everything inside them.
func EachStmt(list []*Stmt, visit func(*Stmt)) {
	for _, s := range list {
		if s == nil {
			continue
		}
		visit(s)
		if s.Block != nil {
			for _, k := range s.Block.Clauses {
				EachStmt(k.Body, visit)
			}
		}
		if s.Clause != nil {
			EachStmt(s.Clause.Body, visit)
		}
		for _, a := range s.Arms {
			EachStmt(a.Body, visit)
		}
		EachStmt(s.Body, visit)
		EachStmt(s.Else, visit)
	}
}
