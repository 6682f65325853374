package service

import (
	"net"
	"sync"
)

// bounded is a listener that has at most so many connections at a time; others
// wait in the queue of the system. LimitListener of golang.org/x/net does the
// same but hides that they are TCP connections: an HTTP server could not end
// its own side alone any more, and a client that still sends would get a reset
// instead of the last answer.
type bounded struct {
	*net.TCPListener

	slots  chan struct{}
	closed chan struct{}
	close  func() error
}

func newBounded(l *net.TCPListener, most int) *bounded {
	b := &bounded{TCPListener: l, slots: make(chan struct{}, most), closed: make(chan struct{})}
	b.close = sync.OnceValue(func() error {
		close(b.closed)
		return l.Close()
	})
	return b
}

// Accept returns the next connection when there may be one more.
func (b *bounded) Accept() (net.Conn, error) {
	select {
	case b.slots <- struct{}{}:
	case <-b.closed:
		return nil, net.ErrClosed
	}
	release := sync.OnceFunc(func() { <-b.slots })
	conn, err := b.AcceptTCP()
	if err != nil {
		release()
		return nil, err
	}
	return releasing{conn, release}, nil
}

// Close ends the listener.
func (b *bounded) Close() error { return b.close() }

// releasing is a connection that makes room for another one when it ends.
type releasing struct {
	*net.TCPConn

	release func()
}

// Close ends the connection.
func (c releasing) Close() error {
	defer c.release()
	return c.TCPConn.Close()
}
