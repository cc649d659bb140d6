// Command deploy does with deploy/ what helm, kustomize and Prometheus would, by their own code, for the tests.
//
//	deploy chart DIR NAMESPACE < VALUES    the manifests of a release "kubectl-finalize" of a chart; values are JSON
//	deploy kustomize DIR                   the manifests of a kustomization
//	deploy query < QUESTION                what expressions answer over recorded series, at each time
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "chart":
		return chart(args[1], args[2])
	case len(args) == 2 && args[0] == "kustomize":
		return kustomize(args[1])
	case len(args) == 1 && args[0] == "query":
		return query()
	}
	return fmt.Errorf("usage: deploy chart DIR NAMESPACE | kustomize DIR | query")
}
