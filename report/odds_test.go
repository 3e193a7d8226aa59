package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rulec/lang/diag"
	"rulec/odds"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

func number(n int64) odds.Value {
	return odds.Value{Kind: odds.Number, Number: n, Text: big.NewInt(n).String()}
}

// result is a distribution of numbers from first on, with weights.
func result(query string, first int64, weights ...int64) *odds.Result {
	total := int64(0)
	for _, w := range weights {
		total += w
	}
	r := &odds.Result{Query: query, Open: new(big.Rat), States: 9}
	for i, w := range weights {
		r.Outcomes = append(r.Outcomes, odds.Outcome{Value: number(first + int64(i)), P: big.NewRat(w, total)})
	}
	return r
}

// samples has a result of every shape.
func samples() []*odds.Result {
	partly := result("partly", 1, 1, 2)
	for i := range partly.Outcomes {
		partly.Outcomes[i].P.Quo(partly.Outcomes[i].P, big.NewRat(4, 1))
	}
	partly.Open = big.NewRat(3, 4)
	sampled := result("sampled", 0, 250, 750)
	sampled.Samples, sampled.Seed = 1000, 3
	words := &odds.Result{Query: "who.outcome", Case: "n = 2", Open: new(big.Rat), Outcomes: []odds.Outcome{
		{Value: odds.Value{Text: "hit"}, P: big.NewRat(1, 3)}, {Value: odds.Value{Text: "clean miss"}, P: big.NewRat(2, 3)}}}
	truth := &odds.Result{Query: "a > b", Open: new(big.Rat), Outcomes: []odds.Outcome{
		{Value: odds.Value{Kind: odds.Truth, Text: "no"}, P: big.NewRat(1, 70_000)},
		{Value: odds.Value{Kind: odds.Truth, Number: 1, Text: "yes"}, P: big.NewRat(69_999, 70_000)}}}
	absent := result("maybe", 4, 1, 1)
	absent.Unit = "round"
	for i := range absent.Outcomes {
		absent.Outcomes[i].P = big.NewRat(1, 4)
	}
	absent.Outcomes = append([]odds.Outcome{{Value: odds.Value{Kind: odds.Absent, Text: "none"}, P: big.NewRat(1, 2)}}, absent.Outcomes...)
	return []*odds.Result{result("d6", 1, 1, 1, 1, 1, 1, 1), result("always", 5, 1), words, truth, absent, partly, sampled, many(100)}
}

// many is a triangle of n values, from below 0 on.
func many(n int) *odds.Result {
	w := make([]int64, n)
	for i := range w {
		w[i] = int64(min(i, n-1-i)) + 1
	}
	return result("many", -30, w...)
}

func text(t *testing.T, opt OddsOptions, list ...*odds.Result) string {
	t.Helper()
	var b strings.Builder
	if err := Odds(&b, list, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestOddsText(t *testing.T) {
	golden(t, "odds.txt", text(t, OddsOptions{Width: 80}, samples()...))
	golden(t, "odds_ascii_50.txt", text(t, OddsOptions{Width: 50, ASCII: true}, samples()...))
}

// No line is wider than the terminal, and bars are only what they may be.
func TestOddsWidth(t *testing.T) {
	for width := 30; width < 140; width += 7 {
		for _, line := range strings.Split(text(t, OddsOptions{Width: width, ASCII: true}, samples()[0]), "\n") {
			if len(line) > width && !strings.Contains(line, "mean ") && !strings.Contains(line, "percentiles: ") {
				t.Errorf("%d columns: %q", width, line)
			}
			if strings.ContainsFunc(line, func(r rune) bool { return r > 0x7F }) {
				t.Errorf("not ASCII: %q", line)
			}
		}
	}
}

// A bar is as long as its share: in eighths, and never nothing for something.
func TestBar(t *testing.T) {
	for _, c := range []struct {
		num, den int64
		want     string
	}{{1, 1, "████"}, {1, 2, "██"}, {1, 32, "▏"}, {1, 1000, "▏"}, {31, 32, "███▉"}, {0, 1, ""}} {
		p := &oddsPrinter{}
		if got := p.bar(big.NewRat(c.num, c.den), 4); got != c.want {
			t.Errorf("%d/%d is %q, not %q", c.num, c.den, got, c.want)
		}
	}
}

// Groups lose nothing, and are few.
func TestGroups(t *testing.T) {
	for _, n := range []int{41, 60, 99, 100, 333, 1000} {
		r := many(n)
		rows, note := rowsOf(r, false)
		sum := new(big.Rat)
		for _, x := range rows {
			sum.Add(sum, x.p)
		}
		if len(rows) > mostRows || len(rows) < 12 || note == "" || sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%d values: %d groups with %s together, %q", n, len(rows), sum, note)
		}
		if rows[len(rows)-1].atMost.Cmp(sum) != 0 || rows[0].atLeast.Cmp(sum) != 0 {
			t.Errorf("%d values: the sums are of the wrong ends", n)
		}
		if all, _ := rowsOf(r, true); len(all) != n {
			t.Errorf("%d of %d are all", len(all), n)
		}
	}
}

// The JSON of every shape reads back as what was written.
func TestOddsJSON(t *testing.T) {
	var b bytes.Buffer
	list := samples()
	if err := OddsJSON(&b, list); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&b)
	for _, r := range list {
		var got struct {
			Query    string
			Exact    bool
			Outcomes []struct {
				Value any
				P     string
				Prob  float64
				CI95  []float64
				Upper string
			}
			Mean *float64
			SD   *float64
			Open string
		}
		if err := dec.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if got.Query != r.Query || got.Exact != r.Exact() || len(got.Outcomes) != len(r.Outcomes) {
			t.Fatalf("%+v", got)
		}
		for i, o := range got.Outcomes {
			p, ok := new(big.Rat).SetString(o.P)
			if !ok || p.Cmp(r.Outcomes[i].P) != 0 {
				t.Errorf("%s: %q", r.Query, o.P)
			}
			if f, _ := p.Float64(); f != o.Prob {
				t.Errorf("%s: %v is not %s", r.Query, o.Prob, o.P)
			}
			if (o.CI95 != nil) != (r.Samples > 0) || (o.Upper != "") != (r.Open.Sign() > 0) {
				t.Errorf("%s: %+v", r.Query, o)
			}
		}
		if (got.Mean != nil) != (r.Mean() != nil) || (got.SD != nil) != (r.Mean() != nil) || (got.Open != "") != (r.Open.Sign() > 0) {
			t.Errorf("%s: %+v", r.Query, got)
		}
	}
	var one any
	if err := dec.Decode(&one); !errors.Is(err, io.EOF) {
		t.Errorf("more than asked: %v", one)
	}
}

func compared(t *testing.T) []*odds.Comparison {
	t.Helper()
	var log diag.Log
	list := odds.Compare([]*odds.Result{result("lost", 1, 1, 2, 3)}, []*odds.Result{result("lost", 2, 3, 2, 1)}, "given more", &log)
	if len(list) != 1 || log.Errors() > 0 {
		t.Fatal(log.Sorted())
	}
	return list
}

func TestOddsCompared(t *testing.T) {
	list := compared(t)
	var b strings.Builder
	if err := OddsCompared(&b, list, OddsOptions{Width: 72}); err != nil {
		t.Fatal(err)
	}
	golden(t, "odds_compared.txt", b.String())
	b.Reset()
	if err := OddsComparedJSON(&b, list); err != nil {
		t.Fatal(err)
	}
	golden(t, "odds_compared.json", b.String())
}

// A picture is XML, has each bar and label, and is the same each time.
func TestOddsPlot(t *testing.T) {
	draw := func() string {
		var b strings.Builder
		if err := OddsPlot(&b, "svg", samples()[:3]); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	svg := draw()
	if svg != draw() {
		t.Error("another picture of the same")
	}
	dec := xml.NewDecoder(strings.NewReader(svg))
	bars, texts := 0, map[string]bool{}
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := tok.(type) {
		case xml.StartElement:
			for _, a := range x.Attr {
				if x.Name.Local == "path" && a.Name.Local == "style" && strings.Contains(a.Value, "#0072B2") {
					bars++
				}
			}
		case xml.CharData:
			texts[strings.TrimSpace(string(x))] = true
		}
	}
	if bars != 6+1+2 {
		t.Errorf("%d bars", bars)
	}
	for _, want := range []string{"d6", "6", "who.outcome  with n = 2", "clean miss", "chance in %"} {
		if !texts[want] {
			t.Errorf("the picture does not say %q", want)
		}
	}
	var b bytes.Buffer
	if err := OddsComparedPlot(&b, "png", compared(t)); err != nil || !bytes.HasPrefix(b.Bytes(), []byte("\x89PNG")) {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}
