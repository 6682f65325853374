package callbacktest

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"syscall"
)

// connKey is what the context of a request has its connection under.
type connKey struct{}

func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// sender is who waits for the answer to a request.
type sender struct{ socket syscall.RawConn }

func senderOf(r *http.Request) *sender {
	c, isTLS := r.Context().Value(connKey{}).(*tls.Conn)
	if !isTLS {
		panic("callbacktest: a request that came over no connection of TLS")
	}
	tcp, isTCP := c.NetConn().(*net.TCPConn)
	if !isTCP {
		panic("callbacktest: a connection that is not of TCP")
	}
	socket, err := tcp.SyscallConn()
	if err != nil {
		panic("callbacktest: " + err.Error())
	}
	return &sender{socket}
}

// gone reports whether the sender has given up, or its process has ended. The
// kernel knows it before anything can come that was sent afterwards, however
// late a busy machine wakes the goroutine that waits to hear of it. Who waits for
// an answer of HTTP/1.1 sends nothing: what there is to read is a goodbye, or the
// end.
func (s *sender) gone() bool {
	err := errors.New("the connection is closed")
	_ = s.socket.Control(func(fd uintptr) {
		_, _, err = syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK)
	})
	return !errors.Is(err, syscall.EAGAIN)
}
