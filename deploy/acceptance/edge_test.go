package acceptance

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The edge serves over TLS and HTTP/2 with a certificate of its own authority,
// and leads there from plain HTTP.
func TestEdgeHasACertificate(t *testing.T) {
	if !overlay("tls") {
		t.Skip("there is no edge with certificates")
	}
	p := newProject(t)
	plain, secure := port(t), datagramPort(t)
	origin := "https://localhost:" + secure
	p.env = append(p.env, "REVIEWS_HTTP_PORT="+plain, "REVIEWS_HTTPS_PORT="+secure, "REVIEWS_BASE_URL="+origin, "DEMO="+filepath.Join(root(t), "deploy/demo"))
	p.setHubs(t, nil)
	p.compose(t, "up", "--detach", "--wait", "--no-build")
	authority := filepath.Join(t.TempDir(), "root.crt")
	p.compose(t, "cp", "edge:/data/caddy/pki/authorities/local/root.crt", authority)
	text, err := os.ReadFile(authority)
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	if !trusted.AppendCertsFromPEM(text) {
		t.Fatalf("no certificate in %q", text)
	}
	client := &http.Client{
		Timeout:       20 * time.Second,
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for address, want := range map[string]int{origin + "/reviews.json": 200, "http://localhost:" + plain + "/": 308} {
		response, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want || want == 200 && (response.ProtoMajor != 2 || !strings.Contains(response.Header.Get("Link"), origin)) {
			t.Errorf("GET %s: %s %s, links %q", address, response.Proto, response.Status, response.Header.Get("Link"))
		}
	}
}

// datagramPort returns a port that nobody listens on, not for datagrams either.
func datagramPort(t testing.TB) string {
	t.Helper()
	held, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	_, port, _ := net.SplitHostPort(held.LocalAddr().String())
	return port
}
