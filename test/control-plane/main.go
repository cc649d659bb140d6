// Command control-plane is etcd, kube-apiserver, kube-controller-manager and kubectl in one program, for the end-to-end suite.
//
// No package registry serves these servers as binaries, but the Go module proxy serves their source as modules, so this
// file links the real ones. The first word (or the name it is called by) chooses which one runs.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	name := filepath.Base(os.Args[0])
	if !known(name) && len(os.Args) > 1 {
		name = os.Args[1]
		os.Args = append([]string{name}, os.Args[2:]...)
	}
	if os.Getenv("CONTROL_PLANE_EXIT_WITH_STDIN") != "" {
		go exitWithStdin()
	}
	switch name {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	case "kubectl":
		os.Exit(cli.Run(kubectl.NewDefaultKubectlCommand()))
	default:
		fmt.Fprintln(os.Stderr, "usage: control-plane etcd|kube-apiserver|kube-controller-manager|kubectl [flags]")
		os.Exit(2)
	}
}

func known(name string) bool {
	switch name {
	case "etcd", "kube-apiserver", "kube-controller-manager", "kubectl":
		return true
	}
	return false
}

// exitWithStdin ends a server whose launcher was killed too hard to clean up: the pipe it held open is then closed.
func exitWithStdin() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}
