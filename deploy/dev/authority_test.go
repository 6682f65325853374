package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The authority can vouch for this machine and for nothing else.
func TestAuthority(t *testing.T) {
	t.Parallel()
	c := config{data: t.TempDir()}
	if err := makeAuthority(c.authority(), c.authorityKey()); err != nil {
		t.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(c.authority(), c.authorityKey())
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(pair.Leaf)
	for host, want := range map[string]bool{
		"127.0.0.1": true, "127.9.9.9": true, "::1": true, "localhost": true,
		"10.0.0.1": false, "192.168.1.1": false, "2001:4860::1": false, "example.com": false, "notlocalhost": false,
	} {
		leaf := issue(t, pair, host)
		_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: host})
		if got := err == nil; got != want {
			t.Errorf("a certificate for %s is good = %t, want %t: %v", host, got, want, err)
		}
	}
}

// issue makes a certificate of an authority for a host.
func issue(t *testing.T, authority tls.Certificate, host string) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		NotBefore:    time.Now().Add(-time.Minute),
		NotAfter:     time.Now().Add(time.Hour),
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(host); ip != nil {
		template.IPAddresses = []net.IP{ip}
	} else {
		template.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, authority.Leaf, key.Public(), authority.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return leaf
}

// The authority stays the same from start to start, its key is for its owner
// only, and a start that was interrupted in between is made good.
func TestAuthorityIsKept(t *testing.T) {
	t.Parallel()
	c := config{data: t.TempDir()}
	if err := os.WriteFile(c.authorityKey(), []byte("half a k"), 0o600); err != nil {
		t.Fatal(err)
	}
	var certificates []string
	for range 2 {
		if err := makeAuthority(c.authority(), c.authorityKey()); err != nil {
			t.Fatal(err)
		}
		if _, err := tls.LoadX509KeyPair(c.authority(), c.authorityKey()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(c.authority())
		if err != nil {
			t.Fatal(err)
		}
		certificates = append(certificates, string(text))
	}
	if certificates[0] != certificates[1] {
		t.Error("the second start makes another authority")
	}
	info, err := os.Stat(c.authorityKey())
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the key has mode %o, want 600", mode)
	}
	if err := makeAuthority(filepath.Join(c.data, "none", "ca.pem"), c.authorityKey()); err == nil {
		t.Error("no error for a directory that is not there")
	}
}
