// Package rulec carries the standard library and the packs inside the binary,
// so that an installed rulec works in an empty folder.
package rulec

import "embed"

// Files holds stdlib/*.rule and the packs under rules/.
//
//go:embed stdlib rules
var Files embed.FS
