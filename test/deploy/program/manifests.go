package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// chart prints the manifests of a release, as `helm template` does: with the checks of the chart's schema.
func chart(dir, namespace string) error {
	values := map[string]any{}
	if err := json.NewDecoder(os.Stdin).Decode(&values); err != nil {
		return err
	}
	loaded, err := loader.LoadDir(dir)
	if err != nil {
		return err
	}
	if err := loaded.Validate(); err != nil {
		return err
	}
	options := chartutil.ReleaseOptions{Name: "kubectl-finalize", Namespace: namespace, Revision: 1, IsInstall: true}
	rendering, err := chartutil.ToRenderValues(loaded, values, options, nil)
	if err != nil {
		return err
	}
	files, err := engine.Engine{Strict: true}.Render(loaded, rendering)
	if err != nil {
		return err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		if strings.HasSuffix(name, ".yaml") {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("---\n%s\n", files[name])
	}
	return nil
}

// kustomize prints the manifests of a kustomization, as `kubectl kustomize` does.
func kustomize(dir string) error {
	resources, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		return err
	}
	text, err := resources.AsYaml()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}
