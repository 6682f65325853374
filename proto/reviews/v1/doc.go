// Package reviewsv1 is the wire contract between the store and the services
// and operators that use it, generated from the .proto files beside it. Only
// the edges know it: everything else speaks the types of package review.
package reviewsv1
