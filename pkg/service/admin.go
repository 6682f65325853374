package service

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/netip"
	"strings"
)

// Admin is how the operator reaches a process.
type Admin struct {
	Listen    string // address of the admin service
	Token     string // what its callers must know; empty asks for none
	TokenFile string // file that Token was read from
}

// Admin declares the settings of an admin service, which listens at an address
// on loopback unless told otherwise. Beyond loopback it wants a token.
func (f *Flags) Admin(a *Admin, listen string) {
	f.String(&a.Listen, "admin-listen", listen, "address of the admin service; beyond loopback it wants a token")
	f.Secret(&a.Token, "admin-token", "token that callers of the admin service must know")
	f.String(&a.TokenFile, "admin-token-file", "", "file that holds the token, instead of admin-token")
	f.Check("admin-token-file", a.readToken)
	f.Check("admin-listen", a.checkListen)
}

// readToken takes the token from its file.
func (a *Admin) readToken() error { return ReadSecret(&a.Token, a.TokenFile) }

// checkListen keeps an open admin service off the network.
func (a *Admin) checkListen() error {
	host, _, err := net.SplitHostPort(a.Listen)
	if err != nil {
		return errors.New("want host:port")
	}
	address, err := netip.ParseAddr(host)
	loopback := host == "localhost" || err == nil && address.IsLoopback()
	if !loopback && a.Token == "" {
		return errors.New("an admin service beyond loopback needs an admin-token")
	}
	return nil
}

// BearerKnows returns whether one of the values of an Authorization field has
// a token as a bearer token (RFC 6750 §2.1). How long that takes tells nothing
// of the token, its length included.
func BearerKnows(values []string, token string) bool {
	want := sha256.Sum256([]byte(token))
	for _, value := range values {
		scheme, given, _ := strings.Cut(value, " ")
		got := sha256.Sum256([]byte(given))
		if strings.EqualFold(scheme, "bearer") && subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
			return true
		}
	}
	return false
}
