// Package k8s holds the tests of the manifests beside it: they are built as
// kubectl does, read as strictly as the cluster can, and held to what every
// part of the system must have.
package k8s
