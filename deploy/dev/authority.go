package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// authorityAge is how long the authority lasts: longer than any data
// directory of a trial.
const authorityAge = 10 * 365 * 24 * time.Hour

// authority is the file of the certificate that the hub trusts when it calls a
// subscriber on this machine.
func (c config) authority() string { return filepath.Join(c.data, "callback-ca.pem") }

// authorityKey is the file of its key, by which a subscriber on this machine
// makes itself a certificate. reviewctl looks for it beside the other.
func (c config) authorityKey() string { return filepath.Join(c.data, "callback-ca.key") }

// makeAuthority makes a certificate authority, unless there is one. The
// certificate is written last, so that it never stands without its key.
func makeAuthority(certificateFile, keyFile string) error {
	if _, err := os.Stat(certificateFile); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	template := authorityTemplate(time.Now())
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return err
	}
	if err := writePEM(keyFile, "PRIVATE KEY", secret, 0o600); err != nil {
		return err
	}
	return writePEM(certificateFile, "CERTIFICATE", certificate, 0o644)
}

// authorityTemplate describes an authority that can vouch for this machine
// only: should its key get about, it is of no use elsewhere.
func authorityTemplate(now time.Time) *x509.Certificate {
	loopback := []*net.IPNet{
		{IP: net.IPv4(127, 0, 0, 0).To4(), Mask: net.CIDRMask(8, 32)},
		{IP: net.IPv6loopback, Mask: net.CIDRMask(128, 128)},
	}
	return &x509.Certificate{
		SerialNumber:                big.NewInt(1),
		Subject:                     pkix.Name{CommonName: "subscribers on this machine"},
		NotBefore:                   now.Add(-time.Hour),
		NotAfter:                    now.Add(authorityAge),
		IsCA:                        true,
		BasicConstraintsValid:       true,
		MaxPathLenZero:              true,
		KeyUsage:                    x509.KeyUsageCertSign,
		PermittedDNSDomainsCritical: true,
		PermittedDNSDomains:         []string{"localhost"},
		PermittedIPRanges:           loopback,
	}
}

// writePEM writes a file whole or not at all.
func writePEM(name, kind string, der []byte, mode fs.FileMode) error {
	text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*") // with 0600 from the start
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Chmod(mode), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
