package main

import (
	"fmt"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// Sends the index of an OCI layout to a registry, with the credentials that `docker login` left.
func push(folder, reference string) error {
	to, err := name.ParseReference(reference)
	if err != nil {
		return err
	}
	written, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		return err
	}
	manifest, err := written.IndexManifest()
	if err != nil {
		return err
	}
	if len(manifest.Manifests) != 1 {
		return fmt.Errorf("%s has %d images, not one", folder, len(manifest.Manifests))
	}
	index, err := written.ImageIndex(manifest.Manifests[0].Digest)
	if err != nil {
		return err
	}
	if err := remote.WriteIndex(to, index, remote.WithAuthFromKeychain(authn.DefaultKeychain)); err != nil {
		return err
	}
	fmt.Println(to.Context().Digest(manifest.Manifests[0].Digest.String()))
	return nil
}
