// Package reviewpb converts between the domain and its protobuf form, and
// between domain errors and gRPC statuses. It is the only converter: whoever
// adds a member to a domain type carries it here, and a test fails until they
// do.
//
// FromX writes the wire form of an X, which cannot fail. ToX reads one, which
// fails with ErrMalformed when the peer sent something that no valid X writes.
package reviewpb
