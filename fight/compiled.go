package fight

import "rulec/interp"

// compiled is generated code that was compiled into this binary.
var compiled []*interp.Native

// Register adds generated code. It serves whatever scene it was generated for,
// wherever one is prepared; call it before, as from init.
func Register(code *interp.Native) { compiled = append(compiled, code) }

// attach gives a program the code that was generated for it, and tells whether there
// is any. All other scenes are played without.
func attach(p *interp.Program) bool {
	if len(compiled) == 0 {
		return false
	}
	digest := interp.Generate(p).Digest()
	for _, code := range compiled {
		if code.Digest == digest {
			p.AttachVerified(code)
			return true
		}
	}
	return false
}

// Compiled tells how many scenes this binary holds generated code for.
func Compiled() int { return len(compiled) }
