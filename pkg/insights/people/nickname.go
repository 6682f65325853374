package people

import (
	"slices"
	"strings"
	"sync"
)

// nicknames are first names and what people with them are called; each line
// of a pair stands for the other.
const nicknames = `alexander alex
alexandra alex
andrew andy drew
anthony tony
benjamin ben
catherine cathy kate
charles charlie chuck
christina tina chris
christopher chris
daniel dan danny
david dave
deborah deb debbie
donald don
edward ed eddie
elizabeth liz beth
eugene gene
frederick fred
gabriel gabe
gerald jerry
gregory greg
jacob jake
james jim jimmy
jeffrey jeff
jennifer jen jenny
jessica jess
jonathan jon
joseph joe joey
joshua josh
katherine kathy kate katie
kenneth ken kenny
kimberly kim
lawrence larry
leonard leo
margaret maggie peggy
matthew matt
michael mike mikey
nathan nate
nicholas nick
patricia pat patty
patrick pat
peter pete
philip phil
raymond ray
rebecca becky
richard rich rick
robert rob bob bobby robb
ronald ron
samantha sam
samuel sam
stephanie steph
stephen steve
steven steve
susan sue
theodore ted theo
thomas tom tommy
timothy tim
victoria vicky
vincent vince vinny
walter walt
william will bill billy
zachary zach zack`

// calledLike has for each folded first name what people with it are called.
var calledLike = sync.OnceValue(func() map[string][]string { //nolint:gochecknoglobals // read once, never changed
	out := map[string][]string{}
	for line := range strings.Lines(nicknames) {
		group := strings.Fields(line)
		for _, name := range group {
			out[name] = append(out[name], group...)
		}
	}
	return out
})

// CalledLike returns a folded first name and what people with it are called,
// sorted.
func CalledLike(first string) []string {
	out := append([]string{first}, calledLike()[first]...)
	slices.Sort(out)
	return slices.Compact(out)
}
