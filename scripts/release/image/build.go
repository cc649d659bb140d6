package main

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

const source = "https://github.com/kubectl-finalize/kubectl-finalize"

// What the bundle runs on; a base has images for other machines too.
var platforms = map[string]bool{"linux/amd64": true, "linux/arm64": true}

// Builds the image of a Dockerfile from the files below the working directory, on a base of a registry: for each platform of the base the same
// layer. The same files, base, version and revision give the same digest: no time of now is in it.
func build(dockerfile, base, version, revision, folder string) error {
	recipe, err := readDockerfile(dockerfile)
	if err != nil {
		return err
	}
	if base == "" {
		base = recipe.from
	}
	reference, err := name.ParseReference(base)
	if err != nil {
		return err
	}
	descriptor, err := remote.Get(reference, remote.WithAuthFromKeychain(authn.DefaultKeychain))
	if err != nil {
		return err
	}
	layer, err := layerOf(recipe)
	if err != nil {
		return err
	}
	labels := map[string]string{
		"org.opencontainers.image.title":       "kubectl-finalize",
		"org.opencontainers.image.description": "Finds what is stuck in Terminating, and explains what holds it",
		"org.opencontainers.image.licenses":    "Apache-2.0",
		"org.opencontainers.image.source":      source,
		"org.opencontainers.image.version":     version,
		"org.opencontainers.image.revision":    revision,
		"org.opencontainers.image.base.name":   reference.Context().String(),
		"org.opencontainers.image.base.digest": descriptor.Digest.String(),
	}
	bases, err := imagesOf(descriptor)
	if err != nil {
		return err
	}
	index := v1.ImageIndex(mutate.IndexMediaType(empty.Index, types.OCIImageIndex))
	for _, each := range bases {
		image, platform, err := imageOn(each, recipe, layer, labels)
		if err != nil {
			return err
		}
		if !platforms[platform.OS+"/"+platform.Architecture] {
			continue
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: platform.OS, Architecture: platform.Architecture, Variant: platform.Variant}},
		})
	}
	if manifest, err := index.IndexManifest(); err != nil || len(manifest.Manifests) == 0 {
		return fmt.Errorf("%s has no image for linux/amd64 or linux/arm64 (%v)", base, err)
	}
	index = mutate.Annotations(index, labels).(v1.ImageIndex)
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	at, err := layout.Write(folder, empty.Index)
	if err != nil {
		return err
	}
	if err := at.AppendIndex(index); err != nil {
		return err
	}
	digest, err := index.Digest()
	fmt.Println(digest)
	return err
}

// The images of a base that is an index, or the one that it is.
func imagesOf(descriptor *remote.Descriptor) ([]v1.Image, error) {
	if !descriptor.MediaType.IsIndex() {
		image, err := descriptor.Image()
		return []v1.Image{image}, err
	}
	index, err := descriptor.ImageIndex()
	if err != nil {
		return nil, err
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		return nil, err
	}
	var images []v1.Image
	for _, each := range manifest.Manifests {
		if each.Platform == nil || !platforms[each.Platform.OS+"/"+each.Platform.Architecture] {
			continue
		}
		image, err := index.Image(each.Digest)
		if err != nil {
			return nil, err
		}
		images = append(images, image)
	}
	return images, nil
}

func imageOn(base v1.Image, recipe recipe, layer v1.Layer, labels map[string]string) (v1.Image, *v1.Platform, error) {
	image, err := mutate.Append(mutate.MediaType(base, types.OCIManifestSchema1), mutate.Addendum{
		Layer:   layer,
		History: v1.History{CreatedBy: "COPY of deploy/Dockerfile", Created: v1.Time{Time: time.Unix(0, 0).UTC()}},
	})
	if err != nil {
		return nil, nil, err
	}
	file, err := image.ConfigFile()
	if err != nil {
		return nil, nil, err
	}
	config := file.DeepCopy()
	config.Config.User = recipe.user
	config.Config.Entrypoint = recipe.entrypoint
	config.Config.Cmd = recipe.cmd
	if config.Config.Labels == nil {
		config.Config.Labels = map[string]string{}
	}
	for key, value := range labels {
		config.Config.Labels[key] = value
	}
	image, err = mutate.ConfigFile(image, config)
	return image, config.Platform(), err
}

// The copied files, owned by root and written by nobody, as they were at the beginning of time.
func layerOf(recipe recipe) (v1.Layer, error) {
	var written bytes.Buffer
	archive := tar.NewWriter(&written)
	epoch := time.Unix(0, 0).UTC()
	folder := &tar.Header{Typeflag: tar.TypeDir, Name: recipe.folder + "/", Mode: 0o755, ModTime: epoch, Format: tar.FormatUSTAR}
	if err := archive.WriteHeader(folder); err != nil {
		return nil, err
	}
	for _, file := range recipe.copied {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		header := &tar.Header{
			Typeflag: tar.TypeReg,
			Name:     path.Join(recipe.folder, path.Base(file)),
			Mode:     0o444,
			Size:     int64(len(content)),
			ModTime:  epoch,
			Format:   tar.FormatUSTAR,
		}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(written.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}
