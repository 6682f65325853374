package subscriber

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"net"
	"path/filepath"
	"strings"
	"time"
)

// certificateAge is how long a certificate lasts. It is used once.
const certificateAge = 30 * 24 * time.Hour

// KeyFile returns where the key of an authority lies: beside its certificate.
func KeyFile(authority string) string {
	return strings.TrimSuffix(authority, filepath.Ext(authority)) + ".key"
}

// Certificate issues a certificate for this machine, in the name of the
// authority whose certificate is in a PEM file: the one the hub trusts.
func Certificate(authority string) (tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(authority, KeyFile(authority))
	if err != nil {
		return tls.Certificate{}, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "reviewctl listen"},
		NotBefore:    time.Now().Add(-time.Minute),
		NotAfter:     time.Now().Add(certificateAge),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, pair.Leaf, key.Public(), pair.PrivateKey)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%s: %w", authority, err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
