package main

import (
	"net"
	"syscall"
	"testing"
	"time"
)

func TestNobodySurvivesTheSupervisor(t *testing.T) {
	t.Parallel()
	s := prepare(t)
	s.start(t)
	s.await(t, "/llms.txt")
	s.signal(t, syscall.SIGKILL)
	<-s.ended
	begin := time.Now()
	for variable, address := range s.addresses {
		for {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				break
			}
			_ = conn.Close()
			if time.Since(begin) > patience {
				t.Fatalf("somebody still listens on %s (%s)", address, variable)
			}
		}
	}
}
