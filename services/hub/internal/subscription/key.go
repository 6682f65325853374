package subscription

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Key names a subscription, which is the pair of topic and callback (W3C
// WebSub §5.1). It is safe to log: the callback cannot be told from it.
type Key struct {
	Topic Topic
	Host  string // hash of the callback's host, so that those of one host can be found
	ID    string // hash of topic and callback
}

// The parts of a hash that a key keeps, in bytes.
const (
	idLength   = 16
	hostLength = 8
)

// NewKey returns the key of a callback at a topic. Two spellings of a callback
// that differ only in escapes that are not needed have the same key.
func NewKey(topic Topic, callback string) Key {
	return Key{
		Topic: topic,
		Host:  digest(HostOf(callback), hostLength),
		ID:    digest(string(topic)+"\x00"+normal(callback), idLength),
	}
}

// HostOf returns the host of a callback in the one form that limits per host go
// by: in lower case, without the dot of the root, and an address the short way
// and without a zone.
func HostOf(callback string) string {
	u, err := url.Parse(callback)
	if err != nil {
		return ""
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if a, err := netip.ParseAddr(host); err == nil {
		return a.Unmap().WithZone("").String()
	}
	return host
}

func digest(text string, length int) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:length])
}

// Shards is the number of parts that the subscriptions are dealt out in: so
// many replicas of the hub can share the work.
const Shards = 64

// Shard returns the part that the subscription belongs to, from 0.
func (k Key) Shard() int {
	first, err := strconv.ParseUint(k.ID[:min(2, len(k.ID))], 16, 8)
	if err != nil {
		return 0 // of a zero key, which names nothing
	}
	return int(first) % Shards
}

// String returns the form that buckets and subjects use: shard.topic.host.id.
func (k Key) String() string {
	return strconv.Itoa(k.Shard()) + "." + string(k.Topic) + "." + k.Host + "." + k.ID
}

// ParseKey reads what String returned.
func ParseKey(text string) (Key, error) {
	parts := strings.Split(text, ".")
	const fields = 4
	if len(parts) != fields || !slices.Contains(Topics(), Topic(parts[1])) ||
		!isDigest(parts[2], hostLength) || !isDigest(parts[3], idLength) {
		return Key{}, fmt.Errorf("%q is no key of a subscription", text)
	}
	k := Key{Topic: Topic(parts[1]), Host: parts[2], ID: parts[3]}
	if strconv.Itoa(k.Shard()) != parts[0] {
		return Key{}, fmt.Errorf("%q is in the wrong shard", text)
	}
	return k, nil
}

func isDigest(text string, length int) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == length && strings.ToLower(text) == text
}
