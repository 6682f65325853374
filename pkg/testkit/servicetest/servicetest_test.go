package servicetest

import "testing"

// So many addresses are drawn that two would be the same by chance.
func TestFreeAddressIsGivenOnce(t *testing.T) {
	t.Parallel()
	given := map[string]bool{}
	for range 400 {
		address := FreeAddress(t)
		if given[address] {
			t.Fatalf("%s was given twice", address)
		}
		given[address] = true
	}
}
