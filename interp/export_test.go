package interp

// KeepNothing makes a machine ask every formula anew.
func (m *Machine) KeepNothing() { m.forgetful = true }
