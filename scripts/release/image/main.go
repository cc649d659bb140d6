// Command image puts the program into an image without a daemon, by the code of crane. deploy/Dockerfile says the same for docker.
//
//	image build DOCKERFILE BASE VERSION REVISION FOLDER    an OCI layout of the image for each platform of BASE; prints its digest
//	image push FOLDER REFERENCE                            sends it to a registry; prints the reference with its digest
//	image unpack REFERENCE PLATFORM FOLDER                 the files of the image, and its configuration on stdout
//	image pack FOLDER REFERENCE                            sends a folder to a registry as an image: a base for the tests
//	image serve                                            a registry in memory on loopback, until stdin ends; prints its address
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 6 && args[0] == "build":
		return build(args[1], args[2], args[3], args[4], args[5])
	case len(args) == 3 && args[0] == "push":
		return push(args[1], args[2])
	case len(args) == 4 && args[0] == "unpack":
		return unpack(args[1], args[2], args[3])
	case len(args) == 3 && args[0] == "pack":
		return pack(args[1], args[2])
	case len(args) == 1 && args[0] == "serve":
		return serve()
	}
	return fmt.Errorf("usage: image build DOCKERFILE BASE VERSION REVISION FOLDER | push FOLDER REFERENCE | unpack REFERENCE PLATFORM FOLDER | pack FOLDER REFERENCE | serve")
}
