package proof

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const answers = `
enum force { soft, hard }
resource jabs on creature = 1
action jab(foe: creature, with_what: force) {
  own "test"
  use for jabs
  foe.hp -= with_what == soft ? 1 : 3
}
event permit(who: creature, target: creature)     { own "test"; may offer jab(target) to who }
event permit_one(who: creature, target: creature) { own "test"; may offer jab(target, soft) to who }
example "what is offered open may be named" {
  given a: creature { max_hp: 10 }
        b: creature { max_hp: 10 }
  when  do permit(a, b)
        a takes jab(b, hard)
  then  b.hp == 7
}
example "nobody else than who is offered" {
  given a: creature { max_hp: 10 }
        b: creature { max_hp: 10 }
        c: creature { max_hp: 10 }
  when  do permit(a, b)
        a takes jab(c, hard)
  then  c.hp == 10
}
example "nothing else than what is offered" {
  given a: creature { max_hp: 10 }
        b: creature { max_hp: 10 }
  when  do permit_one(a, b)
        a takes jab(b, hard)
  then  b.hp == 10
}
`

// An answer with arguments is one only to an offer that leaves them open or says the
// same.
func TestAnswersKeepToTheOffer(t *testing.T) {
	var got []string
	for _, r := range Run(load(t, answers), Options{}) {
		code := ""
		if r.Failure != nil {
			code = r.Failure.Code
		}
		got = append(got, r.Proof.Title+": "+code)
	}
	want := []string{"what is offered open may be named: ", "nobody else than who is offered: E0605", "nothing else than what is offered: E0605"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
