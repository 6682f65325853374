// Package grpcserver puts the catalog on the wire: the read service and the
// admin service, which are served on different listeners. It converts and
// bounds; what a change is and who may read what is decided elsewhere.
package grpcserver

// The names of the services on the wire, by which clients ask for their health.
const (
	ReadService  = "reviews.v1.ReviewService"
	AdminService = "reviews.v1.AdminService"
)
