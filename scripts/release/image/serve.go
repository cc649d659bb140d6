package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/google/go-containerregistry/pkg/registry"
)

// A registry for the tests, on a port that the system chooses.
func serve() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	go http.Serve(listener, registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
