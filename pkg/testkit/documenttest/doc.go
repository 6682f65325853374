// Package documenttest reads the published documents with the libraries that
// consumers use, and holds them to the published schemas. It has only tests;
// they stand here so that those libraries stay out of package document.
package documenttest
