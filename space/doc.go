// Package space is integer geometry: on a grid of squares and, in plane.go, on a
// plane of points.
//
// It knows cells, bases, steps and lines, and no game. What a distance is good
// for, who may pass where and what a step costs is decided by its caller.
//
// # Cells
//
// A [Cell] is one square of the grid, packed in an integer: x grows to the
// right, y grows downwards, both from 0 to 32767. Cells compare by y, then by
// x, which is the order in which a page is read; wherever this package says
// "ascending", it means this order. [NoCell] is less than every cell.
//
// # Bases
//
// A thing stands on a base of n x n cells, a [Rect], named by its anchor, the
// cell with the smallest x and y. A step moves the anchor by one cell in one of
// eight directions, and all of the base with it. The anchors at which a base of
// n fits into a grid form a smaller grid, [Grid.Anchors]; whoever moves a large
// base searches in that one.
//
// Distance is [Gap]: the number of king's steps between the two nearest cells
// of two bases. It is 0 if they overlap, and 1 if they touch, be it only at a
// corner. It is never measured from one particular cell of a base.
//
// # The ring
//
// The cells that touch a base of n x n from outside form a closed ring of
// 4n + 4 cells. [RingSteps] says how far apart two bases stand, walking on the
// ring around a third. See ring.go for how a base that covers several cells of
// the ring, or stands off it, is counted.
//
// # Lines
//
// A [Corner] is a point where grid lines meet, from 0 to 32768 on both axes. A
// cell is crossed by a segment if the segment, without its ends, has a point
// strictly inside the cell. Running along the edge of a cell, or through its
// corner, is not crossing. All of it is decided with integers, so that a line
// that grazes a corner does so exactly, on every machine.
//
// # Ways
//
// [Search] finds the cheapest ways from an anchor within a budget. A step's cost
// is asked of the caller. Of several ways that cost the same it always finds the
// same one, by a rule that is written there.
//
// # Buffers
//
// Functions that give many cells take a buffer and append to it, as append
// does, and return it. Pass buf[:0] to overwrite. With enough room in the
// buffer nothing is allocated.
package space
