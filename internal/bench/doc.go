// Package bench measures what rules cost. It has tests only.
//
//   - skirmish/ is a fight of four against four by hand, in Go; its essay is the
//     specification of what is decided and in which order the dice fall.
//   - pack/ is the same fight as rules.
//   - TestSame holds that both end alike, for thousands of fights.
//   - BenchmarkSkirmish gives the processor time of both and their ratio,
//     BenchmarkEvent the price of single parts (testdata/drill.rule).
//   - BenchmarkOdds prices exact mode: throws and attacks explored whole
//     (testdata/odds.rule).
//   - FuzzFormula compares lowered formulas with the virtual machine of expr.
package bench
