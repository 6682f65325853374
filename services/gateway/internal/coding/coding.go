// Package coding chooses among the content codings that a client accepts
// (RFC 9110 §12.5.3) and encodes bodies in them.
package coding

// Coding is a content coding that the gateway can produce.
type Coding uint8

// The codings, Identity being none at all.
const (
	Identity Coding = iota
	Gzip
	Zstd
	Brotli
)

// Count is the number of codings.
const Count = 4

// String returns the name of the coding as Content-Encoding has it.
func (c Coding) String() string {
	return [Count]string{"identity", "gzip", "zstd", "br"}[c]
}
