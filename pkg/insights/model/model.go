package model

import (
	_ "embed"
	"sync"

	"github.com/reviewdata/reviewdata/pkg/insights/embedding"
	"github.com/reviewdata/reviewdata/pkg/insights/network"
)

// Classes of the polarity model.
const (
	Negative = iota
	Neutral
	Positive
	Polarities
)

// Model is everything that was learned.
type Model struct {
	Aspects  []string // ids, the classes of Detector
	Detector *Linear  // one yes or no per aspect
	Polarity *Linear  // Negative, Neutral or Positive
	Ensemble []Member // at least one
	Judge    Judge

	once    sync.Once // readers remember words: one of each for all analysers
	readers network.Ensemble
}

// Member is a network, and the vectors of words that have learned with it. Those of the
// first are complete; the others tell what they differ by from them.
type Member struct {
	Network *network.Network
	Vectors *embedding.Table
}

// Words has the rows of words, which are the same for all members.
func (m *Model) Words() *embedding.Table { return m.Ensemble[0].Vectors }

// Readers read texts with the networks.
func (m *Model) Readers() network.Ensemble {
	m.once.Do(func() {
		for _, member := range m.Ensemble {
			m.readers = append(m.readers, network.NewReader(member.Network, member.Vectors))
		}
	})
	return m.readers
}

//go:embed weights.bin
var weights []byte

// Load returns the embedded model. It is unpacked once for the whole process,
// because it takes some twenty megabytes, and must not be changed.
func Load() (*Model, error) { return embedded() }

var embedded = sync.OnceValues(func() (*Model, error) { return Decode(weights) }) //nolint:gochecknoglobals // read once, never changed
