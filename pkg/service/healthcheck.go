package service

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// probeTimeout bounds a health check; it is longer than the checks behind it.
const probeTimeout = 3 * time.Second

// probeBody bounds how much of an answer a health check reads, in bytes.
const probeBody = 64 << 10

// Healthcheck asks a running process on this machine, whose ops address is
// opsAddress, whether it is ready. The error says what is failing. It is what
// the healthcheck subcommand of a service does, for containers without a
// shell.
func Healthcheck(ctx context.Context, opsAddress string) error {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	target := "http://" + dialable(opsAddress) + "/readyz"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return fmt.Errorf("ops address %q: %w", opsAddress, err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusOK {
		return nil
	}
	var status opsStatus
	if err := json.NewDecoder(io.LimitReader(res.Body, probeBody)).Decode(&status); err != nil {
		return fmt.Errorf("not ready: %s", res.Status)
	}
	return fmt.Errorf("not ready: %s", strings.Join(status.Failing, ", "))
}

// dialable turns an address to listen on into one to dial: that of all
// interfaces becomes the loopback address.
func dialable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
