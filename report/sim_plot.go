package report

import (
	"errors"
	"rulec/sim"
	"strings"
)

// CanPlot tells whether a file's name says how it is to be drawn.
func CanPlot(name string) bool { return strings.HasSuffix(name, ".svg") || strings.HasSuffix(name, ".png") }

// SimPlot draws.
func SimPlot(name string, s *sim.Summary) error { return errors.New("soon") }
