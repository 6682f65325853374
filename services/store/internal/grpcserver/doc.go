// Package grpcserver puts the catalog on the wire: the read service and the
// admin service, which are served on different listeners. It converts and
// bounds; what a change is and who may read what is decided elsewhere.
package grpcserver
