// Package lang holds what its subpackages together stand for: one language, of which
// there are editions.
package lang

// Edition is the edition of the language that this rulec reads. A pack may name the
// one it was written for, `edition = 2026` in its pack.toml; a change of the language
// that would change what an old pack means comes with a new edition.
const Edition = 2026
